import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { dataSent } from "~/api/apps";
import { ApiProblem, asSentence, sentence } from "~/api/problem";
import { createTable, nameFor, tableCalls, titleOf, type Table } from "~/api/tables";
import { Intake } from "~/data/Intake";
import { Button, Dialog, Notice, Segmented, Select, Switch, TextField, toast } from "~/ui";
import { followed } from "../columns/followed";
import { undoImport } from "../undoImport";
import { SheetColumns } from "./SheetColumns";
import { newChoices, sheetFor, targets, type Target } from "./guess";
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
  const [growing, setGrowing] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const sheet = useMemo(() => (text.trim() ? sheetOf(text) : null), [text]);
  const table = sheet && "header" in sheet ? sheet : null;
  const guessed = useMemo(
    () => (table ? targets(table.header, table.rows, into?.columns ?? [], table.separator) : []),
    [table, into],
  );
  const to = chosen?.of === table && chosen ? chosen.to : guessed;
  const unknown = useMemo(() => (table && into ? newChoices(table.rows, to, into.columns) : []), [table, to, into]);
  const names = to.flatMap((t) => (t.is === "column" ? [t.name] : t.is === "new" ? [t.column.name] : []));
  const keyed = mode !== "upsert" || names.includes(key);
  const ready = Boolean(table && names.length && keyed);
  const [unnamed, setUnnamed] = useState(false);
  const name = useRef<HTMLInputElement>(null);

  const run = async () => {
    if (!table) return;
    if (!into && !title.trim()) {
      setUnnamed(true);
      name.current?.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    const fresh = to.flatMap((t) => (t.is === "new" ? [t.column] : []));
    const grown = unknown.filter(({ column }) => growing.has(column.name));
    let made: Table | undefined;
    let reshaped: Table | undefined;
    try {
      if (!into) {
        const name = nameFor(title, tables.map((t) => t.name), "rows"); // prettier-ignore
        made = await createTable(id, { name, title: title.trim(), columns: fresh });
      } else if (fresh.length || grown.length) {
        const columns = into.columns.map((column) => {
          const more = grown.find((g) => g.column.name === column.name)?.values ?? [];
          return more.length ? { ...column, values: [...(column.values ?? []), ...more] } : column;
        });
        reshaped = await tableCalls(id, into.name).change({ columns: [...columns, ...fresh] });
      }
      const target = into ?? (made as Table);
      const calls = tableCalls(id, target.name);
      const { created, changed, removed } = await calls.import(sheetFor(table, to), {
        mode,
        ...(mode === "upsert" && { key }),
      });
      await Promise.all([client.invalidateQueries({ queryKey: ["app", id, "tables"] }), dataSent(client, id)]);
      const parts = [[created, "new"], [changed, "changed"], [removed, "removed"]] as const; // prettier-ignore
      toast({
        title: `Imported: ${parts.flatMap(([n, word]) => (n ? `${n.toLocaleString("en")} ${word}` : [])).join(", ") || "nothing new"}`,
        ...(into && { undo: { run: () => void undoImport(calls, () => onDone(target.name)) } }),
      });
      onDone(target.name);
      onClose();
      if (into && reshaped) void followed(client, id, into, reshaped.columns);
    } catch (cause) {
      setFailure(cause);
      // A table that could not be filled is of no use.
      if (made)
        await tableCalls(id, made.name)
          .remove()
          .catch(() => undefined);
      // What was made for rows that were refused goes again; where nobody knows whether they came, it stays.
      if (into && reshaped && cause instanceof ApiProblem && cause.status < 500)
        await tableCalls(id, into.name)
          .change({ columns: into.columns })
          .catch(() => undefined);
      await client.invalidateQueries({ queryKey: ["app", id, "tables"] });
      setBusy(false);
    }
  };

  const offers = unknown.map(({ column, values }) => (
    <Notice key={column.name} tone={growing.has(column.name) ? "info" : "warn"}>
      <Switch
        label={`Add ${values.length.toLocaleString("en")} new ${values.length === 1 ? "choice" : "choices"} to ${titleOf(column)}`}
        hint={`${shortened(values)}. Without them, nothing is imported.`}
        checked={growing.has(column.name)}
        onChange={(on) => setGrowing(toggled(growing, column.name, on))}
      />
    </Notice>
  ));

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
      {failure !== null && (
        <>
          <Failed failure={failure} />
          {offers}
        </>
      )}
      <Intake text={text} onText={setText} placeholder={"name,price,vegan\nRye,€3.20,yes\nBrioche,€2.80,no"} />
      {!into && table && (
        <TextField
          label="Name of the table"
          autoComplete="off"
          placeholder="Breads"
          ref={name}
          value={title}
          onKeyDown={(e) => {
            if (e.key === "Enter" && !e.nativeEvent.isComposing && ready && !busy) void run();
          }}
          onChange={(e) => {
            setTitle(e.target.value);
            setUnnamed(false);
          }}
          error={unnamed ? "Give it a name." : ""}
        />
      )}
      {sheet && "fault" in sheet && <Notice tone="bad">{sheet.fault}</Notice>}
      {table && (
        <>
          {failure === null && offers}
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
    </Dialog>
  );
}

function toggled(set: ReadonlySet<string>, name: string, on: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (on) next.add(name);
  else next.delete(name);
  return next;
}

const shortened = (values: readonly string[]) =>
  values.slice(0, 8).join(", ") + (values.length > 8 ? ` and ${(values.length - 8).toLocaleString("en")} more` : "");

/** Where a problem of a file is, before what is said of it; nothing where it is the whole file. */
const placeOf = ({ row, column }: { row: number; column: string }) => {
  const line = row > 0 ? `Row ${row}` : column && "First line";
  return line && `${line}${column && `, ${column}`}: `;
};

/** Why nothing was imported, above everything else, where the focus goes. */
function Failed({ failure }: { failure: unknown }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [failure]);
  const rows = failure instanceof ApiProblem ? failure.rows : [];
  const fields = failure instanceof ApiProblem && !rows.length ? failure.fields : [];
  return (
    <div ref={place} tabIndex={-1}>
      <Notice tone="bad">
        <p>{rows.length ? sentence(failure) : `${sentence(failure)} Nothing was imported.`}</p>
        <ul className="mt-1 max-h-40 overflow-y-auto" tabIndex={0} aria-label="What is wrong">
          {rows.slice(0, 50).map((problem, i) => (
            <li key={i}>
              {placeOf(problem)}
              {problem.message}
            </li>
          ))}
          {fields.map(({ location, message }) => (
            <li key={location + message}>{asSentence(message)}</li>
          ))}
          {rows.length > 50 && <li>… and {(rows.length - 50).toLocaleString("en")} more</li>}
        </ul>
      </Notice>
    </div>
  );
}
