import { useLocale } from "@chatui/runtime";
import { Notice, press, Whole } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Answers, formatIn, initialAnswers, problems, toArguments } from "./answers.ts";
import { Control } from "./Control.tsx";
import type { Field, Form } from "./data.ts";
import { Done } from "./Done.tsx";
import { signsOf } from "./numbers.ts";
import { type Sending, useSend } from "./useSend.ts";

/** The fields and what becomes of them. None of this is a <form>: a host's sandbox without allow-forms swallows the submit event. */
export function Fields({ form }: { form: Form }): VNode {
  // A host that changes its language does not change what the numbers in the fields mean.
  const [locale] = useState(useLocale());
  const [signs] = useState(() => signsOf(locale));
  const initial = (): Answers => initialAnswers(form.fields, signs);
  const [answers, setAnswers] = useState(initial);
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const sending = useSend(form);
  const { busy, refusal, result, handed } = sending;
  const halves = useMemo(() => paired(form.fields), [form]);
  const root = useRef<HTMLDivElement>(null);
  // After a failed check the focus goes to the first field that is wrong; attempts tells one check from the next.
  const [attempts, setAttempts] = useState(0);
  useLayoutEffect(() => {
    if (attempts) root.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempts]);
  const complain = (found: ReadonlyMap<string, string>): void => {
    setWrong(found);
    if (found.size) setAttempts((n) => n + 1);
  };
  const submit = async (): Promise<void> => {
    if (busy) return;
    const found = problems(form.fields, answers, formatIn(locale), signs);
    complain(found);
    if (!found.size) complain((await sending.send(toArguments(form, answers, signs)))?.wrong ?? found);
  };
  const change = (name: string, value: string | boolean): void => {
    setAnswers(new Map(answers).set(name, value));
    if (wrong.has(name)) {
      const rest = new Map(wrong);
      rest.delete(name);
      setWrong(rest);
    }
  };
  const another = (): void => {
    setAnswers(initial());
    sending.again();
  };
  if (result) return <Done form={form} result={result} again={another} />;
  if (handed) return <Handed back={sending.again} />;
  return (
    <div ref={root} role="group" aria-label={form.title.slice(0, 120) || "Form"} aria-busy={busy}>
      <Whole more={`Show all ${form.fields.length} fields`}>
        <div class="fields">
          {form.fields.map((field, i) => (
            <Control
              key={field.name}
              half={halves.has(i)}
              id={`field-${i}`}
              field={field}
              value={answers.get(field.name) ?? ""}
              problem={wrong.get(field.name) ?? null}
              busy={busy}
              change={(v) => change(field.name, v)}
              submit={() => void submit()}
            />
          ))}
        </div>
      </Whole>
      {refusal ? (
        <div class="failure">
          <Notice kind="error" title={refusal.title} text={refusal.text} />
        </div>
      ) : null}
      <Send form={form} sending={sending} submit={submit} />
    </div>
  );
}

/** Which fields stand side by side: each two that follow each other and take few characters. */
function paired(fields: Field[]): ReadonlySet<number> {
  const halves = new Set<number>();
  const brief = (field: Field | undefined): boolean =>
    field !== undefined &&
    (["date", "time", "number"].includes(field.kind) ||
      (field.kind === "select" && field.options.every((option) => option.label.length < 12)));
  fields.forEach((field, i) => {
    if (!halves.has(i) && brief(field) && brief(fields[i + 1])) halves.add(i).add(i + 1);
  });
  return halves;
}

/** The button, or why there is none. What cannot call the tool itself may hand the answers to the assistant, who can. */
function Send({ form, sending, submit }: { form: Form; sending: Sending; submit: () => Promise<void> }): VNode {
  const { way, busy } = sending;
  if (!way)
    return (
      <p class="note" dir="auto">
        {form.tool ? "This can be sent from within a conversation." : "This form names no tool, so it cannot be sent."}
      </p>
    );
  return (
    <>
      <div class="actions">
        <button type="button" class="button primary" dir="auto" {...press(submit, busy)}>
          {busy ? "Sending…" : way === "call" ? form.submitLabel : "Hand to the assistant"}
        </button>
      </div>
      {way === "message" ? (
        <p class="note" dir="auto">
          Nothing can be sent from here directly. Your answers go into the conversation, and the assistant sends them.
        </p>
      ) : null}
      <p class="visually-hidden" role="status">
        {busy ? "Sending…" : ""}
      </p>
    </>
  );
}

/** After the answers went into the conversation: nothing has been received yet, so nothing says so. */
function Handed({ back }: { back: () => void }): VNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.focus(), []);
  return (
    <>
      <div ref={place} class="done" role="status" tabIndex={-1}>
        <div class="outcome">
          <p class="outcome-title">Handed to the assistant</p>
          <p class="outcome-text">
            Your answers stand in the conversation. They count once the assistant confirms them.
          </p>
        </div>
      </div>
      <div class="actions">
        <button type="button" class="button" onClick={back}>
          Back to the form
        </button>
      </div>
    </>
  );
}
