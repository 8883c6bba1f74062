import type { HandlerOf } from "~/api/tools";

type Http = HandlerOf<"http">;
import { Disclosure, Switch, TextField } from "~/ui";

interface Props {
  handler: Http;
  fault(field: string): string;
  onChange(handler: Http): void;
}

/** How long a call may take, and how long its answer is good for. */
export function Further({ handler, fault, onChange }: Props) {
  const read = (text: string, most: number) => Math.min(most, Number(text.replace(/\D/g, ""))) || null;
  const shown = (n: number | null | undefined) => (n ? String(n) : "");
  return (
    <Disclosure label="Time and cache">
      <div className="grid gap-4 pt-2 sm:grid-cols-2">
        <TextField
          label="Seconds for a call"
          inputMode="numeric"
          placeholder="10"
          hint="At most 45."
          value={shown(handler.timeoutSeconds)}
          error={fault("handler.timeoutSeconds")}
          onChange={(e) => onChange({ ...handler, timeoutSeconds: read(e.target.value, 45) })}
        />
        <TextField
          label="Seconds an answer is kept"
          inputMode="numeric"
          placeholder="not at all"
          hint="For GET. Saves calls of the API."
          value={shown(handler.cacheSeconds)}
          error={fault("handler.cacheSeconds")}
          onChange={(e) => onChange({ ...handler, cacheSeconds: read(e.target.value, 86400) })}
        />
        <Switch
          label="The same for everybody"
          hint="Else each person has kept answers of their own."
          checked={handler.shared === true}
          onChange={(shared) => onChange({ ...handler, shared })}
        />
      </div>
    </Disclosure>
  );
}
