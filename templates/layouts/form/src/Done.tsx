import { type ToolResult, useLocale } from "@chatui/runtime";
import { checkIcon, Icon } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { formatIn, readings } from "./answers.ts";
import type { Form } from "./data.ts";
import { firstText } from "./outcome.ts";

/** What the tool answered, and the way to fill in another one: what has been sent does not stand there to be sent again. */
export function Done({ form, result, again }: { form: Form; result: ToolResult; again: () => void }): VNode {
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone, so the focus goes to what took its place.
  useLayoutEffect(() => place.current?.focus(), []);
  const pairs = readings(result.structuredContent, form.fields, formatIn(useLocale()));
  const said = pairs.length ? "" : firstText(result);
  return (
    <>
      <div ref={place} class="done" role="status" tabIndex={-1}>
        <span class="stamp">
          <Icon path={checkIcon} />
        </span>
        <div class="outcome">
          <p class="outcome-title" dir="auto">
            {form.success || "Received"}
          </p>
          {said ? (
            <p class="outcome-text" dir="auto">
              {said}
            </p>
          ) : null}
        </div>
      </div>
      {pairs.length ? (
        <dl class="readings">
          {pairs.map(([name, value]) => (
            <div key={name} class="reading">
              <dt dir="auto">{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div class="actions">
        <button type="button" class="button" onClick={again}>
          Send another
        </button>
      </div>
    </>
  );
}
