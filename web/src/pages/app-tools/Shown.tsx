import type { Layout } from "~/api/layouts";
import { titleOf, type Column, type Table } from "~/api/tables";
import type { FieldMap, ToolDraft } from "~/api/tools";
import { Card, Segmented, Select } from "~/ui";
import { Chips } from "./Chips";
import { columnOf, entryOf, fieldsOf, fill, firstMap, linesOf, toggleLine } from "./fieldMap";
import { kindOf } from "./kinds";

interface Props {
  tool: ToolDraft;
  table: Table | undefined;
  layouts: readonly Layout[];
  onChange(tool: ToolDraft): void;
}

/** How an answer is shown: the layout, and which column stands where in it. */
export function Shown({ tool, table, layouts, onChange }: Props) {
  const query = kindOf(tool) === "query";
  const layout = layouts.find(({ name }) => name === tool.layoutTemplate);
  const entry = query ? entryOf(layout) : null;
  const map = tool.handler?.result ?? null;
  const put = (result: FieldMap | null) => {
    if (!tool.handler) return;
    const { result: _, ...handler } = tool.handler;
    onChange({ ...tool, handler: result ? { ...handler, result } : handler });
  };
  const fitting = layouts.filter(({ name }) => !query || name !== "form");
  return (
    <Card className="grid grid-cols-1 gap-4">
      <Select
        label="Shown as"
        value={tool.layoutTemplate ?? ""}
        hint={layout?.description.split(": ")[0]?.split(". ")[0]}
        options={[
          { value: "", label: "Text alone" },
          ...fitting.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onChange={(e) => {
          const { result: _, ...handler } = tool.handler ?? { kind: "mock" };
          // Another layout has other fields: the columns find theirs anew.
          onChange({ ...tool, layoutTemplate: e.target.value || null, handler });
        }}
      />
      {entry && table && layout?.name !== "table" && (
        <>
          <Segmented
            label="Which column stands where"
            value={map ? "chosen" : "auto"}
            onChange={(next) => put(next === "chosen" ? firstMap(entry, table.columns) : null)}
            options={[
              { value: "auto", label: "By name and type" },
              { value: "chosen", label: "As I choose" },
            ]}
          />
          {map && <Places map={map} entry={entry} columns={table.columns} onChange={put} />}
        </>
      )}
    </Card>
  );
}

function Places({
  map,
  entry,
  columns,
  onChange,
}: {
  map: FieldMap;
  entry: NonNullable<ReturnType<typeof entryOf>>;
  columns: readonly Column[];
  onChange(map: FieldMap): void;
}) {
  const lines = linesOf(entry);
  const choices = columns.map((column) => ({ value: column.name, label: titleOf(column) }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        {fieldsOf(entry).map(({ name, label, required }) => (
          <Select
            key={name}
            label={label}
            value={columnOf(map.item?.[name])}
            options={[{ value: "", label: required ? "Choose…" : "nothing" }, ...choices]}
            onChange={(e) => onChange(fill(map, name, columns.find((c) => c.name === e.target.value)))} // prettier-ignore
          />
        ))}
      </div>
      {lines && (
        <Chips
          label="Lines below"
          options={choices}
          chosen={(map.item?.[lines]?.lines ?? []).map(columnOf)}
          onToggle={(name) => {
            const column = columns.find((c) => c.name === name);
            if (column) onChange(toggleLine(map, lines, column));
          }}
        />
      )}
    </div>
  );
}
