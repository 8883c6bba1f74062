import { useToolOutput } from "@chatui/runtime";
import { Frame, Head, Notice, Skipped } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { readForm } from "./data.ts";
import { Fields } from "./Fields.tsx";

export function FormWidget(): VNode {
  return (
    <Frame label="Form" skeleton={<Skeleton />}>
      <Content />
    </Frame>
  );
}

function Content(): VNode {
  const output = useToolOutput();
  const form = useMemo(() => readForm(output), [output]);
  if (!form.readable && output !== null) {
    return <Notice kind="error" title="This result cannot be shown" text="It describes no fields." />;
  }
  return (
    <>
      <Head title={form.title} subtitle={form.subtitle} />
      {form.fields.length ? (
        <Fields key={form} form={form} />
      ) : (
        <Notice kind="empty" title="Nothing to fill in" text="This form has no fields." />
      )}
      <Skipped count={form.skipped} />
    </>
  );
}

function Skeleton(): VNode {
  return (
    <div class="fields">
      {[30, 45, 25].map((width) => (
        <div key={width} class="field">
          <div class="bone bone-label" style={{ width: `${width}%` }} />
          <div class="bone bone-input" />
        </div>
      ))}
    </div>
  );
}
