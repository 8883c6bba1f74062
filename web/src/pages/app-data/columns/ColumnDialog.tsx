import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { isProblem, sentence } from "~/api/problem";
import { nameFor, titleOf, type Column, type ColumnType, type Table } from "~/api/tables";
import { Button, Dialog, Form, Notice, Select, Switch, TextArea, TextField } from "~/ui";
import { columnTypes } from "../cells/types";

interface Props {
  id: string;
  table: Table;
  /** null: a new one. */
  column: Column | null;
  /** Saves the whole list of columns. */
  onChange(columns: Column[]): Promise<void>;
  onClose(): void;
}

/** A column's name, type and rules. */
export function ColumnDialog({ id, table, column, onChange, onClose }: Props) {
  const [title, setTitle] = useState(column ? titleOf(column) : "");
  const [type, setType] = useState<ColumnType>(column?.type ?? "text");
  const [values, setValues] = useState((column?.values ?? []).join("\n"));
  const [currency, setCurrency] = useState(column?.currency ?? "EUR");
  const [required, setRequired] = useState(column?.required ?? false);
  const [unique, setUnique] = useState(column?.unique ?? false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const choices = [...new Set(values.split("\n").flatMap((v) => v.trim() || []))];
  const wrong = !title.trim() || (type === "enum" && !choices.length);
  const save = async () => {
    setFailure(null);
    if (wrong) return setTries(tries + 1);
    setBusy(true);
    const others = table.columns.filter((c) => c !== column).map(({ name }) => name);
    const next: Column = {
      name: column?.name ?? nameFor(title, others, "column"),
      title: title.trim(),
      type,
      ...(required && { required }),
      ...(unique && { unique }),
      ...(type === "enum" && { values: choices }),
      ...(type === "money" && currency && { currency: currency.trim().toUpperCase() }),
    };
    try {
      await onChange(column ? table.columns.map((c) => (c === column ? next : c)) : [...table.columns, next]);
      onClose();
    } catch (cause) {
      setFailure(cause);
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={column ? `Change ${titleOf(column)}` : "New column"}>
      <Form
        className="grid gap-4"
        failure={failure ?? tries}
        onSubmit={() => {
          if (!busy) void save();
        }}
      >
        <TextField
          label="Name"
          autoComplete="off"
          value={title}
          onChange={(e) => setTitle(e.target.value)}
          error={tries > 0 && !title.trim() ? "A column needs a name." : ""}
          hint={column && column.name !== title ? `Tools know it as ${column.name}.` : undefined}
        />
        <Select
          label="Holds"
          value={type}
          onChange={(e) => setType(e.target.value as ColumnType)}
          options={Object.entries(columnTypes).map(([value, { label }]) => ({ value, label }))}
          hint={`For example: ${columnTypes[type].example}`}
        />
        {type === "enum" && (
          <TextArea
            label="Choices, one a line"
            rows={4}
            value={values}
            onChange={(e) => setValues(e.target.value)}
            error={tries > 0 && !choices.length ? "Write at least one choice." : ""}
          />
        )}
        {type === "money" && (
          <TextField
            label="Currency"
            hint="Three letters: EUR, USD, GBP."
            autoComplete="off"
            maxLength={3}
            value={currency}
            onChange={(e) => setCurrency(e.target.value)}
          />
        )}
        <Switch label="Needed in every row" checked={required} onChange={setRequired} />
        <Switch label="No two rows alike" checked={unique} onChange={setUnique} />
        {failure !== null && (
          <Notice tone="bad">
            {sentence(failure)}
            {isProblem(failure) && failure.fields.map(({ message }) => <span key={message}> {message}.</span>)}
            {isProblem(failure, "CONFLICT") && !failure.fields.length && (
              <>
                {" "}
                A tool can use the column again afterwards.{" "}
                <Link to="/apps/$id/tools" params={{ id }} className="link">
                  Open the tools
                </Link>
              </>
            )}
          </Notice>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy}>
            {column ? "Save" : "Add the column"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
