import { Plus } from "lucide-react";
import { useState } from "react";
import { Button, Menu, MenuItem, Notice, TextField } from "~/ui";
import { dataPath, useForm } from "./form";
import { ListField } from "./ListField";
import type { Path } from "./path";
import { blank, isObject, kindsOf, wordsOf, type Schema } from "./schema";
import { ValueField } from "./ValueField";

interface Props {
  schema: Schema;
  value: unknown;
  path: Path;
  /** Names that a value of this kind has elsewhere, where the schema names none. */
  usual?: readonly string[];
}

/** The fields of an object: those that it has and must have, and a way to add the others. */
export function ObjectFields({ schema, value, path, usual = [] }: Props) {
  const { readOnly, all, change, error } = useForm();
  const object = isObject(value) ? value : {};
  const properties = schema.properties ?? {};
  const free = Object.keys(object).filter((key) => !properties[key]);
  const shown = Object.keys(properties).filter(
    (key) => (all && path.length === 0) || object[key] !== undefined || schema.required?.includes(key),
  );
  const absent = Object.keys(properties).filter((key) => !shown.includes(key));
  const open = schema.additionalProperties !== false && !Object.keys(properties).length;
  const wrong = error(path);
  if (value !== undefined && !isObject(value))
    return <Notice tone="bad">{wrong || "This must be an object."} Change it under JSON.</Notice>;
  return (
    <div className="grid gap-4">
      {wrong && <Notice tone="warn">{wrong}</Notice>}
      {shown.map((key) => (
        <Property
          key={key}
          name={key}
          schema={properties[key] ?? {}}
          value={object[key]}
          path={[...path, key]}
          required={schema.required?.includes(key) ?? false}
        />
      ))}
      {[...free, ...(open ? usual.filter((key) => object[key] === undefined) : [])].map((key) => (
        <Property
          key={key}
          name={key}
          schema={{}}
          value={object[key]}
          path={[...path, key]}
          required={false}
          words={key}
        />
      ))}
      {!readOnly && (absent.length > 0 || open) && (
        <div className="flex flex-wrap gap-2">
          {absent.length > 0 && (
            <Menu
              align="start"
              trigger={
                <Button
                  size="small"
                  look="quiet"
                  icon={<Plus size={14} aria-hidden="true" />}
                  data-path={shown.length ? undefined : dataPath(path)}
                >
                  Add a field
                </Button>
              }
            >
              {absent.map((key) => (
                <MenuItem key={key} onSelect={() => change([...path, key], blank(properties[key] ?? {}))}>
                  {wordsOf(key)}
                  <span className="block text-xs text-muted">{properties[key]?.description}</span>
                </MenuItem>
              ))}
            </Menu>
          )}
          {open && <NewKey taken={[...free, ...usual]} onAdd={(key) => change([...path, key], "")} />}
        </div>
      )}
    </div>
  );
}

function Property({
  name,
  schema,
  value,
  path,
  required,
  words = wordsOf(name),
}: {
  name: string;
  schema: Schema;
  value: unknown;
  path: Path;
  required: boolean;
  words?: string;
}) {
  const types = kindsOf(schema);
  if (types.includes("array") && (Array.isArray(value) || types.length === 1))
    return (
      <ListField
        {...{ name, schema, value, path, required }}
        object={(schema, value, path, usual) => <ObjectFields {...{ schema, value, path, usual }} />}
      />
    );
  if (isObject(value) || (types.length === 1 && types[0] === "object")) {
    return (
      <fieldset className="grid gap-3 rounded-card border border-line p-3 sm:p-4 min-w-0">
        <legend className="font-medium text-sm px-1">{words}</legend>
        <ObjectFields schema={schema} value={value} path={path} />
      </fieldset>
    );
  }
  return <ValueField label={words} schema={schema} value={value} path={path} required={required} />;
}

/** Adds a field with a name of one's own. */
function NewKey({ taken, onAdd }: { taken: readonly string[]; onAdd(key: string): void }) {
  const [key, setKey] = useState("");
  const twice = taken.includes(key.trim());
  const add = () => {
    if (!key.trim() || twice) return;
    onAdd(key.trim());
    setKey("");
  };
  return (
    <div className="flex gap-2 items-start">
      <TextField
        label="Name of a new field"
        hideLabel
        placeholder="Name of a new field"
        value={key}
        autoComplete="off"
        onChange={(e) => setKey(e.target.value)}
        error={twice ? "This field is there already." : ""}
        onKeyDown={(e) => {
          if (e.key === "Enter") {
            e.preventDefault();
            add();
          }
        }}
      />
      <Button size="small" onClick={add} icon={<Plus size={14} aria-hidden="true" />}>
        Add
      </Button>
    </div>
  );
}
