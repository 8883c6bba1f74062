import { useHost, useToolOutput, useToolResponseMetadata } from "@chatui/runtime";
import { Frame, Notice, Paged } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Draft, playHost, type Problem, readDraft, readProblems } from "./inner.ts";

/** The widget of the draft that was made, changed or tried, drawn by its own document. */
export function DraftWidget(): VNode {
  const meta = useToolResponseMetadata();
  const output = useToolOutput();
  const draft = useMemo(() => readDraft(meta), [meta]);
  const problems = useMemo(() => readProblems(output), [output]);
  return (
    <Frame label="Draft" skeleton={<div class="bone" />}>
      {draft ? (
        <Inner key={draft.html} draft={draft} />
      ) : problems.length ? (
        <Problems key={problems} problems={problems} />
      ) : (
        <Notice kind="empty" title="Nothing to see yet" text="This tool has no widget." />
      )}
    </Frame>
  );
}

/** What is to be mended before there is anything to see: the chat reads it too, and knows how. */
function Problems({ problems }: { problems: Problem[] }): VNode {
  return (
    <Notice kind="error" title="Not ready yet" text="To mend before the widget can be drawn:">
      <Paged
        entries={problems}
        page={6}
        class="problems"
        item={({ location, message }) => (
          <>
            <code dir="ltr">{location}</code> <span dir="auto">{message}</span>
          </>
        )}
      />
    </Notice>
  );
}

function Inner({ draft }: { draft: Draft }): VNode {
  const host = useHost();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(240);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const stop = playHost(element, draft, host, setHeight);
    element.srcdoc = draft.html; // once somebody listens
    return stop;
  }, [draft, host]);
  return (
    <>
      <p class="note">
        {draft.release === "live"
          ? "Published: answered by what is live, shown in the draft’s widget."
          : "Draft: nobody else sees this until it is published."}
      </p>
      <iframe
        ref={frame}
        class="document"
        title={`Widget of ${draft.tool || "the draft"}`}
        sandbox="allow-scripts allow-popups"
        height={height}
      />
    </>
  );
}
