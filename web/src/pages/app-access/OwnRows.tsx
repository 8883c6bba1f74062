import { Link } from "@tanstack/react-router";
import type { App } from "~/api/apps";
import { titleOf, type Table } from "~/api/tables";
import { Badge, Card, Notice } from "~/ui";

/** In which tables each person has rows of their own. That is settled when a table is made. */
export function OwnRows({ id, access, tables }: { id: string; access: App["access"]; tables: readonly Table[] }) {
  if (!tables.length) return null;
  const owned = tables.some(({ ownedRows }) => ownedRows);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="grid gap-1">
        <h2 className="font-semibold">Whose rows</h2>
        <p className="text-sm text-muted">
          Where each person has rows of their own, tools show and change what the person who asks has made, and nobody
          else’s. That is chosen when a table is made.
        </p>
      </div>
      <ul className="grid gap-1">
        {tables.map((table) => (
          <li key={table.name} className="flex flex-wrap items-center justify-between gap-3">
            <Link
              to="/apps/$id/data"
              params={{ id }}
              search={{ table: table.name } as never}
              className="link target inline-flex items-center"
            >
              {titleOf(table)}
            </Link>
            <Badge tone={table.ownedRows ? "good" : "neutral"}>
              {table.ownedRows ? "Each person’s own" : "The same for everybody"}
            </Badge>
          </li>
        ))}
      </ul>
      {owned && access === "public" && (
        <Notice tone="warn">
          As it is saved, nobody signs in to this app, so it cannot be published with rows of one’s own: choose one of
          the other two above.
        </Notice>
      )}
    </Card>
  );
}
