import { X } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { read } from "~/pages/app-data/cells/read";
import { Button, IconButton, Select, Switch, TextArea, TextField } from "~/ui";
import { dataPath, useForm } from "./form";
import { reveal } from "../parts/reveal";
import { written, type Path } from "./path";
import { kindsOf, typesOf, type Schema } from "./schema";

interface Props {
  label: string;
  schema: Schema;
  value: unknown;
  path: Path;
  required: boolean;
  /** Shows the label to screen readers alone. */
  bare?: boolean;
}

/** One value: a text, a number, yes or no, or a choice. */
export function ValueField({ label, schema, value, path, required, bare = false }: Props) {
  const form = useForm();
  const types = typesOf(schema);
  const key = written(path);
  const error = form.error(path);
  const remove = !required && value !== undefined && !bare && !form.readOnly && (
    <IconButton
      size="small"
      label={`Remove ${label.toLowerCase()}`}
      icon={<X size={14} aria-hidden="true" />}
      className="-my-2 text-muted"
      onClick={() => form.change(path, undefined)}
    />
  );
  const common = {
    label,
    error,
    "data-path": dataPath(path),
    hideLabel: bare,
    aside: remove || undefined,
    hint: bare ? undefined : schema.description,
  };

  if (schema.enum) {
    const choices = schema.enum.filter((choice) => choice !== null);
    const options = choices.map((choice) => ({ value: String(choice), label: String(choice) }));
    if (value === undefined || value === null || !choices.includes(value))
      options.unshift({ value: "", label: value === undefined || value === null ? "Choose…" : String(value) });
    return (
      <Select
        {...common}
        value={String(value ?? "")}
        disabled={form.readOnly}
        options={options}
        onChange={(e) =>
          form.change(
            path,
            schema.enum?.find((choice) => String(choice) === e.target.value),
          )
        }
      />
    );
  }
  if (typeof value === "boolean" || kindsOf(schema).join() === "boolean") {
    return (
      <div className="flex items-start gap-2">
        <div className="flex-1">
          <Switch
            label={label}
            hint={schema.description}
            checked={value === true}
            disabled={form.readOnly}
            onChange={(on) => form.change(path, on)}
          />
        </div>
        {remove}
      </div>
    );
  }
  if (types.length > 0 && types.every((type) => type === "number" || type === "integer" || type === "null")) {
    return (
      <NumberField
        {...common}
        readOnly={form.readOnly}
        value={value}
        empty={types.includes("null") ? null : ""}
        onChange={(next) => form.change(path, next, key)}
      />
    );
  }
  const text = value === null || value === undefined ? "" : String(value);
  const long = ((schema.maxLength ?? 0) >= 500 && !schema.pattern) || text.includes("\n");
  const set = (next: string) => form.change(path, typeof value === "number" ? numberIn(next, "") : next, key);
  if (text.startsWith("data:image/"))
    return (
      <Embedded
        label={label}
        error={error}
        text={text}
        path={dataPath(path)}
        aside={remove}
        onReplace={
          form.readOnly
            ? undefined
            : () => {
                set("");
                reveal(dataPath(path));
              }
        }
      />
    );
  if (long)
    return (
      <TextArea {...common} rows={2} readOnly={form.readOnly} value={text} onChange={(e) => set(e.target.value)} />
    );
  return (
    <TextField
      {...common}
      autoComplete="off"
      readOnly={form.readOnly}
      value={text}
      {...(schema.pattern?.startsWith("^https") ? { inputMode: "url" as const, spellCheck: false } : {})}
      onChange={(e) => set(e.target.value)}
    />
  );
}

interface NumberProps extends Omit<ComponentProps<typeof TextField>, "value" | "onChange"> {
  value: unknown;
  /** What an empty field stands for. */
  empty: null | "";
  onChange(value: unknown): void;
}

/** A number, read as the grid of Data reads it. What was typed stays as it was typed while it means the value: "3,20", "1.0". */
function NumberField({ value, empty, onChange, ...props }: NumberProps) {
  const [typed, setTyped] = useState("");
  const shown = typed && numberIn(typed, empty) === value ? typed : String(value ?? "");
  return (
    <TextField
      {...props}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      onChange={(e) => {
        setTyped(e.target.value);
        onChange(numberIn(e.target.value, empty));
      }}
    />
  );
}

/** A number where the text is one; what is none ("-") stays a text, which the schema then refuses in words. */
function numberIn(text: string, empty: null | ""): unknown {
  const reading = read(text, { type: "number" });
  return "fault" in reading ? text : (reading.value ?? empty);
}

/** A picture that is in the data itself: shown, not spelled out. */
function Embedded({
  label,
  error,
  text,
  path,
  aside,
  onReplace,
}: {
  label: string;
  error: string;
  text: string;
  path: string;
  aside: React.ReactNode;
  onReplace: (() => void) | undefined;
}) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-medium text-sm">{label}</span>
        {aside}
      </div>
      <div className="flex gap-3 items-center text-sm text-muted">
        <img src={text} alt="" className="size-12 rounded-control border border-line object-cover bg-sunken shrink-0" />
        <span className="flex-1 min-w-0">In the data itself, {Math.ceil(text.length / 1024)} KiB</span>
        {onReplace && (
          <Button size="small" data-path={path} onClick={onReplace} aria-label={`Replace ${label.toLowerCase()}`}>
            Replace
          </Button>
        )}
      </div>
      {error && <p className="text-sm text-bad">{error}</p>}
    </div>
  );
}
