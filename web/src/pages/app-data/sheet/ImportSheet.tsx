import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { dataSent } from "~/api/apps";
import { ApiProblem, asSentence, sentence } from "~/api/problem";
import { createTable, nameFor, tableCalls, titleOf, type Table } from "~/api/tables";
import { Intake } from "~/data/Intake";
import { Button, Dialog, Notice, Segmented, Select, TextField, toast } from "~/ui";
import { SheetColumns } from "./SheetColumns";
import { sheetFor, targets, type Target } from "./guess";
import { sheetOf } from "./sheetOf";

interface Props {
  id: string;
  tables: readonly Table[];
  /** The table that the rows go into; absent: a new one. */
  into?: Table;
  onDone(table: string): void;
  onClose(): void;
}

type Mode = "append" | "replace" | "upsert";

/** Takes a whole sheet: into a new table, or into one that is there. All of it or nothing; the server judges every cell. */
export default function ImportSheet({ id, tables, into, onDone, onClose }: Props) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [title, setTitle] = useState("");
  const [mode, setMode] = useState<Mode>("append");
  const [key, setKey] = useState("");
  const [chosen, setChosen] = useState<{ of: unknown; to: Target[] } | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const sheet = useMemo(() => (text.trim() ? sheetOf(text) : null), [text]);
  const table = sheet && "header" in sheet ? sheet : null;
  const guessed = useMemo(() => (table ? targets(table.header, table.rows, into?.columns ?? []) : []), [table, into]);
  const to = chosen?.of === table && chosen ? chosen.to : guessed;
  const names = to.flatMap((t) => (t.is === "column" ? [t.name] : t.is === "new" ? [t.column.name] : []));
  const keyed = mode !== "upsert" || names.includes(key);
  const ready = Boolean(table && names.length && keyed && (into || title.trim()));

  const run = async () => {
    if (!table) return;
    setBusy(true);
    setFailure(null);
    const fresh = to.flatMap((t) => (t.is === "new" ? [t.column] : []));
    let made: Table | undefined;
    try {
      if (!into) {
        const name = nameFor(title, tables.map((t) => t.name), "rows"); // prettier-ignore
        made = await createTable(id, { name, title: title.trim(), columns: fresh });
      } else if (fresh.length) await tableCalls(id, into.name).change({ columns: [...into.columns, ...fresh] });
      const target = into ?? (made as Table);
      const calls = tableCalls(id, target.name);
      const { created, changed, removed } = await calls.import(sheetFor(table.header, table.rows, to), {
        mode,
        ...(mode === "upsert" && { key }),
      });
      await Promise.all([client.invalidateQueries({ queryKey: ["app", id, "tables"] }), dataSent(client, id)]);
      const parts = [[created, "new"], [changed, "changed"], [removed, "removed"]] as const; // prettier-ignore
      toast({
        title: `Imported: ${parts.flatMap(([n, word]) => (n ? `${n.toLocaleString("en")} ${word}` : [])).join(", ") || "nothing new"}`,
        ...(into && { undo: { run: () => void calls.undo().then(() => onDone(target.name)) } }),
      });
      onDone(target.name);
      onClose();
    } catch (cause) {
      setFailure(cause);
      setBusy(false);
      // A table that could not be filled is of no use.
      if (made)
        await tableCalls(id, made.name)
          .remove()
          .catch(() => undefined);
      await client.invalidateQueries({ queryKey: ["app", id, "tables"] });
    }
  };

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={into ? `Import into ${titleOf(into)}` : "A table from a spreadsheet"}
      description="Cells from a spreadsheet, CSV with a first line of names, or a list of JSON objects."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={busy} aria-disabled={!ready} onClick={() => ready && void run()}>
            {into ? "Import" : "Make the table"}
          </Button>
        </>
      }
    >
      <Intake text={text} onText={setText} placeholder={"name,price,vegan\nRye,€3.20,yes\nBrioche,€2.80,no"} />
      {!into && table && (
        <TextField
          label="Name of the table"
          autoComplete="off"
          placeholder="Breads"
          value={title}
          onChange={(e) => setTitle(e.target.value)}
        />
      )}
      {sheet && "fault" in sheet && <Notice tone="bad">{sheet.fault}</Notice>}
      {table && (
        <>
          {into && (
            <div className="flex flex-wrap gap-3 items-end">
              <Segmented
                label="What happens with the rows that are there"
                value={mode}
                onChange={(next) => setMode(next as Mode)}
                options={[
                  { value: "append", label: "Stay" },
                  { value: "upsert", label: "Updated" },
                  { value: "replace", label: "Replaced" },
                ]}
              />
              {mode === "upsert" && (
                <Select
                  label="Known by"
                  value={key}
                  onChange={(e) => setKey(e.target.value)}
                  options={[{ value: "", label: "Choose…" }, ...names.map((name) => ({ value: name, label: name }))]}
                />
              )}
            </div>
          )}
          <SheetColumns
            table={table}
            columns={into?.columns ?? []}
            to={to}
            onChange={(next) => setChosen({ of: table, to: next })}
          />
        </>
      )}
      {failure !== null && <Failed failure={failure} />}
    </Dialog>
  );
}

function Failed({ failure }: { failure: unknown }) {
  const rows = failure instanceof ApiProblem ? failure.rows : [];
  const fields = failure instanceof ApiProblem && !rows.length ? failure.fields : [];
  return (
    <Notice tone="bad">
      <p>{rows.length ? sentence(failure) : `${sentence(failure)} Nothing was imported.`}</p>
      <ul className="mt-1 max-h-40 overflow-y-auto">
        {rows.slice(0, 50).map(({ row, column, message }, i) => (
          <li key={i}>
            {row > 0 && `Row ${row}`}
            {row > 0 && column && ", "}
            {column}: {message}
          </li>
        ))}
        {fields.map(({ location, message }) => (
          <li key={location + message}>{asSentence(message)}</li>
        ))}
        {rows.length > 50 && <li>… and {(rows.length - 50).toLocaleString("en")} more</li>}
      </ul>
    </Notice>
  );
}
