import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { useApp } from "~/api/apps";
import { api, take } from "~/api/client";
import { useMay } from "~/api/me";
import { isProblem } from "~/api/problem";
import { secretsQuery, type Secret } from "~/api/secrets";
import { SetSecret } from "~/secret/SetSecret";
import { useTitle } from "~/shell/title";
import {
  Button,
  ConfirmDialog,
  DataTable,
  EmptyState,
  ErrorState,
  Loading,
  PageHeader,
  Skeleton,
  Time,
  toast,
} from "~/ui";
import type { Column } from "~/ui";

/** What an app's tools send along to its author's API: names, hosts and times, never a value. */
export default function SecretsPage() {
  const { id } = useParams({ from: "/inside/apps/$id/secrets" });
  const { data: app } = useApp(id);
  useTitle(`Secrets of ${app.name}`);
  const { build } = useMay();
  const client = useQueryClient();
  const secrets = useQuery(secretsQuery(id));
  const [open, setOpen] = useState<Secret | "new" | null>(null);
  const [ending, setEnding] = useState<Secret | null>(null);
  const found = secrets.data ?? [];
  const used = (name: string) =>
    (app.tools as { name: string }[]).filter((tool) => JSON.stringify(tool).includes(`{{secret.${name}}}`)).map((tool) => tool.name); // prettier-ignore
  const columns: Column<Secret>[] = [
    { key: "name", title: "Name", cell: ({ name }) => <code className="font-medium break-all">{name}</code> },
    { key: "hosts", title: "Sent to", cell: ({ hosts }) => <span className="break-all">{hosts.join(", ")}</span> },
    { key: "set", title: "Set", cell: ({ setAt }) => <Time at={setAt} /> },
    { key: "used", title: "Used", cell: ({ usedAt }) => (usedAt ? <Time at={usedAt} /> : "not yet") },
    ...(build
      ? [
          {
            key: "actions",
            title: "Actions",
            actions: true,
            cell: (secret: Secret) => (
              <span className="inline-flex flex-wrap gap-1 justify-end">
                <Button size="small" look="quiet" aria-label={`Replace ${secret.name}`} onClick={() => setOpen(secret)}>
                  Replace
                </Button>
                <Button
                  size="small"
                  look="quiet"
                  aria-label={`Delete ${secret.name}`}
                  onClick={() => setEnding(secret)}
                >
                  Delete
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ];
  const add = build && (
    <Button look="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setOpen("new")}>
      Add a secret
    </Button>
  );
  return (
    <div className="max-w-4xl">
      <PageHeader title="Secrets" actions={found.length > 0 && add}>
        Keys that tools send along to an API, to their own hosts alone. They are kept encrypted, and nobody can read
        them again.{" "}
        <Link to="/apps/$id/tools" params={{ id }} className="link">
          Back to the tools
        </Link>
      </PageHeader>
      {secrets.isPending ? (
        <Loading what="Loading the secrets">
          <Skeleton className="h-40" />
        </Loading>
      ) : secrets.isError ? (
        <ErrorState failure={secrets.error} onRetry={() => void secrets.refetch()} />
      ) : found.length === 0 ? (
        <EmptyState icon={<KeyRound size={28} />} title="No secrets yet" actions={add}>
          Where an API asks for a key, keep it here. A tool’s request says{" "}
          <code className="break-all">{"{{secret.API_KEY}}"}</code> in its place.
        </EmptyState>
      ) : (
        <DataTable label="Secrets" columns={columns} rows={found} id={({ name }) => name} />
      )}
      {open && <SetSecret app={id} replaced={open === "new" ? undefined : open} onClose={() => setOpen(null)} />}
      {ending && (
        <ConfirmDialog
          title={`Delete ${ending.name}?`}
          verb="Delete"
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            const path = { id, secret: ending.name };
            await take(api.DELETE("/apps/{id}/secrets/{secret}", { params: { path } })).catch((failure: unknown) => {
              if (!isProblem(failure, "NOT_FOUND")) throw failure; // somebody else was quicker
            });
            void client.invalidateQueries({ queryKey: secretsQuery(id).queryKey });
            toast({ title: `${ending.name} is deleted` });
          }}
        >
          <p>
            {used(ending.name).length
              ? `Tools that need it fail within a second, and send nothing: ${used(ending.name).join(", ")}.`
              : "No tool of the draft names it. What is live may: it would fail within a second."}{" "}
            Its value is gone for good.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
