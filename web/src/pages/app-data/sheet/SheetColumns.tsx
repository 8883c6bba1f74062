import { nameFor, titleOf, type Column, type ColumnType } from "~/api/tables";
import type { Table as Sheet } from "~/data/csv";
import { Notice, Select } from "~/ui";
import { columnTypes } from "../cells/types";
import type { Target } from "./guess";

interface Props {
  table: Sheet;
  columns: readonly Column[];
  to: readonly Target[];
  onChange(to: Target[]): void;
}

/** What becomes of each column of a sheet. */
export function SheetColumns({ table, columns, to, onChange }: Props) {
  const put = (at: number, target: Target) => onChange(to.map((t, i) => (i === at ? target : t)));
  return (
    <div className="grid gap-3">
      <Notice tone="good">
        {table.rows.length.toLocaleString("en")} {table.rows.length === 1 ? "row" : "rows"}, {table.header.length}{" "}
        {table.header.length === 1 ? "column" : "columns"}.
      </Notice>
      <ul className="grid gap-2 max-h-64 overflow-y-auto" tabIndex={0} aria-label="Columns and where they go">
        {table.header.map((title, at) => {
          const target = to[at];
          return (
            <li key={title} className="grid grid-cols-2 gap-3 items-center text-sm">
              <span className="min-w-0">
                <span className="font-medium block truncate">{title}</span>
                <span className="text-muted block truncate">{table.rows[0]?.[at]}</span>
              </span>
              <Select
                label={`${title} goes to`}
                hideLabel
                value={keyOf(target)}
                onChange={(e) => put(at, targetOf(e.target.value, title, target))}
                options={[
                  ...columns.map((column) => ({
                    value: `column ${column.name}`,
                    label: titleOf(column),
                    disabled: to.some((t, i) => i !== at && t.is === "column" && t.name === column.name),
                  })),
                  ...Object.entries(columnTypes).map(([type, { label }]) => ({
                    value: `new ${type}`,
                    label: columns.length ? `New: ${label.toLowerCase()}` : label,
                  })),
                  { value: "nowhere", label: "Left out" },
                ]}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );

  function targetOf(value: string, title: string, before: Target | undefined): Target {
    const [is = "", rest = ""] = value.split(" ");
    if (is === "column") return { is, name: rest };
    if (is !== "new") return { is: "nowhere" };
    const column = before?.is === "new" ? before.column : undefined;
    const cells = table.rows.map((row) => row[table.header.indexOf(title)]?.trim() ?? "");
    const type = rest as ColumnType;
    return {
      is: "new",
      column: {
        name: column?.name ?? freeName(title),
        title: title.trim(),
        type,
        ...(type === "enum" && { values: [...new Set(cells.filter(Boolean))].slice(0, 100) }),
        ...(type === "money" && { currency: column?.currency ?? "EUR" }),
      },
    };
  }

  function freeName(title: string): string {
    const taken = [...columns.map(({ name }) => name), ...to.flatMap((t) => (t.is === "new" ? [t.column.name] : []))];
    return nameFor(title, taken, "column");
  }
}

const keyOf = (target: Target | undefined): string =>
  target?.is === "column" ? `column ${target.name}` : target?.is === "new" ? `new ${target.column.type}` : "nowhere";
