import clsx from "clsx";
import { Check, GripVertical } from "lucide-react";
import { useState, type KeyboardEvent } from "react";

interface Props {
  label: string;
  hint?: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onToggle(value: string): void;
  /** The order of what is chosen matters: it is dragged, or moved by Alt and the arrow keys. */
  onOrder?(chosen: readonly string[]): void;
}

/** Any number of a few values, all in sight. */
export function Chips({ label, hint, options, chosen, onToggle, onOrder }: Props) {
  const [dragged, setDragged] = useState("");
  const [said, setSaid] = useState("");
  const rank = (value: string) => (chosen.includes(value) ? chosen.indexOf(value) : chosen.length);
  const ordered = onOrder ? options.toSorted((a, b) => rank(a.value) - rank(b.value)) : options;
  const move = (value: string, to: number) => {
    const next = chosen.filter((other) => other !== value);
    next.splice(to, 0, value);
    onOrder?.(next);
    setSaid(`Moved to place ${to + 1} of ${chosen.length}`);
  };
  const keys = (event: KeyboardEvent<HTMLElement>, value: string) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!event.altKey || !by) return;
    event.preventDefault();
    const to = chosen.indexOf(value) + by;
    if (to < 0 || to >= chosen.length) return;
    const { currentTarget } = event;
    move(value, to);
    requestAnimationFrame(() => currentTarget.focus()); // moving it in the document takes the focus away
  };
  const several = Boolean(onOrder) && chosen.length > 1;
  return (
    <div role="group" aria-label={label} className="grid gap-1.5">
      <span className="font-medium text-sm" aria-hidden="true">
        {label}
      </span>
      <div className="flex flex-wrap gap-1.5">
        {ordered.map(({ value, label: text }) => {
          const on = chosen.includes(value);
          const moves = on && several;
          return (
            <button
              key={value}
              type="button"
              aria-pressed={on}
              draggable={moves}
              aria-keyshortcuts={moves ? "Alt+ArrowLeft Alt+ArrowRight" : undefined}
              className={clsx(
                "target inline-flex items-center gap-1.5 px-3 rounded-full text-sm border border-line hover:bg-hover",
                "aria-pressed:bg-accent-soft aria-pressed:text-accent aria-pressed:border-transparent",
                dragged === value && "opacity-50",
              )}
              onClick={() => onToggle(value)}
              {...(moves && {
                onKeyDown: (e) => keys(e, value),
                onDragStart: (e) => {
                  e.dataTransfer.effectAllowed = "move";
                  e.dataTransfer.setData("text/plain", text);
                  setDragged(value);
                },
                onDragEnd: () => setDragged(""),
                onDragOver: (e) => dragged && e.preventDefault(),
                onDrop: (e) => {
                  e.preventDefault();
                  if (dragged && dragged !== value) move(dragged, chosen.indexOf(value));
                },
              })}
            >
              {moves ? (
                <GripVertical size={14} className="-ml-1" aria-hidden="true" />
              ) : (
                on && <Check size={14} aria-hidden="true" />
              )}
              {text}
            </button>
          );
        })}
        {options.length === 0 && <span className="text-sm text-muted">This table has no such columns.</span>}
      </div>
      {(hint || several) && (
        <p className="text-sm text-muted">
          {hint} {several && "Drag to reorder, or press Alt and an arrow key."}
        </p>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  );
}
