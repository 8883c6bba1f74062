import {
  errorText,
  failed,
  formatDate,
  formatNumber,
  type ToolResult,
  useCan,
  useHost,
  useLocale,
  useToolOutput,
} from "@chatui/runtime";
import { Frame, Head, Notice, Skipped } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Answers, type Format, initialAnswers, problems, toArguments } from "./answers.ts";
import { type Form, readForm } from "./data.ts";
import { Control } from "./Control.tsx";
import { Done } from "./Done.tsx";
import { signsOf } from "./numbers.ts";

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

/** The fields and what becomes of them. None of this is a <form>: a host's sandbox without allow-forms swallows the submit event. */
function Fields({ form }: { form: Form }): VNode {
  // A host that changes its language does not change what the numbers in the fields mean.
  const [locale] = useState(useLocale());
  const [signs] = useState(() => signsOf(locale));
  const [answers, setAnswers] = useState<Answers>(() => initialAnswers(form.fields, signs));
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const { send, busy, error, result, again } = useSend(form);
  const can = useCan("callTool") && form.tool !== "";
  const root = useRef<HTMLDivElement>(null);
  // After a failed check the focus goes to the first field that is wrong; attempts tells one check from the next.
  const [attempts, setAttempts] = useState(0);
  useLayoutEffect(() => {
    if (attempts) root.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempts]);
  const submit = (): void => {
    if (busy) return;
    const found = problems(form.fields, answers, formatIn(locale), signs);
    setWrong(found);
    if (found.size) setAttempts(attempts + 1);
    else void send(toArguments(form, answers, signs));
  };
  const change = (name: string, value: string | boolean): void => {
    setAnswers(new Map(answers).set(name, value));
    if (wrong.has(name)) {
      const rest = new Map(wrong);
      rest.delete(name);
      setWrong(rest);
    }
  };
  if (result) return <Done message={form.success} result={result} again={again} />;
  return (
    <div ref={root} role="group" aria-label={form.title.slice(0, 120) || "Form"}>
      <div class="fields">
        {form.fields.map((field, i) => (
          <Control
            key={field.name}
            id={`field-${i}`}
            field={field}
            value={answers.get(field.name) ?? ""}
            problem={wrong.get(field.name) ?? null}
            disabled={busy}
            change={(v) => change(field.name, v)}
            submit={submit}
          />
        ))}
      </div>
      {error ? (
        <div class="failure">
          <Notice kind="error" title="That did not work" text={error} />
        </div>
      ) : null}
      {can ? (
        <div class="actions">
          <button type="button" class="button primary" aria-disabled={busy} dir="auto" onClick={submit}>
            {busy ? "Sending…" : form.submitLabel}
          </button>
        </div>
      ) : (
        <p class="note" dir="auto">
          {form.tool
            ? "This can be sent from within a conversation."
            : "This form names no tool, so it cannot be sent."}
        </p>
      )}
    </div>
  );
}

/** Calls the tool. A refusal, or a host that fails, becomes a sentence, and the answers stay in their fields. */
function useSend(form: Form) {
  const host = useHost();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [result, setResult] = useState<ToolResult | null>(null);
  const send = async (args: Record<string, unknown>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const answer = await host.callTool(form.tool, args);
      if (failed(answer)) setError(errorText(answer));
      else setResult(answer);
    } catch (cause) {
      setError(cause instanceof Error && cause.message ? cause.message : "The host could not make the call.");
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, error, result, again: () => setResult(null) };
}

/** Numbers and days of a sentence in the reader's language. */
const formatIn =
  (locale: string): Format =>
  (value) =>
    typeof value === "number" ? formatNumber(value, locale) : formatDate(value, locale) || value;

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
