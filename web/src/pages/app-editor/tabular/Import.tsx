import { FileUp } from "lucide-react";
import { useMemo, useRef, useState, type ClipboardEvent } from "react";
import type { Layout } from "~/api/layouts";
import { Button, Dialog, Notice, Select, TextArea, toast } from "~/ui";
import { mainList, wordsOf, type Schema } from "../data/schema";
import { problemsOf } from "../data/validate";
import { useDraftSession } from "../draft/useDraft";
import { dataFrom, fitting, guess, targetsOf, type Mapping } from "./mapping";
import { understand } from "./understand";
import type { Table } from "./csv";

/** The most that the server takes (contract §5), in bytes; what a browser reads at all; and what a text field shows. */
const most = { data: 256 << 10, read: 20 << 20, shown: 100_000 };

/** Takes data from elsewhere: cells of a spreadsheet, CSV, JSON. What is replaced can be had back. */
export default function Import({ layout, schema, onClose }: { layout: Layout; schema: Schema; onClose(): void }) {
  const session = useDraftSession();
  const [text, setText] = useState("");
  const [from, setFrom] = useState("");
  const [fault, setFault] = useState("");
  const [mapping, setMapping] = useState<{ of: Table; to: Mapping } | null>(null);
  const file = useRef<HTMLInputElement>(null);
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

  const put = (next: string, name: string) => {
    setFault(
      next.length > most.read
        ? `This has ${size(next.length)}; at most ${size(most.read)} are read. Take the rows that people need most.`
        : "",
    );
    setText(next.length > most.read ? "" : next);
    setFrom(name);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text/plain");
    if (pasted.length <= most.shown) return; // the field shows it
    event.preventDefault();
    put(pasted, `Pasted, ${size(pasted.length)}`);
  };
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
      {from ? (
        <div className="flex items-center gap-3 rounded-control border border-line bg-sunken px-3 py-2 text-sm">
          <span className="flex-1 min-w-0 truncate">{from}</span>
          <Button size="small" onClick={() => put("", "")}>
            Take another
          </Button>
        </div>
      ) : (
        <TextArea
          label="Data"
          hideLabel
          rows={8}
          className="font-mono"
          spellCheck={false}
          placeholder={"title,price\nRowing boat,€20\nCanoe,€15"}
          value={text}
          onPaste={paste}
          onChange={(e) => put(e.target.value, "")}
        />
      )}
      <div>
        <input
          ref={file}
          type="file"
          accept=".csv,.tsv,.txt,.json,text/csv,application/json"
          className="hidden"
          tabIndex={-1}
          aria-label="A file with data"
          onChange={(e) => {
            const chosen = e.target.files?.[0];
            e.target.value = "";
            if (!chosen) return;
            if (chosen.size > most.read)
              return setFault(`${chosen.name} has ${size(chosen.size)}; at most ${size(most.read)} are read.`);
            void chosen.text().then(
              (content) => put(content, `${chosen.name}, ${size(chosen.size)}`),
              () => setFault(`${chosen.name} cannot be read.`),
            );
          }}
        />
        <Button size="small" icon={<FileUp size={15} aria-hidden="true" />} onClick={() => file.current?.click()}>
          Choose a file
        </Button>
      </div>
      {fault && <Notice tone="bad">{fault}</Notice>}
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

const size = (bytes: number) =>
  bytes < 1 << 20 ? `${Math.max(1, Math.round(bytes / 1024))} KiB` : `${(bytes / (1 << 20)).toFixed(1)} MB`;
