import clsx from "clsx";
import { useId, type ReactNode } from "react";

interface Props {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
}

/** On or off, with effect at once. */
export function Switch({ label, hint, checked, onChange, disabled }: Props) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        type="checkbox"
        role="switch"
        id={id}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(e) => onChange(e.target.checked)}
        className={clsx(
          "appearance-none shrink-0 w-11 h-6 rounded-full bg-edge checked:bg-accent transition-colors relative",
          "before:absolute before:top-0.5 before:left-0.5 before:size-5 before:rounded-full before:bg-surface",
          "before:shadow-low before:transition-transform checked:before:translate-x-5 disabled:opacity-50",
        )}
      />
      <div className="grid gap-0.5">
        <label htmlFor={id} className="font-medium text-sm leading-6">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
