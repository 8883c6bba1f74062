import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, take } from "~/api/client";
import { useMay, useMe, type Role } from "~/api/me";
import { membersQuery, type Member } from "~/api/members";
import { sentence } from "~/api/problem";
import { roleLabel, roles } from "~/api/roles";
import { Badge, Button, ConfirmDialog, DataTable, Select, Time, toast, type Column } from "~/ui";
import { Leave } from "./Leave";

/** The people of a workspace, with what each may do. */
export function People({ workspace, members }: { workspace: string; members: readonly Member[] }) {
  const { user } = useMe();
  const { manage } = useMay();
  const client = useQueryClient();
  const [removing, setRemoving] = useState<Member | null>(null);
  const [resigning, setResigning] = useState<Role | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: membersQuery(workspace).queryKey });
  const set = (member: Member, role: Role) =>
    take(
      api.PATCH("/workspaces/{id}/members/{userId}", {
        params: { path: { id: workspace, userId: member.user.id } },
        body: { role },
      }),
    );
  const change = useMutation({
    mutationFn: ({ member, role }: { member: Member; role: Role; again?: boolean }) => set(member, role),
    onSuccess: (_, { member, role, again }) => {
      if (!again)
        toast({
          title: `${member.user.name} is now ${article(role)}`,
          undo: { run: () => change.mutate({ member, role: member.role, again: true }) },
        });
      return refresh(); // until it has been read, the list holds the former role
    },
    onError: (failure) => toast({ tone: "bad", title: "The role was not changed", text: sentence(failure) }),
  });
  const choose = (member: Member, role: Role) =>
    member.user.id === user.id ? setResigning(role) : change.mutate({ member, role });
  const lastOwner = members.filter(({ role }) => role === "owner").length < 2;

  const columns: Column<Member>[] = [
    {
      key: "person",
      title: "Person",
      cell: ({ user: who }) => (
        <span className="grid min-w-0">
          <span className="font-medium flex flex-wrap items-center gap-2">
            {who.name}
            {who.id === user.id && <Badge tone="info">You</Badge>}
          </span>
          <span className="text-muted">{who.email}</span>
        </span>
      ),
    },
    {
      key: "role",
      title: "Role",
      cell: (member) =>
        manage ? (
          <Select
            className="sm:w-32 max-sm:mt-1"
            label={`Role of ${member.user.name}`}
            hideLabel
            value={
              change.isPending && change.variables.member.user.id === member.user.id
                ? change.variables.role
                : member.role
            }
            onChange={(e) => choose(member, e.target.value as Role)}
            options={roles.map(({ value, label }) => ({
              value,
              label,
              disabled: lastOwner && member.role === "owner" && value !== "owner",
            }))}
          />
        ) : (
          roleLabel(member.role)
        ),
    },
    { key: "since", title: "Since", cell: ({ joinedAt }) => <Time at={joinedAt} /> },
    {
      key: "actions",
      title: "Actions",
      actions: true,
      cell: (member) =>
        member.user.id === user.id ? (
          <Leave only={lastOwner && member.role === "owner"} />
        ) : (
          manage && (
            <Button
              size="small"
              look="quiet"
              aria-label={`Remove ${member.user.name}`}
              onClick={() => setRemoving(member)}
            >
              Remove
            </Button>
          )
        ),
    },
  ];
  return (
    <section aria-label="People" className="grid gap-2">
      <DataTable label="People" columns={columns} rows={members} id={({ user: who }) => who.id} />
      {lastOwner && manage && (
        <p className="text-sm text-muted">
          A workspace keeps at least one owner. Make somebody else an owner to step down or leave.
        </p>
      )}
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.user.name}?`}
          verb="Remove"
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            await take(
              api.DELETE("/workspaces/{id}/members/{userId}", {
                params: { path: { id: workspace, userId: removing.user.id } },
              }),
            );
            void refresh();
            void client.invalidateQueries({ queryKey: ["keys", workspace] });
            toast({ title: `${removing.user.name} is no longer a member` });
          }}
        >
          <p>
            They lose this workspace at once. API keys that they made stop working, and so do links by which they
            invited others. Their apps stay.
          </p>
        </ConfirmDialog>
      )}
      {resigning && (
        <ConfirmDialog
          title={`Become ${article(resigning)}?`}
          verb={`Become ${article(resigning)}`}
          onClose={() => setResigning(null)}
          onConfirm={async () => {
            const own = members.find(({ user: who }) => who.id === user.id);
            if (own) await set(own, resigning);
            await client.invalidateQueries({ queryKey: ["me"] });
            void refresh();
          }}
        >
          <p>You cannot take this back yourself: only another owner can make you an owner again.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

const article = (role: Role) => `${role === "viewer" ? "a" : "an"} ${role}`;
