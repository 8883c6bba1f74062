import { useState } from "react";
import { isProblem, sentence } from "~/api/problem";
import { useStore } from "~/api/store";
import { draftOf, others } from "~/create/draft";
import { useCreate } from "~/create/useCreate";
import { faultIn, parseJSON } from "~/data/json";
import { useTyped } from "~/data/typed";
import { isObject } from "~/pages/app-editor/data/schema";
import { Button, Form, Notice, TextArea } from "~/ui";

const example =
  '{\n  "name": "Boats for hire",\n  "toolName": "find_boats",\n  "layoutTemplate": "cards",\n  "mockData": { "items": [ … ] }\n}';

/** The most that is read, in bytes: a draft's data may have 256 KiB. */
const mostBytes = 1 << 20;
const tooLong = (what: string, bytes: number) =>
  bytes > mostBytes ? `${what} has ${(bytes / mostBytes).toFixed(1)} MiB; at most 1 MiB can be read.` : "";

const isText = (value: unknown): value is string => typeof value === "string";

/** Makes an app of what GET /apps/{id} answers, or of the same fields written by hand. */
export function FromJSON() {
  const typed = useTyped("new.json", "", isText);
  const text = useStore(typed);
  const setText = typed.set;
  const [error, setError] = useState("");
  const create = useCreate(() => setText(""));
  const submit = () => {
    if (!text.trim()) return setError("There is nothing here yet. Paste JSON that begins with { and ends with }.");
    const long = tooLong("This text", new Blob([text]).size);
    if (long) return setError(long);
    const read = parseJSON(text);
    if (read.faults.length) return setError(faultIn(text, read));
    const value = read.root?.value;
    if (!isObject(value)) return setError("An app is an object: it begins with { and ends with }.");
    const { unknown } = others(value);
    if (unknown.length)
      return setError(
        `These are no fields of an app: ${unknown.slice(0, 5).join(", ")}. Take them out, or correct their names.`,
      );
    setError("");
    create.mutate(draftOf(value));
  };
  const problem = isProblem(create.error) ? create.error : null;
  const open = async (file: File | undefined) => {
    if (!file) return;
    const long = tooLong(file.name, file.size);
    if (long) return setError(long);
    setText(await file.text());
    setError("");
  };
  return (
    <Form className="grid gap-4 max-w-3xl" failure={error || create.error} onSubmit={submit}>
      <p className="text-muted">
        Paste what the REST API answers for an app, or write its fields. The name alone is required.
      </p>
      <TextArea
        label="App as JSON"
        rows={12}
        spellCheck={false}
        autoCapitalize="none"
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
        placeholder={example}
        value={text}
        onChange={(e) => {
          setText(e.target.value);
          setError("");
        }}
        error={error}
      />
      {problem && problem.fields.length > 0 && (
        <Notice tone="bad">
          <ul className="grid gap-1">
            {problem.fields.map((p) => (
              <li key={p.location + p.message}>
                <code>{p.location.replace(/^body\./, "")}</code> {p.message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {create.error && !problem?.fields.length && <Notice tone="bad">{sentence(create.error)}</Notice>}
      <div className="flex flex-wrap gap-3 items-center">
        <Button type="submit" look="primary" busy={create.isPending || create.isSuccess}>
          Create the app
        </Button>
        <label className="link target inline-flex items-center has-focus-visible:outline-2 has-focus-visible:outline-accent rounded-control">
          Open a file
          <input
            type="file"
            accept=".json,application/json"
            className="sr-only"
            onChange={(e) => {
              void open(e.target.files?.[0]);
              e.target.value = "";
            }}
          />
        </label>
      </div>
    </Form>
  );
}
