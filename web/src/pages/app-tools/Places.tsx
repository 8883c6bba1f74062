import type { Layout } from "~/api/layouts";
import { titleOf, type Column } from "~/api/tables";
import type { FieldMap } from "~/api/tools";
import { Select } from "~/ui";
import { Chips } from "./Chips";
import {
  columnOf,
  columnsShown,
  entryOf,
  fieldsOf,
  fill,
  isColumnar,
  linesOf,
  orderLines,
  showColumns,
  toggleLine,
} from "./fieldMap";

interface Props {
  map: FieldMap;
  layout: Layout;
  columns: readonly Column[];
  onChange(map: FieldMap): void;
}

/** Which column fills which field of a layout, and which stand below as lines, in their order. */
export function Places({ map, layout, columns, onChange }: Props) {
  const entry = entryOf(layout);
  if (!entry) return null;
  const lines = linesOf(entry);
  const choices = columns.map((column) => ({ value: column.name, label: titleOf(column) }));
  if (isColumnar(layout)) {
    const shown = columnsShown(map);
    return (
      <Chips
        label="Columns"
        options={choices}
        chosen={shown}
        onToggle={(name) =>
          onChange(showColumns(map, columns, shown.includes(name) ? shown.filter((n) => n !== name) : [...shown, name]))
        }
        onOrder={(names) => onChange(showColumns(map, columns, names))}
      />
    );
  }
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
          onOrder={(names) => onChange(orderLines(map, lines, names))}
        />
      )}
    </div>
  );
}
