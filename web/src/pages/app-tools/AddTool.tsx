import { Link, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { titleOf, type Table } from "~/api/tables";
import type { ToolDraft } from "~/api/tools";
import { Button, Dialog, Notice, Select } from "~/ui";
import { kinds, newTool } from "./kinds";

const ImportOpenAPI = lazy(() => import("./openapi/ImportOpenAPI"));

interface Props {
  tables: readonly Table[];
  taken: readonly string[];
  /** How many more the app can have. */
  room: number;
  onAdd(tool: ToolDraft): void;
  /** The app has more tools: the server added them. */
  onImported(): void;
}

/** Asks what a new tool is to do, and with which table. */
export function AddTool({ tables, taken, room, onAdd, onImported }: Props) {
  const { id } = useParams({ from: "/inside/apps/$id/tools" });
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [importing, setImporting] = useState(false);
  const table = tables.find((t) => t.name === name) ?? tables[0];
  return (
    <>
      <Button look="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Add a tool
      </Button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title="What should it do?">
          {tables.length > 1 && (
            <Select
              label="With the rows of"
              value={table?.name ?? ""}
              onChange={(e) => setName(e.target.value)}
              options={tables.map((t) => ({ value: t.name, label: titleOf(t) }))}
            />
          )}
          {!table && (
            <Notice
              action={
                <Link to="/apps/$id/data" params={{ id }} className="link">
                  Make a table
                </Link>
              }
            >
              Most tools work with a table. This app has none yet.
            </Notice>
          )}
          <ul className="grid gap-1 -mx-2">
            {Object.entries(kinds)
              .filter(([, of]) => !of.table || table)
              .map(([kind, of]) => (
                <li key={kind}>
                  <button
                    type="button"
                    className="target w-full text-left rounded-control px-2 py-2 hover:bg-hover grid gap-0.5"
                    onClick={() => {
                      setOpen(false);
                      onAdd(newTool(kind, table, taken));
                    }}
                  >
                    <span className="font-medium">{of.label}</span>
                    <span className="text-sm text-muted">{of.says}</span>
                  </button>
                </li>
              ))}
            <li>
              <button
                type="button"
                className="target w-full text-left rounded-control px-2 py-2 hover:bg-hover grid gap-0.5"
                onClick={() => {
                  setOpen(false);
                  setImporting(true);
                }}
              >
                <span className="font-medium">Import an API’s document</span>
                <span className="text-sm text-muted">Makes tools of an OpenAPI document, several at once.</span>
              </button>
            </li>
          </ul>
        </Dialog>
      )}
      {importing && (
        <Suspense fallback={null}>
          <ImportOpenAPI app={id} room={room} onClose={() => setImporting(false)} onAdded={onImported} />
        </Suspense>
      )}
    </>
  );
}
