import { Plus, X } from "lucide-react";
import { titleOf, type Table } from "~/api/tables";
import type { QueryFilter } from "~/api/tools";
import { IconButton, Select, TextField } from "~/ui";
import { Chips } from "./Chips";
import { changeFilter, opsOf, sortsOf, toggleSearch, withFilter, withoutFilter, type Query } from "./choices";

interface Props {
  handler: Query;
  table: Table;
  onChange(handler: Query): void;
}

/** What people may ask a query for, and in which order it answers. */
export function QueryChoices({ handler, table, onChange }: Props) {
  const { columns } = table;
  const filters = handler.filters ?? [];
  const searched = columns.filter(({ type }) => ["text", "tags", "enum", "email", "phone"].includes(type));
  return (
    <div className="grid grid-cols-1 gap-4">
      <Chips
        label="Search in"
        hint="In the order of their weight. Small slips in spelling are forgiven."
        options={searched.map((column) => ({ value: column.name, label: titleOf(column) }))}
        chosen={handler.search ?? []}
        onToggle={(name) => onChange(toggleSearch(handler, name))}
        onOrder={(search) => onChange({ ...handler, search: [...search] })}
      />
      <div role="group" aria-label="People may filter by" className="grid gap-1.5">
        <span className="font-medium text-sm" aria-hidden="true">
          People may filter by
        </span>
        {filters.map((filter, at) => {
          const column = columns.find(({ name }) => name === filter.column);
          if (!column) return null;
          return (
            <div key={filter.argument} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-2">
              <span className="flex flex-wrap items-baseline gap-x-2 min-w-0">
                <span className="text-sm font-medium wrap-anywhere">{titleOf(column)}</span>
                <code className="text-sm text-muted break-all">{filter.argument}</code>
              </span>
              <Select
                label={`How ${titleOf(column)} is compared`}
                hideLabel
                className="w-32 sm:w-36"
                value={filter.op}
                options={opsOf(column)}
                onChange={(e) => onChange(changeFilter(handler, at, column, e.target.value as QueryFilter["op"]))}
              />
              <IconButton
                size="small"
                label={`No filter by ${titleOf(column)}`}
                icon={<X size={14} aria-hidden="true" />}
                onClick={() => onChange(withoutFilter(handler, at))}
              />
            </div>
          );
        })}
        <div className="flex flex-wrap gap-1.5">
          {columns
            .filter(({ type }) => type !== "image" && type !== "url")
            .map((column) => (
              <button
                key={column.name}
                type="button"
                aria-label={`Filter by ${titleOf(column)}`}
                className="target inline-flex items-center gap-1 px-3 rounded-full text-sm border border-line hover:bg-hover"
                onClick={() => onChange(withFilter(handler, column))}
              >
                <Plus size={14} aria-hidden="true" />
                {titleOf(column)}
              </button>
            ))}
        </div>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Order"
          value={handler.sort?.[0] ?? ""}
          options={sortsOf(columns)}
          onChange={(e) => {
            const { sort: _, ...rest } = handler;
            onChange(e.target.value ? { ...rest, sort: [e.target.value] } : rest);
          }}
        />
        <TextField
          label="At most"
          inputMode="numeric"
          hint="rows in one answer, 1 to 200"
          value={String(handler.limit ?? 20)}
          onChange={(e) => {
            const n = Number(e.target.value.replace(/\D/g, ""));
            onChange({ ...handler, limit: Math.min(200, Math.max(1, n)) });
          }}
        />
      </div>
    </div>
  );
}
