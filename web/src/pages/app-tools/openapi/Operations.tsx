import { useState } from "react";
import type { Schemas } from "~/api/client";
import { Badge, EmptyState, TextField } from "~/ui";

type Operation = Schemas["Operation"];

interface Props {
  /** The best first. */
  operations: readonly Operation[];
  chosen: readonly string[];
  /** How many can be chosen. */
  room: number;
  onChoose(ids: readonly string[]): void;
}

const mostShown = 50;

/** What an API can do, the best first; those that are recommended are chosen to begin with. */
export function Operations({ operations, chosen, room, onChoose }: Props) {
  const [words, setWords] = useState("");
  const found = operations.filter(({ id, method, path, summary }) =>
    words.toLowerCase().split(/\s+/).every((word) => `${id} ${method} ${path} ${summary}`.toLowerCase().includes(word)),
  ); // prettier-ignore
  if (operations.length === 0)
    return <EmptyState title="Nothing to make tools of">The document describes no operations.</EmptyState>;
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-sm text-muted">
        {operations.length} {operations.length === 1 ? "operation" : "operations"}. Few tools that fit are found better
        than many: choose what people will ask for{room < operations.length ? `, at most ${room}` : ""}.
      </p>
      {operations.length > 8 && (
        <TextField
          label="Search"
          hideLabel
          type="search"
          placeholder="Search the operations"
          value={words}
          onChange={(e) => setWords(e.target.value)}
        />
      )}
      <ul aria-label="Operations" className="grid grid-cols-1 gap-1 max-h-[26rem] overflow-y-auto -mx-2" tabIndex={0}>
        {found.slice(0, mostShown).map(({ id, method, path, summary, recommended, tool, problems }, at) => {
          const on = chosen.includes(id);
          return (
            <li key={id} className="rounded-control px-2 hover:bg-hover">
              <div className="target flex items-start gap-3 py-2">
                <input
                  type="checkbox"
                  id={`operation ${at}`}
                  className="mt-1"
                  checked={on}
                  disabled={!tool || (!on && chosen.length >= room)}
                  onChange={() => onChoose(on ? chosen.filter((other) => other !== id) : [...chosen, id])}
                />
                <div className="grid gap-0.5 min-w-0">
                  <span className="flex flex-wrap items-center gap-2">
                    <label htmlFor={`operation ${at}`} className="font-medium wrap-anywhere cursor-pointer">
                      {summary || id}
                    </label>
                    {recommended && <Badge tone="good">Recommended</Badge>}
                    {!tool && <Badge tone="warn">No tool of it</Badge>}
                  </span>
                  <code className="text-sm text-muted break-all">
                    {method.toUpperCase()} {path}
                  </code>
                </div>
              </div>
              {problems.length > 0 && (
                <details className="pl-7 pb-2 text-sm text-muted">
                  <summary className="target cursor-pointer flex items-center">
                    {problems.length} {problems.length === 1 ? "remark" : "remarks"}
                  </summary>
                  <ul className="grid gap-1 wrap-anywhere">
                    {problems.slice(0, 10).map(({ location, message }) => (
                      <li key={location + message}>
                        <code>{location}</code> {message}.
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          );
        })}
      </ul>
      {found.length === 0 && <p className="text-sm text-muted">Nothing has these words.</p>}
      {found.length > mostShown && (
        <p className="text-sm text-muted">{found.length - mostShown} more: search for them.</p>
      )}
    </div>
  );
}
