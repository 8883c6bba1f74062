import clsx from "clsx";
import { useState } from "react";
import { Button, Dialog } from "~/ui";
import { labels, type FieldName } from "./fields";
import { differences } from "./merge";
import { useDraftSession, useDraftState } from "./useDraft";

/** Two versions of the same fields: which one stays is chosen field by field. */
export function ConflictDialog() {
  const session = useDraftSession();
  const conflict = useDraftState((s) => s.conflict);
  const draft = useDraftState((s) => s.draft);
  const [choice, setChoice] = useState<Partial<Record<FieldName, "mine" | "theirs">>>({});
  if (!conflict) return null;
  const theirs = conflict.theirs.data;
  const all = (side: "mine" | "theirs") =>
    setChoice(Object.fromEntries(conflict.conflicts.map((field) => [field, side])));
  const settle = () => {
    session.settle(choice);
    setChoice({});
  };
  return (
    <Dialog
      open
      firm
      wide
      onClose={() => undefined}
      title="Somebody else changed this too"
      description="These fields were changed in two places at once. Choose which version stays; undo brings the other one back."
      actions={
        <Button look="primary" onClick={settle}>
          Keep what is chosen
        </Button>
      }
    >
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => all("mine")}>
          All mine
        </Button>
        <Button size="small" onClick={() => all("theirs")}>
          All theirs
        </Button>
      </div>
      <div className="grid gap-4 max-h-[50dvh] overflow-y-auto" tabIndex={0} role="region" aria-label="Both versions">
        {conflict.conflicts.map((field) => (
          <fieldset key={field} className="grid gap-2 min-w-0">
            <legend className="font-medium text-sm mb-1">{labels[field]}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {(["mine", "theirs"] as const).map((side) => {
                const on = (choice[field] ?? "mine") === side;
                return (
                  <label
                    key={side}
                    className={clsx(
                      "rounded-control border p-3 grid gap-1.5 content-start min-w-0",
                      on ? "border-accent bg-accent-soft" : "border-line hover:border-edge",
                    )}
                  >
                    <span className="flex items-center gap-2 text-sm font-medium target">
                      <input
                        type="radio"
                        name={`conflict-${field}`}
                        checked={on}
                        onChange={() => setChoice({ ...choice, [field]: side })}
                      />
                      {side === "mine" ? "Mine" : "Theirs"}
                    </span>
                    <Version mine={draft[field]} theirs={theirs[field]} side={side} />
                  </label>
                );
              })}
            </div>
          </fieldset>
        ))}
      </div>
      {conflict.taken.length > 0 && (
        <p className="text-sm text-muted">
          Also changed there, and taken over: {conflict.taken.map((field) => labels[field]).join(", ")}.
        </p>
      )}
    </Dialog>
  );
}

/** One side's value: a text as it is, anything larger by the places in which the two differ. */
function Version({ mine, theirs, side }: { mine: unknown; theirs: unknown; side: "mine" | "theirs" }) {
  const found = differences(mine, theirs, 12);
  return (
    <ul className="grid gap-1 text-sm">
      {found.map((difference) => (
        <li key={difference.path} className="min-w-0 wrap-anywhere">
          {difference.path && <code className="text-muted block">{difference.path}</code>}
          <span className="whitespace-pre-wrap">{shown(difference[side])}</span>
        </li>
      ))}
      {found.length === 12 && <li className="text-muted">… and more</li>}
    </ul>
  );
}

function shown(value: unknown): string {
  if (value === undefined) return "(not there)";
  if (value === "" || value === null) return "(empty)";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
