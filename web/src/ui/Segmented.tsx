import clsx from "clsx";
import { useId, type ReactNode } from "react";

interface Props<V extends string> {
  label: string;
  /** Keeps the label for screen readers alone. */
  hideLabel?: boolean;
  value: V;
  onChange(value: V): void;
  options: readonly { value: NoInfer<V>; label: ReactNode; icon?: ReactNode; title?: string }[];
  size?: "small" | "normal";
  disabled?: boolean;
  /** Where the first choice stands in the data that the control edits. */
  path?: string;
  className?: string;
}

/** One of a few values, all in sight. The arrow keys move the choice. */
export function Segmented<V extends string>({
  label,
  hideLabel = false,
  value,
  onChange,
  options,
  size = "normal",
  disabled,
  path,
  className,
}: Props<V>) {
  const name = useId();
  return (
    <fieldset className={clsx("grid gap-1.5 min-w-0 content-start", className)} disabled={disabled}>
      <legend className={hideLabel ? "sr-only" : "font-medium text-sm mb-1.5"}>{label}</legend>
      <div className="inline-flex w-fit max-w-full rounded-control bg-sunken">
        {options.map((option, i) => (
          <label
            key={option.value}
            title={option.title}
            className={clsx(
              "choice relative target min-w-0 inline-flex items-center justify-center gap-1.5 font-medium text-sm",
              "select-none text-muted hover:text-text has-checked:bg-raised has-checked:text-text",
              "has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:opacity-60",
              size === "small" ? "px-2" : "px-3 max-xs:px-2",
            )}
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              data-path={i === 0 ? path : undefined}
            />
            {option.icon}
            <span className={clsx("truncate", option.icon && "max-sm:sr-only")}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
