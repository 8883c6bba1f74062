import { useState } from "react";
import { titleOf, type Column, type Table } from "~/api/tables";
import { Button, Dialog, Select, Switch, TextArea, TextField } from "~/ui";
import { numeric } from "../cells/types";
import { read } from "../cells/read";
import { write } from "../cells/write";
import { wanting } from "./faults";
import { cellKey, type Line } from "./line";
import { nameOf } from "./nameOf";
import { PictureField } from "./PictureField";
import type { RowsSession } from "./session";
import type { State } from "./state";

interface Props {
  table: Table;
  session: RowsSession;
  state: State;
  line: Line;
  readOnly: boolean;
  onClose(): void;
}

/** One row as a form, for fingers, screen readers and long texts. Each field is saved when it is left. */
export function RowDialog({ table, session, state, line, readOnly, onClose }: Props) {
  const at = state.lines.indexOf(line);
  const needed = line.id ? [] : wanting(line.values, table.columns);
  const go = (to: number) => state.lines[to];
  const close = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur(); // Escape leaves the field too
    onClose();
  };
  return (
    <Dialog
      open
      wide
      onClose={close}
      title={line.id ? nameOf(line, table) || `Row ${at + 1}` : "New row"}
      description={
        needed.length > 0
          ? `It is saved once it has ${needed.map((c) => titleOf(c).toLowerCase()).join(", ")}.`
          : undefined
      }
      actions={
        <Button look="primary" onClick={close}>
          {readOnly || line.id || go(at) === undefined ? "Close" : "Done"}
        </Button>
      }
    >
      <div className="grid gap-4 max-h-[65dvh] overflow-y-auto -mx-1 px-1 pb-1">
        {table.columns.map((column) => (
          <CellField
            key={`${line.key}/${column.name}`}
            column={column}
            value={line.values[column.name]}
            fault={state.faults.get(cellKey(line.key, column.name))}
            readOnly={readOnly}
            onText={(text) => {
              const reading = read(text, column);
              if ("value" in reading) session.edit([{ key: line.key, values: { [column.name]: reading.value } }]);
              else session.refuse(line.key, column.name, { message: reading.fault, text });
            }}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface FieldProps {
  column: Column;
  value: unknown;
  fault: { message: string; text?: string } | undefined;
  readOnly: boolean;
  onText(text: string): void;
}

function CellField({ column, value, fault, readOnly, onText }: FieldProps) {
  const present = fault?.text ?? write(value, column);
  const [typed, setTyped] = useState<string | null>(null);
  const common = { label: titleOf(column), error: fault?.message ?? "", aside: column.required ? "needed" : undefined };
  const text = typed ?? present;
  const field = {
    ...common,
    value: text,
    readOnly,
    autoComplete: "off",
    onChange: (e: { target: { value: string } }) => setTyped(e.target.value),
    onBlur: () => {
      if (typed !== null && typed !== present) onText(typed);
      setTyped(null);
    },
  };
  if (column.type === "boolean")
    return (
      <Switch
        label={common.label}
        checked={value === true}
        disabled={readOnly}
        onChange={(on) => onText(on ? "yes" : "no")}
      />
    );
  if (column.type === "enum")
    return (
      <Select
        {...common}
        value={present}
        disabled={readOnly}
        onChange={(e) => onText(e.target.value)}
        options={[
          { value: "", label: "–" },
          ...(present && !column.values?.includes(present) ? [{ value: present, label: present }] : []),
          ...(column.values ?? []).map((v) => ({ value: v, label: v })),
        ]}
      />
    );
  if (column.type === "image") return <PictureField {...common} value={present} readOnly={readOnly} onText={onText} />;
  if (column.type === "text") return <TextArea {...field} rows={text.length > 80 ? 4 : 1} />;
  const native = column.type === "date" ? "date" : column.type === "time" ? "time" : "text";
  return (
    <TextField
      {...field}
      type={fault?.text ? "text" : native}
      inputMode={numeric(column.type) ? "decimal" : undefined}
      hint={column.type === "place" ? "Latitude, longitude and a name: 38.72, -9.14 Lisbon" : undefined}
    />
  );
}
