import { useMemo, useState } from "react";
import type { Layout } from "~/api/layouts";
import { Intake } from "~/data/Intake";
import { size } from "~/data/size";
import { Button, Dialog, Notice, Select, toast } from "~/ui";
import { mainList, wordsOf, type Schema } from "../data/schema";
import { problemsOf } from "../data/validate";
import { useDraftSession } from "../draft/useDraft";
import { dataFrom, fitting, guess, targetsOf, type Mapping } from "./mapping";
import { understand } from "./understand";
import type { Table } from "~/data/csv";

/** The most that the server takes (contract §5), in bytes. */
const most = { data: 256 << 10 };

/** Takes data from elsewhere: cells of a spreadsheet, CSV, JSON. What is replaced can be had back. */
export default function Import({ layout, schema, onClose }: { layout: Layout; schema: Schema; onClose(): void }) {
  const session = useDraftSession();
  const [text, setText] = useState("");
  const [mapping, setMapping] = useState<{ of: Table; to: Mapping } | null>(null);
  const present = session.get().draft.mockData;
  const understood = useMemo(() => understand(text, schema, present), [text, schema, present]);
  const list = mainList(schema);
  const table = understood.is === "table" ? understood.table : null;
  const to = table ? (mapping?.of === table ? mapping.to : guess(table.header, list?.items ?? {})) : [];
  const data =
    understood.is === "data" ? understood.data : table ? dataFrom(table, to, schema, layout.name, present) : null;
  const listKey = layout.name === "table" ? "rows" : (list?.key ?? "");
  const bytes = useMemo(() => (data ? new TextEncoder().encode(JSON.stringify(data)).length : 0), [data]);
  const part = data && bytes > most.data && listKey ? fitting(data, listKey, most.data) : null;
  const problems = useMemo(
    () => (data && bytes <= most.data ? problemsOf(schema, data).length : 0),
    [data, bytes, schema],
  );

  const use = (next: Record<string, unknown>) => {
    session.edit({ mockData: next });
    onClose();
    toast({ title: "The data was replaced", undo: session.wayBack() });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Paste or import data"
      description="Cells from a spreadsheet, CSV with a first line of names, or JSON."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {part ? (
            part.kept > 0 && (
              <Button look="primary" onClick={() => use(part.data)}>
                Use the first {part.kept.toLocaleString("en")}
              </Button>
            )
          ) : (
            <Button
              look="primary"
              aria-disabled={!data || bytes > most.data}
              onClick={() => {
                if (data && bytes <= most.data) use(data);
              }}
            >
              Use this data
            </Button>
          )}
        </>
      }
    >
      <Intake text={text} onText={setText} placeholder={"title,price\nRowing boat,€20\nCanoe,€15"} />
      {understood.is === "fault" && <Notice tone="bad">{understood.message}</Notice>}
      {understood.is === "data" && !part && (
        <Notice tone={problems ? "warn" : "good"}>
          {understood.note}.
          {problems > 0 &&
            ` ${problems === 1 ? "One thing does" : `${problems} things do`} not fit ${layout.title}; the form will show where.`}
        </Notice>
      )}
      {table && (
        <Columns
          table={table}
          layout={layout}
          items={list?.items ?? {}}
          to={to}
          onChange={(next) => setMapping({ of: table, to: next })}
          problems={part ? 0 : problems}
        />
      )}
      {part && (
        <Notice tone="warn">
          This makes {size(bytes)} of data, and an app may have 256 KiB.{" "}
          {part.kept > 0
            ? `The first ${part.kept.toLocaleString("en")} entries fit.`
            : "Not even the first entry fits."}
        </Notice>
      )}
    </Dialog>
  );
}

function Columns({
  table,
  layout,
  items,
  to,
  onChange,
  problems,
}: {
  table: Table;
  layout: Layout;
  items: Schema;
  to: Mapping;
  onChange(to: Mapping): void;
  problems: number;
}) {
  const own = layout.name === "table" || layout.name === "chart";
  return (
    <div className="grid gap-3">
      <Notice tone={problems ? "warn" : "good"}>
        {table.rows.length.toLocaleString("en")} {table.rows.length === 1 ? "row" : "rows"}, {table.header.length}{" "}
        {table.header.length === 1 ? "column" : "columns"}.
        {problems > 0 && ` ${problems === 1 ? "One thing does" : `${problems} things do`} not fit ${layout.title} yet.`}
      </Notice>
      {!own && (
        <ul className="grid gap-2 max-h-64 overflow-y-auto" tabIndex={0} aria-label="Columns and where they go">
          {table.header.map((name, i) => (
            <li key={name} className="grid grid-cols-2 gap-3 items-center text-sm">
              <span className="min-w-0">
                <span className="font-medium block truncate">{name}</span>
                <span className="text-muted block truncate">{table.rows[0]?.[i]}</span>
              </span>
              <Select
                label={`${name} goes to`}
                hideLabel
                value={to[i] ?? ""}
                onChange={(e) =>
                  onChange(
                    to.map((field, at) =>
                      at === i ? e.target.value : field === e.target.value && e.target.value ? "" : field,
                    ),
                  )
                }
                options={[
                  ...targetsOf(items),
                  ...(items.additionalProperties === false || items.properties?.[name]
                    ? []
                    : [{ value: name, label: `Kept as ${wordsOf(name)}` }]),
                  { value: "", label: "Left out" },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
