import clsx from "clsx";
import { ListFilter, X } from "lucide-react";
import { titleOf, type Table } from "~/api/tables";
import { Button, IconButton, Select, TextField } from "~/ui";
import { columnTypes } from "./cells/types";
import { chipColumn, opsOf, type Filter } from "./filters";

interface Props {
  table: Table;
  filters: readonly Filter[];
  onChange(filters: Filter[]): void;
}

/** Which rows are shown: chips for the table's list of states, and conditions on any column. */
export function FilterBar({ table, filters, onChange }: Props) {
  const chips = chipColumn(table.columns);
  const chip = filters.find(({ column, op }) => column === chips?.name && op === "=");
  const rest = filters.filter((f) => f !== chip);
  const first = table.columns[0];
  const put = (at: number, next: Filter | null) =>
    onChange([...(chip ? [chip] : []), ...rest.flatMap((f, i) => (i === at ? (next ? [next] : []) : [f]))]);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {chips && (
        <div role="group" aria-label={titleOf(chips)} className="flex flex-wrap gap-1.5">
          {["", ...(chips.values ?? [])].map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={(chip?.value ?? "") === value}
              className={clsx(
                "target px-3 rounded-full text-sm font-medium border border-line hover:bg-hover",
                "aria-pressed:bg-accent-soft aria-pressed:text-accent aria-pressed:border-transparent",
              )}
              onClick={() => onChange([...(value ? [{ column: chips.name, op: "=" as const, value }] : []), ...rest])}
            >
              {value || "All"}
            </button>
          ))}
        </div>
      )}
      {rest.map((filter, i) => (
        <Condition key={i} table={table} filter={filter} onChange={(next) => put(i, next)} />
      ))}
      {first && (
        <Button
          size="small"
          look="quiet"
          icon={<ListFilter size={15} aria-hidden="true" />}
          onClick={() => onChange([...filters, { column: first.name, op: opsOf(first)[0]?.value ?? "=", value: "" }])}
        >
          Filter
        </Button>
      )}
    </div>
  );
}

function Condition({ table, filter, onChange }: { table: Table; filter: Filter; onChange(next: Filter | null): void }) {
  const column = table.columns.find(({ name }) => name === filter.column);
  if (!column) return null;
  const choices = column.type === "boolean" ? ["true", "false"] : column.type === "enum" ? (column.values ?? []) : null;
  return (
    <div role="group" aria-label={`Filter by ${titleOf(column)}`} className="flex items-center gap-1 max-w-full">
      <Select
        label="Column"
        hideLabel
        className="w-32"
        value={filter.column}
        options={table.columns.map((c) => ({ value: c.name, label: titleOf(c) }))}
        onChange={(e) => {
          const next = table.columns.find(({ name }) => name === e.target.value);
          if (next) onChange({ column: next.name, op: opsOf(next)[0]?.value ?? "=", value: "" });
        }}
      />
      <Select
        label="How"
        hideLabel
        className="w-28"
        value={filter.op}
        options={opsOf(column)}
        onChange={(e) => onChange({ ...filter, op: e.target.value as Filter["op"] })}
      />
      {choices ? (
        <Select
          label="Value"
          hideLabel
          className="w-28"
          value={filter.value}
          options={[{ value: "", label: "–" }, ...choices.map((value) => ({ value, label: value }))]}
          onChange={(e) => onChange({ ...filter, value: e.target.value })}
        />
      ) : (
        <TextField
          label="Value"
          hideLabel
          className="w-28"
          value={filter.value}
          placeholder={columnTypes[column.type].example}
          onChange={(e) => onChange({ ...filter, value: e.target.value })}
        />
      )}
      <IconButton
        label="Take the filter away"
        icon={<X size={15} aria-hidden="true" />}
        onClick={() => onChange(null)}
      />
    </div>
  );
}
