import type { Handler } from "~/api/tools";
import { Disclosure, Switch, TextField } from "~/ui";

interface Props {
  handler: Handler;
  fault(field: string): string;
  onChange(handler: Handler): void;
}

/** How long a call may take, and how long its answer is good for. */
export function Further({ handler, fault, onChange }: Props) {
  const put = (field: string, text: string, most: number) => {
    const { [field]: _, ...rest } = handler;
    const n = Math.min(most, Number(text.replace(/\D/g, "")));
    onChange({ ...rest, ...(n > 0 && { [field]: n }) } as Handler);
  };
  const shown = (field: string) =>
    typeof handler[field] === "number" && handler[field] > 0 ? String(handler[field]) : "";
  return (
    <Disclosure label="Time and cache">
      <div className="grid gap-4 pt-2 sm:grid-cols-2">
        <TextField
          label="Seconds for a call"
          inputMode="numeric"
          placeholder="10"
          hint="At most 45."
          value={shown("timeoutSeconds")}
          error={fault("handler.timeoutSeconds")}
          onChange={(e) => put("timeoutSeconds", e.target.value, 45)}
        />
        <TextField
          label="Seconds an answer is kept"
          inputMode="numeric"
          placeholder="not at all"
          hint="For GET. Saves calls of the API."
          value={shown("cacheSeconds")}
          error={fault("handler.cacheSeconds")}
          onChange={(e) => put("cacheSeconds", e.target.value, 86400)}
        />
        <Switch
          label="The same for everybody"
          hint="Else each person has kept answers of their own."
          checked={handler["shared"] === true}
          onChange={(shared) => onChange({ ...handler, shared })}
        />
      </div>
    </Disclosure>
  );
}
