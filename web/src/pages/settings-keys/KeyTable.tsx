import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, take, type Schemas } from "~/api/client";
import { isProblem } from "~/api/problem";
import { roleLabel } from "~/api/roles";
import { Badge, Button, ConfirmDialog, DataTable, Time, toast, type Column } from "~/ui";

type Key = Schemas["Key"];

/** The keys, newest first, each with the way to end it. */
export function KeyTable({ workspace, keys }: { workspace: string; keys: readonly Key[] }) {
  const client = useQueryClient();
  const [ending, setEnding] = useState<Key | null>(null);
  const columns: Column<Key>[] = [
    {
      key: "name",
      title: "Name",
      cell: ({ name, prefix }) => (
        <span className="grid min-w-0">
          <span className="font-medium">{name}</span>
          <code className="text-muted">{prefix}…</code>
        </span>
      ),
    },
    { key: "role", title: "Role", cell: ({ role }) => roleLabel(role) },
    {
      key: "by",
      title: "Made by",
      cell: ({ madeBy, createdAt }) => (
        <>
          {madeBy.name}, <Time at={createdAt} />
        </>
      ),
    },
    { key: "used", title: "Last used", cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : "Never") },
    {
      key: "ends",
      title: "Ends",
      cell: ({ expiresAt }) =>
        !expiresAt ? (
          "Never"
        ) : new Date(expiresAt) < new Date() ? (
          <Badge tone="bad">Expired</Badge>
        ) : (
          <Time at={expiresAt} />
        ),
    },
    {
      key: "actions",
      title: "Actions",
      actions: true,
      cell: (key) => (
        <Button size="small" look="quiet" aria-label={`Revoke ${key.name}`} onClick={() => setEnding(key)}>
          Revoke
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable label="API keys" columns={columns} rows={keys} id={({ id }) => id} />
      {ending && (
        <ConfirmDialog
          title={`Revoke ${ending.name}?`}
          verb="Revoke"
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            await take(
              api.DELETE("/workspaces/{id}/keys/{keyId}", { params: { path: { id: workspace, keyId: ending.id } } }),
            ).catch((failure: unknown) => {
              if (!isProblem(failure, "NOT_FOUND")) throw failure; // somebody else was quicker
            });
            void client.invalidateQueries({ queryKey: ["keys", workspace] });
            toast({ title: `${ending.name} is revoked` });
          }}
        >
          <p>Whatever uses it is refused at once, and so are keys that were made with it. It cannot be brought back.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
