import { useState } from "react";
import { asSentence, isProblem, sentence } from "~/api/problem";
import { Button, Card, Notice } from "~/ui";
import type { Step } from "./proposal";
import type { Proposed } from "./useRefine";

interface Props {
  proposal: Proposed;
  busy: boolean;
  failure: unknown;
  onApply(fields: readonly Step["field"][]): void;
  onDrop(): void;
}

/** What a sentence would change, to be taken or left. A new name is taken only where the sentence says it. */
export function ProposedChanges({ proposal: { prompt, made, steps, tables }, busy, failure, onApply, onDrop }: Props) {
  const said = prompt.toLowerCase().includes((made.name ?? "").toLowerCase());
  const [left, setLeft] = useState<readonly Step["field"][]>(said ? [] : ["name"]);
  const fields = steps.map(({ field }) => field).filter((field) => !left.includes(field));
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="font-semibold">What would change</h2>
      <ul className="grid grid-cols-1 gap-2 text-sm">
        {steps.map(({ field, label, lines }) => (
          <li key={field} className="grid grid-cols-1 gap-1">
            <label className="target inline-flex items-center gap-2 font-medium">
              <input
                type="checkbox"
                checked={!left.includes(field)}
                onChange={(e) => setLeft(e.target.checked ? left.filter((f) => f !== field) : [...left, field])}
              />
              {label}
            </label>
            <ul className="grid gap-0.5 pl-6 text-muted">
              {lines.slice(0, 8).map((line) => (
                <li key={line} className="wrap-anywhere">
                  {line}
                </li>
              ))}
              {lines.length > 8 && <li>… and {lines.length - 8} more</li>}
            </ul>
          </li>
        ))}
        {tables.map(({ name, title, made: fresh, added, removed, rows }) => (
          <li key={name}>
            <span className="font-medium">Table {title}</span>
            <span className="text-muted">
              {": "}
              {[
                fresh ? `new, with ${added.join(", ")}` : "",
                !fresh && added.length ? `gets ${added.join(", ")}` : "",
                removed.length ? `loses ${removed.join(", ")}` : "",
                rows.length ? `${rows.length} ${rows.length === 1 ? "row" : "rows"} more` : "",
              ]
                .filter(Boolean)
                .join("; ") || "its columns"}
            </span>
          </li>
        ))}
      </ul>
      {failure !== null && (
        <Notice tone="bad">
          {[
            sentence(failure),
            ...(isProblem(failure) ? failure.fields.map(({ message }) => asSentence(message)) : []),
          ].join(" ")}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          busy={busy}
          aria-disabled={!fields.length && !tables.length}
          onClick={() => onApply(fields)}
        >
          Change it
        </Button>
        <Button onClick={onDrop}>Leave it</Button>
      </div>
    </Card>
  );
}
