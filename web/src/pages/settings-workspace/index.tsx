import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, take } from "~/api/client";
import { useMay, useMe, type Workspace as Named } from "~/api/me";
import { useOnce } from "~/api/once";
import { isProblem, sentence } from "~/api/problem";
import { roleLabel, roles } from "~/api/roles";
import { useTitle } from "~/shell/title";
import { Button, Card, CopyButton, EmptyState, Form, Notice, PageHeader, TextField, toast } from "~/ui";
import { Model } from "./Model";

export default function Workspace() {
  useTitle("Workspace");
  const { workspace } = useMe();
  if (!workspace)
    return (
      <>
        <PageHeader title="Workspace" />
        <EmptyState title="You are in no workspace">
          Make one with the button at the top of the page, or ask for an invitation.
        </EmptyState>
      </>
    );
  const { may } = roles.find(({ value }) => value === workspace.role) ?? { may: "" };
  return (
    <>
      <PageHeader title="Workspace">Apps, members and keys belong to a workspace; nobody else sees them.</PageHeader>
      <div className="grid gap-5 max-w-xl">
        <Rename key={workspace.id} workspace={workspace} />
        <Model key={`model ${workspace.id}`} workspace={workspace.id} />
        <Card className="grid gap-3">
          <h2 className="text-lg font-semibold">For scripts</h2>
          <p className="text-muted">
            An API key acts in its own workspace. A session names one by its id, in the header{" "}
            <code>Berth-Workspace</code>.
          </p>
          <div className="flex items-center gap-2 rounded-control bg-sunken pl-3 pr-1.5 py-1.5">
            <code className="min-w-0 flex-1 break-all text-sm">{workspace.id}</code>
            <CopyButton word text={workspace.id} what="the workspace’s id" />
          </div>
        </Card>
        <p className="text-sm text-muted">
          You are {workspace.role === "viewer" ? "a" : "an"} {roleLabel(workspace.role).toLowerCase()} here, who {may}.{" "}
          <Link to="/settings/members" className="link">
            See everybody
          </Link>
        </p>
        <p className="text-sm text-muted">
          Limits, backups and what else concerns the whole server are in{" "}
          <a className="link" href="/docs/operating">
            the guide on operating
          </a>
          .
        </p>
      </div>
    </>
  );
}

function Rename({ workspace }: { workspace: Named }) {
  const { manage } = useMay();
  const [name, setName] = useState(workspace.name);
  const client = useQueryClient();
  const rename = useOnce({
    mutationFn: (next: string) =>
      take(api.PATCH("/workspaces/{id}", { params: { path: { id: workspace.id } }, body: { name: next } })),
    onSuccess: (now) => {
      setName(now.name);
      void client.invalidateQueries({ queryKey: ["me"] });
    },
  });
  const dirty = name.trim() !== workspace.name;
  const error = isProblem(rename.error) ? rename.error.field("name") : "";
  const submit = () => {
    const before = workspace.name;
    rename.mutate(name, {
      onSuccess: (now) =>
        toast({ title: `The workspace is called ${now.name}`, undo: { run: () => rename.mutate(before) } }),
    });
  };
  return (
    <Card>
      <Form
        className="grid gap-4"
        failure={rename.error}
        onSubmit={() => {
          if (dirty) submit();
        }}
      >
        <TextField
          label="Name"
          maxLength={100}
          autoComplete="off"
          readOnly={!manage}
          value={name}
          onChange={(e) => setName(e.target.value)}
          error={error}
          hint={manage ? undefined : "Owners can change it."}
        />
        {rename.error && !error && <Notice tone="bad">{sentence(rename.error)}</Notice>}
        {manage && (
          <div>
            <Button type="submit" look="primary" busy={rename.isPending} disabled={!dirty}>
              Save
            </Button>
          </div>
        )}
      </Form>
    </Card>
  );
}
