import { isDict, text, type ToolResult } from "@chatui/runtime";
import { checkIcon, Icon } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { readings } from "./answers.ts";

/** What the tool answered, and the way back to the fields. */
export function Done({ message, result, again }: { message: string; result: ToolResult; again: () => void }): VNode {
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone, so the focus goes to what took its place.
  useLayoutEffect(() => place.current?.focus(), []);
  const pairs = readings(result.structuredContent);
  const said = pairs.length ? "" : firstText(result);
  return (
    <>
      <div ref={place} class="done" role="status" tabIndex={-1}>
        <span class="stamp">
          <Icon path={checkIcon} />
        </span>
        <div class="outcome">
          <p class="outcome-title" dir="auto">
            {message || "Sent"}
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
          Back to the form
        </button>
      </div>
    </>
  );
}

/** The first text of the result that is no JSON. */
function firstText(result: ToolResult): string {
  const blocks = Array.isArray(result.content) ? result.content : [];
  return (
    blocks.map((b) => (isDict(b) && b["type"] === "text" ? text(b["text"]) : "")).find((t) => t && !/^[[{]/.test(t)) ??
    ""
  );
}
