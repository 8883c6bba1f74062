import clsx from "clsx";
import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react";
import { ChevronDown, CircleAlert } from "lucide-react";

interface Labels {
  label: ReactNode;
  /** What is expected, always shown. */
  hint?: ReactNode;
  /** What is wrong and what would be right; "" or absent: nothing. What was typed stays. */
  error?: ReactNode;
  /** Shown at the right of the label: "optional", a counter, an action. */
  aside?: ReactNode;
  /** Keeps the label for screen readers alone. */
  hideLabel?: boolean;
}

/** What a control must carry so that its label, hint and error belong to it. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** A label, a hint and an error around any control. */
export function Field({
  label,
  hint,
  error,
  aside,
  hideLabel = false,
  className,
  children,
}: Labels & { className?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={clsx("grid gap-1.5 content-start min-w-0", className)}>
      <div className={hideLabel && !aside ? "contents" : "flex items-baseline justify-between gap-3"}>
        <label htmlFor={id} className={hideLabel ? "sr-only" : "font-medium text-sm"}>
          {label}
        </label>
        {aside && <span className="text-sm text-muted">{aside}</span>}
      </div>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-bad flex gap-1.5">
          <CircleAlert size={16} className="shrink-0 mt-0.5" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">{error}</span>
        </p>
      )}
    </div>
  );
}

/** The look of every control that takes text. */
export const controlClass = clsx(
  "target w-full min-w-0 rounded-control border border-edge bg-surface px-3 py-1.5 text-text text-base",
  "sm:text-[0.9375rem] hover:border-muted aria-invalid:border-bad focus-visible:outline-offset-0",
  "disabled:opacity-60",
);

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, "id"> & { ref?: Ref<HTMLInputElement> };

export function TextField({ label, hint, error, aside, hideLabel, className, ...rest }: Labels & Input) {
  return (
    <Field {...{ label, hint, error, aside, className }} hideLabel={hideLabel ?? false}>
      {(control) => <input {...rest} {...control} className={controlClass} />}
    </Field>
  );
}

type Area = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id"> & { ref?: Ref<HTMLTextAreaElement> };

/** A text of several lines, which grows with what is typed. */
export function TextArea({ label, hint, error, aside, hideLabel, className, rows = 3, ...rest }: Labels & Area) {
  return (
    <Field {...{ label, hint, error, aside, className }} hideLabel={hideLabel ?? false}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          rows={rows}
          style={{ minHeight: `${rows * 1.5 + 1.25}rem` }}
          className={clsx(controlClass, "field-sizing-content max-h-96 resize-y py-2")}
        />
      )}
    </Field>
  );
}

type Choice = Omit<SelectHTMLAttributes<HTMLSelectElement>, "id"> & {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  ref?: Ref<HTMLSelectElement>;
};

/** One of a few values: the platform's own list, which every phone and screen reader knows. */
export function Select({ label, hint, error, aside, hideLabel, className, options, ...rest }: Labels & Choice) {
  return (
    <Field {...{ label, hint, error, aside, className }} hideLabel={hideLabel ?? false}>
      {(control) => (
        <span className="relative grid">
          <select {...rest} {...control} className={clsx(controlClass, "appearance-none pr-9")}>
            {options.map(({ value, label: text, disabled }) => (
              <option key={value} value={value} disabled={disabled}>
                {text}
              </option>
            ))}
          </select>
          <ChevronDown
            size={16}
            className="absolute right-3 top-1/2 -translate-y-1/2 pointer-events-none text-muted"
            aria-hidden="true"
          />
        </span>
      )}
    </Field>
  );
}
