import { useState } from "react";
import { isObject } from "~/pages/app-editor/data/schema";
import type { DataProblem } from "~/pages/app-editor/data/validate";
import { lineOf, parseJSON } from "~/data/json";
import { TextArea } from "~/ui";

interface Props {
  value: Record<string, unknown>;
  problems: readonly DataProblem[];
  onChange(value: Record<string, unknown>): void;
  /** Tells what keeps the text from being read; "" once it can be. */
  onUnread(why: string): void;
}

/** The arguments as text. What cannot be read stays, with what is wrong beside it. */
export function RawArguments({ value, problems, onChange, onUnread }: Props) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [fault, setFault] = useState("");
  const take = (next: string) => {
    setText(next);
    const { root, faults } = parseJSON(next);
    const [broken] = faults;
    const why = broken
      ? `Line ${lineOf(next, broken.from).line}: ${broken.message}.`
      : isObject(root?.value)
        ? ""
        : "Arguments are an object: { … }.";
    setFault(why);
    onUnread(why);
    if (!why && isObject(root?.value)) onChange(root.value);
  };
  const misfit = problems[0];
  return (
    <TextArea
      label="Arguments as JSON"
      hideLabel
      rows={6}
      spellCheck={false}
      autoComplete="off"
      style={{ fontFamily: "ui-monospace, monospace" }}
      value={text}
      onChange={(e) => take(e.target.value)}
      error={fault}
      hint={!fault && misfit ? `${misfit.at || "The whole"} ${misfit.message}.` : undefined}
    />
  );
}
