import { titleOf } from "~/api/tables";
import { Disclosure, Segmented, Select, TextField } from "~/ui";
import type { SetupProps } from "../kinds/kind";
import { Prompt } from "./Prompt";

/** What a language model is told, what it knows, and how it answers. */
export default function Setup({ app, tool, handler, tables, fault, readOnly, onChange }: SetupProps<"llm">) {
  const { knowledge } = handler;
  const put = (changes: Partial<typeof handler>) => onChange({ ...handler, ...changes });
  const number = (text: string, least: number, most: number) => {
    const n = Number(text.replace(",", "."));
    return text.trim() === "" || Number.isNaN(n) ? null : Math.min(most, Math.max(least, n));
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <Prompt app={app} readOnly={readOnly} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="It knows the rows of"
          value={knowledge?.table ?? ""}
          error={fault("handler.knowledge.table")}
          hint="Those that fit the message best are shown to it."
          options={[
            { value: "", label: "no table" },
            ...tables.map((table) => ({ value: table.name, label: titleOf(table) })),
          ]}
          onChange={(e) => put({ knowledge: e.target.value ? { ...knowledge, table: e.target.value } : null })}
        />
        {knowledge && (
          <TextField
            key={knowledge.table}
            label="At most"
            inputMode="numeric"
            placeholder="8"
            hint="rows, 1 to 50"
            defaultValue={knowledge.limit ? String(knowledge.limit) : ""}
            error={fault("handler.knowledge.limit")}
            onBlur={(e) => {
              const n = Math.min(50, Number(e.target.value.replace(/\D/g, "")));
              put({ knowledge: { table: knowledge.table, ...(n > 0 && { limit: n }) } });
            }}
          />
        )}
      </div>
      <Segmented
        label="Model"
        disabled={readOnly}
        value={handler.model === "fast" ? "fast" : "good"}
        onChange={(model) => put({ model })}
        options={[
          { value: "good", label: "The good one" },
          { value: "fast", label: "The fast one" },
        ]}
      />
      <p className="text-sm text-muted">
        {tool.layoutTemplate
          ? "It answers with data for the widget, which are checked before anybody sees them."
          : "It answers with a text. Choose a layout below to have it fill a widget."}
      </p>
      <Disclosure label="Length and temperature">
        <div className="grid gap-4 pt-2 sm:grid-cols-2">
          <TextField
            label="Tokens of an answer"
            inputMode="numeric"
            placeholder="2048"
            hint="At most 4096."
            defaultValue={String(handler.maxOutputTokens ?? "")}
            error={fault("handler.maxOutputTokens")}
            onBlur={(e) => put({ maxOutputTokens: number(e.target.value.replace(/\D/g, ""), 1, 4096) })}
          />
          <TextField
            label="Temperature"
            inputMode="decimal"
            placeholder="0.2"
            hint="0 is the most sober, 1 the freest."
            defaultValue={String(handler.temperature ?? "")}
            error={fault("handler.temperature")}
            onBlur={(e) => put({ temperature: number(e.target.value, 0, 1) })}
          />
        </div>
      </Disclosure>
    </div>
  );
}
