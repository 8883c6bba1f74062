import { titleOf, type Table } from "~/api/tables";
import { Select, TextField } from "~/ui";
import { read } from "~/pages/app-data/cells/read";
import { write } from "~/pages/app-data/cells/write";
import { asked, fixed, withValues, type Write } from "./choices";
import { Chips } from "./Chips";

interface Props {
  handler: Write;
  table: Table;
  onChange(handler: Write): void;
}

/** Which columns a writing tool asks for, and what it writes unasked. */
export function WriteChoices({ handler, table, onChange }: Props) {
  const { columns } = table;
  const ask = asked(handler, columns);
  const constants = fixed(handler);
  const missing = columns.filter(
    ({ name, required }) => required && !ask.includes(name) && !constants.some(([c]) => c === name),
  );
  const rest = columns.filter(({ name }) => !ask.includes(name));
  return (
    <div className="grid grid-cols-1 gap-4">
      <Chips
        label="It asks for"
        options={columns.map((column) => ({ value: column.name, label: titleOf(column) }))}
        chosen={ask}
        onToggle={(name) => {
          const next = ask.includes(name) ? ask.filter((a) => a !== name) : [...ask, name];
          onChange(withValues(handler, columns, next, constants.filter(([c]) => !next.includes(c)))); // prettier-ignore
        }}
      />
      {handler.kind === "insert" && missing.length > 0 && (
        <p className="text-sm text-bad">
          Every row needs {missing.map(titleOf).join(", ")}: ask for it, or set it below.
        </p>
      )}
      {rest.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-2">
          {rest.map((column) => {
            const value = constants.find(([name]) => name === column.name)?.[1];
            const put = (text: string) => {
              const reading = read(text, column);
              if ("fault" in reading) return;
              const others = constants.filter(([name]) => name !== column.name);
              onChange(
                withValues(
                  handler,
                  columns,
                  ask,
                  reading.value === null ? others : [...others, [column.name, reading.value]],
                ),
              );
            };
            return column.type === "enum" ? (
              <Select
                key={column.name}
                label={`${titleOf(column)} is set to`}
                value={write(value, column)}
                options={[
                  { value: "", label: "nothing" },
                  ...(column.values ?? []).map((v) => ({ value: v, label: v })),
                ]}
                onChange={(e) => put(e.target.value)}
              />
            ) : (
              <TextField
                key={column.name}
                label={`${titleOf(column)} is set to`}
                placeholder="nothing"
                defaultValue={write(value, column)}
                onBlur={(e) => put(e.target.value)}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}
