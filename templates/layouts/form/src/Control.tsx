import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Field } from "./data.ts";

interface ControlProps {
  id: string;
  field: Field;
  value: string | boolean;
  /** Whether it shares its line with a neighbour, where the page is wide enough. */
  half: boolean;
  /** What is wrong with the value, or null. */
  problem: string | null;
  /** Whether the answers are on their way; a field keeps the focus meanwhile. */
  busy: boolean;
  change: (value: string | boolean) => void;
  /** Enter in a field of one line sends the form. */
  submit: () => void;
}

/** One field with its label, its help and its problem, tied together for people who do not see them stand together. */
export function Control(props: ControlProps): VNode {
  const { id, field, problem } = props;
  const check = field.kind === "checkbox";
  const label = (
    <label class="label" for={id}>
      <span dir="auto">{field.label}</span>
      {field.required || check ? null : <span class="optional">{" (optional)"}</span>}
    </label>
  );
  return (
    <div class={check ? "field check" : props.half ? "field half" : "field"}>
      {check ? null : label}
      <Input {...props} />
      {check ? label : null}
      {field.help ? (
        <p class="help" id={`${id}-help`} dir="auto">
          {field.help}
        </p>
      ) : null}
      {problem ? (
        <p class="problem" id={`${id}-problem`} dir="auto">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

function Input({ id, field, value, problem, busy, change, submit }: ControlProps): VNode {
  const described = [field.help ? `${id}-help` : "", problem ? `${id}-problem` : ""].filter(Boolean).join(" ");
  const common = {
    id,
    required: field.required,
    "aria-invalid": problem !== null,
    ...(described ? { "aria-describedby": described } : {}),
  };
  const text = String(value);
  switch (field.kind) {
    case "checkbox":
      return (
        <input
          {...common}
          class="box"
          type="checkbox"
          disabled={busy}
          checked={value === true}
          onChange={(e) => change(e.currentTarget.checked)}
        />
      );
    case "select":
      return (
        <select {...common} class="input" disabled={busy} value={text} onChange={(e) => change(e.currentTarget.value)}>
          <option value="">{field.placeholder || "Choose…"}</option>
          {field.options.map((o, i) => (
            <option key={i} value={String(o.value)}>
              {o.label}
            </option>
          ))}
        </select>
      );
    case "textarea":
      return (
        <Area common={{ ...common, readOnly: busy }} placeholder={field.placeholder} value={text} change={change} />
      );
    case "date":
    case "time":
    case "datetime":
      return (
        <input
          {...common}
          class="input"
          readOnly={busy}
          type={field.kind === "datetime" ? "datetime-local" : field.kind}
          min={field.min ?? undefined}
          max={field.max ?? undefined}
          value={text}
          onInput={(e) => change(e.currentTarget.value)}
        />
      );
    default:
      return (
        <input
          {...common}
          class="input"
          // A field of type "number" hides what it cannot read, so what is wrong could not be said.
          type="text"
          readOnly={busy}
          inputMode={keyboardOf(field)}
          dir="auto"
          placeholder={field.placeholder || (field.kind === "tags" ? "One, two, three" : "")}
          autocomplete={field.kind === "email" ? "email" : field.kind === "phone" ? "tel" : "off"}
          value={text}
          onInput={(e) => change(e.currentTarget.value)}
          onKeyDown={(e) => e.key === "Enter" && !e.isComposing && submit()}
        />
      );
  }
}

/** The keyboard that a phone shows. */
function keyboardOf({ kind, integer, min }: Field): "email" | "tel" | "url" | "numeric" | "decimal" | undefined {
  if (kind === "number") return integer && Number(min ?? -1) >= 0 ? "numeric" : "decimal";
  return kind === "phone" ? "tel" : kind === "email" || kind === "url" ? kind : undefined;
}

/** A text of several lines that grows with what is in it, since nothing inside a widget may scroll. */
function Area(props: {
  common: Record<string, unknown>;
  placeholder: string;
  value: string;
  change: (value: string) => void;
}): VNode {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || CSS.supports("field-sizing", "content")) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight + 2}px`;
  }, [props.value]);
  return (
    <textarea
      {...props.common}
      ref={area}
      class="input"
      rows={3}
      dir="auto"
      placeholder={props.placeholder}
      value={props.value}
      onInput={(e) => props.change(e.currentTarget.value)}
    />
  );
}
