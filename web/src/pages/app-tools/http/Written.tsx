import type { As, FieldMap } from "~/api/tools";
import { Select, TextField } from "~/ui";
import { sourceIn, written } from "./entries";
import type { Place } from "./places";

interface Props {
  map: FieldMap;
  of: Place;
  onChange(map: FieldMap): void;
}

const kinds: { value: As | ""; label: string }[] = [
  { value: "", label: "as it is" },
  { value: "text", label: "a text" },
  { value: "number", label: "a number" },
  { value: "money", label: "money" },
  { value: "date", label: "a day" },
  { value: "datetime", label: "a time" },
  { value: "url", label: "a link" },
  { value: "boolean", label: "yes or no" },
];

/** How the value of a place is written, and what stands there where an entry has none. */
export function Written({ map, of, onChange }: Props) {
  const source = sourceIn(map, of);
  if (!source) return null;
  const { as, fallback } = source;
  return (
    <div role="group" aria-label={`How ${of.label} is written`} className="grid gap-3 sm:grid-cols-2">
      <Select
        label={`${of.label} is`}
        value={as ?? ""}
        options={kinds}
        onChange={(e) => {
          const next = kinds.find(({ value }) => value === e.target.value)?.value;
          onChange(written(map, of, { ...(next && { as: next }), fallback }));
        }}
      />
      <TextField
        key={`${of.in} ${of.field} ${JSON.stringify(fallback)}`}
        label="Where there is none"
        placeholder="nothing"
        defaultValue={fallback === undefined ? "" : String(fallback)}
        onBlur={(e) => {
          const text = e.target.value;
          const next = as === "number" || as === "money" ? (text.trim() && !Number.isNaN(Number(text)) ? Number(text) : text) : text; // prettier-ignore
          if (next !== (fallback ?? "")) onChange(written(map, of, { ...(as && { as }), fallback: next }));
        }}
      />
    </div>
  );
}
