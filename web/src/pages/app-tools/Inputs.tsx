import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { App } from "~/api/apps";
import { api, take } from "~/api/client";
import type { ToolDraft } from "~/api/tools";
import { lineOf, parseJSON } from "~/data/json";
import { isObject, typesOf, type Schema } from "~/pages/app-editor/data/schema";
import { Button, Card, Segmented, Select, Switch, TextArea, TextField } from "~/ui";

interface Props {
  app: App;
  tool: ToolDraft;
  fault: string;
  readOnly: boolean;
  onChange(input: Record<string, unknown> | null): void;
}

/** The tools of the draft as clients will see them, with the inputs that are made from their handlers. */
export const useDraftTools = (app: App) =>
  useQuery({
    queryKey: ["app", app.id, "tools", "draft", app.updatedAt],
    queryFn: ({ signal }) =>
      take(api.GET("/apps/{id}/tools", { params: { path: { id: app.id }, query: { release: "draft" } }, signal })).then(
        ({ items }) => items ?? [],
      ),
    placeholderData: (before) => before,
    retry: false,
  });

const saidOf = ({ origin }: App, { input }: ToolDraft) => {
  if (origin === "seeded") return "Part of an app that ships with Berth.";
  return input ? "Written by you." : "Made from the choices above. What you change here stays as you write it.";
};

/** What a tool takes: made from what was chosen above, until somebody changes it, as a form or as JSON Schema. */
export function Inputs({ app, tool, fault, readOnly, onChange }: Props) {
  const [as, setAs] = useState("form");
  const tools = useDraftTools(app);
  const derived = tools.data?.find(({ name }) => name === tool.name)?.inputSchema;
  const schema = (tool.input ?? derived ?? { type: "object", properties: {} }) as Schema & Record<string, unknown>;
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold flex-1">What it is given</h2>
        <Segmented
          label="Inputs as"
          hideLabel
          size="small"
          value={as}
          onChange={setAs}
          options={[
            { value: "form", label: "Form" },
            { value: "schema", label: "Schema" },
          ]}
        />
      </div>
      <p className="text-sm text-muted">
        {saidOf(app, tool)}{" "}
        {Boolean(tool.input) && !readOnly && (
          <Button size="small" onClick={() => onChange(null)}>
            Make it from the choices
          </Button>
        )}
      </p>
      {as === "schema" ? (
        <SchemaText key={JSON.stringify(tool.input ?? null)} schema={schema} fault={fault} onChange={onChange} />
      ) : (
        <Properties schema={schema} fault={fault} onChange={onChange} />
      )}
    </Card>
  );
}

function SchemaText({ schema, fault, onChange }: { schema: object; fault: string; onChange: Props["onChange"] }) {
  const [text, setText] = useState(() => JSON.stringify(schema, null, 2));
  const [unread, setUnread] = useState("");
  return (
    <TextArea
      label="JSON Schema"
      hideLabel
      rows={10}
      spellCheck={false}
      className="font-mono"
      value={text}
      error={unread || fault}
      onChange={(e) => {
        setText(e.target.value);
        setUnread("");
      }}
      onBlur={() => {
        const { root, faults } = parseJSON(text);
        const [first] = faults;
        if (first) return setUnread(`Line ${lineOf(text, first.from).line}: ${first.message}.`);
        if (!isObject(root?.value)) return setUnread("A schema is an object: { … }.");
        if (JSON.stringify(root.value) !== JSON.stringify(schema)) onChange(root.value);
      }}
    />
  );
}

const kinds = { string: "Text", number: "Number", integer: "Whole number", boolean: "Yes or no" } as const;

/** What an argument is that the form does not change. */
export function othersOf(property: Schema): string {
  if (property.enum) return `one of ${property.enum.map(String).join(", ")}`;
  const [type = ""] = typesOf(property);
  const each = typesOf(property.items ?? {})[0] ?? "";
  if (type === "array") return each in lists ? lists[each as keyof typeof lists] : "a list";
  return type === "object" ? "a group of values" : type || "anything";
}

const lists = { string: "a list of texts", number: "a list of numbers", integer: "a list of whole numbers" } as const;

function Properties({
  schema,
  fault,
  onChange,
}: {
  schema: Schema & Record<string, unknown>;
  fault: string;
  onChange: Props["onChange"];
}) {
  const properties = Object.entries(schema.properties ?? {});
  const required = schema.required ?? [];
  const put = (next: Record<string, Schema>, needed = required) =>
    onChange({ ...schema, properties: next, required: needed.filter((name) => name in next) });
  return (
    <div className="grid grid-cols-1 gap-3">
      {properties.length === 0 && <p className="text-sm text-muted">Nothing.</p>}
      {properties.map(([name, property]) => {
        const type = typesOf(property)[0] ?? "";
        const simple = type in kinds && !property.enum;
        return (
          <div key={name} className="grid gap-2 border-t border-line pt-3 first:border-0 first:pt-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <code className="font-medium break-all flex-1">{name}</code>
              {simple ? (
                <Select
                  label={`Type of ${name}`}
                  hideLabel
                  className="w-40"
                  value={type}
                  options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
                  onChange={(e) =>
                    put({ ...schema.properties, [name]: { ...property, type: e.target.value as keyof typeof kinds } })
                  }
                />
              ) : (
                <span className="text-sm text-muted">{othersOf(property)}</span>
              )}
            </div>
            <TextField
              label={`What ${name} means`}
              hideLabel
              placeholder="What it means"
              value={property.description ?? ""}
              onChange={(e) => put({ ...schema.properties, [name]: { ...property, description: e.target.value } })}
            />
            <Switch
              label="Needed"
              checked={required.includes(name)}
              onChange={(on) =>
                put(schema.properties ?? {}, on ? [...required, name] : required.filter((other) => other !== name))
              }
            />
          </div>
        );
      })}
      {fault && <p className="text-sm text-bad">{fault}</p>}
    </div>
  );
}
