import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, take } from "~/api/client";
import type { AppPerson } from "~/api/people";
import { isProblem } from "~/api/problem";
import { Badge, Button, ConfirmDialog, DataTable, Time, toast, type Column } from "~/ui";

/** Who has signed in, with which clients, and an end to it. */
export function PeopleTable({ app, people }: { app: string; people: readonly AppPerson[] }) {
  const client = useQueryClient();
  const [ending, setEnding] = useState<AppPerson | null>(null);
  const columns: Column<AppPerson>[] = [
    {
      key: "who",
      title: "Person",
      cell: ({ name, email, reviewer }) => (
        <span className="grid justify-items-start">
          {reviewer ? <Badge tone="info">Reviewer</Badge> : <span className="font-medium">{name}</span>}
          <span className="text-muted">{email}</span>
        </span>
      ),
    },
    {
      key: "clients",
      title: "Lets use it",
      cell: ({ clients }) => clients.map(({ name, host }) => (host ? `${name} (${host})` : name)).join(", "),
    },
    { key: "since", title: "Since", cell: ({ since }) => <Time at={since} /> },
    {
      key: "used",
      title: "Last used",
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : "not yet"),
    },
    {
      key: "actions",
      title: "Actions",
      actions: true,
      cell: (person) => (
        <Button size="small" look="quiet" aria-label={`Sign ${person.name} out`} onClick={() => setEnding(person)}>
          Sign out
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable label="People" columns={columns} rows={people} id={({ id }) => id} />
      {ending && (
        <ConfirmDialog
          title={`Sign ${ending.name} out of this app?`}
          verb="Sign out"
          onClose={() => setEnding(null)}
          onConfirm={async () => {
            const path = { id: app, personId: ending.id };
            await take(api.DELETE("/apps/{id}/people/{personId}", { params: { path } })).catch((failure: unknown) => {
              if (!isProblem(failure, "NOT_FOUND")) throw failure; // they have left meanwhile
            });
            void client.invalidateQueries({ queryKey: ["app", app, "people"] });
            toast({ title: `${ending.name} is signed out` });
          }}
        >
          <p>
            Their clients can no longer use the app for them. Their rows stay, and they can sign in again unless you
            take them off the list under Access.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
