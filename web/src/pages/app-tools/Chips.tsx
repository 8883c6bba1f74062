import clsx from "clsx";
import { Check } from "lucide-react";

interface Props {
  label: string;
  hint?: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onToggle(value: string): void;
}

/** Any number of a few values, all in sight. */
export function Chips({ label, hint, options, chosen, onToggle }: Props) {
  return (
    <div role="group" aria-label={label} className="grid gap-1.5">
      <span className="font-medium text-sm" aria-hidden="true">
        {label}
      </span>
      <div className="flex flex-wrap gap-1.5">
        {options.map(({ value, label: text }) => {
          const on = chosen.includes(value);
          return (
            <button
              key={value}
              type="button"
              aria-pressed={on}
              className={clsx(
                "target inline-flex items-center gap-1.5 px-3 rounded-full text-sm border border-line hover:bg-hover",
                "aria-pressed:bg-accent-soft aria-pressed:text-accent aria-pressed:border-transparent",
              )}
              onClick={() => onToggle(value)}
            >
              {on && <Check size={14} aria-hidden="true" />}
              {text}
            </button>
          );
        })}
        {options.length === 0 && <span className="text-sm text-muted">This table has no such columns.</span>}
      </div>
      {hint && <p className="text-sm text-muted">{hint}</p>}
    </div>
  );
}
