import { Plus, X } from "lucide-react";
import type { FieldMap, Where } from "~/api/tools";
import { Button, IconButton, Select, TextField } from "~/ui";
import { entryIn, mostTaken, ops, pointersIn, typedAs, withTake, withWhere, wordsFor } from "./entries";
import { valueAt } from "./places";

interface Props {
  map: FieldMap;
  answer: unknown;
  onChange(map: FieldMap): void;
}

/** Which entries of an answer are shown: those that fit every condition, and at most so many. */
export function Entries({ map, answer, onChange }: Props) {
  const where = map.where ?? [];
  const entry = entryIn(map, answer);
  const pointers = pointersIn(entry);
  const [first] = pointers;
  const put = (at: number, changes: Partial<Where>) =>
    onChange(withWhere(map, where.map((one, i) => (i === at ? { ...one, ...changes } : one)))); // prettier-ignore
  return (
    <div role="group" aria-label="Which entries" className="grid grid-cols-1 gap-3">
      {where.map((one, at) => {
        const like = valueAt(entry, one.from);
        const options = pointers.includes(one.from) ? pointers : [one.from, ...pointers];
        return (
          <div key={at} className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5 items-start">
            <div className="grid grid-cols-1 gap-1.5 min-w-0 sm:grid-cols-3">
              <Select
                label={`Value that condition ${at + 1} looks at`}
                hideLabel
                value={one.from}
                options={options.map((value) => ({ value, label: wordsFor(value) }))}
                onChange={(e) => put(at, { from: e.target.value })}
              />
              <Select
                label={`How condition ${at + 1} compares`}
                hideLabel
                value={one.op}
                options={ops}
                onChange={(e) => put(at, { op: ops.find(({ value }) => value === e.target.value)?.value ?? "eq" })}
              />
              <TextField
                key={`${one.from} ${JSON.stringify(one.value)}`}
                label={`What condition ${at + 1} compares with`}
                hideLabel
                placeholder={like === undefined || like === null ? "" : String(like)}
                defaultValue={String(one.value ?? "")}
                onBlur={(e) => {
                  const value = typedAs(e.target.value, like);
                  if (value !== one.value) put(at, { value });
                }}
              />
            </div>
            <IconButton
              label={`Without condition ${at + 1}`}
              icon={<X size={16} aria-hidden="true" />}
              onClick={() => onChange(withWhere(map, where.filter((_, i) => i !== at)))} // prettier-ignore
            />
          </div>
        );
      })}
      <div className="flex flex-wrap items-end gap-3">
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden="true" />}
          aria-disabled={first === undefined}
          onClick={() => first !== undefined && onChange(withWhere(map, [...where, { from: first, op: "eq", value: valueAt(entry, first) ?? "" }]))} // prettier-ignore
        >
          Only entries where…
        </Button>
        <TextField
          key={map.take ?? 0}
          className="w-36"
          label="At most"
          inputMode="numeric"
          placeholder="all"
          hint={`entries, up to ${mostTaken}`}
          defaultValue={map.take ? String(map.take) : ""}
          onBlur={(e) => {
            const next = withTake(map, Number(e.target.value.replace(/\D/g, "")) || null);
            if (next.take !== map.take) onChange(next);
          }}
        />
      </div>
    </div>
  );
}
