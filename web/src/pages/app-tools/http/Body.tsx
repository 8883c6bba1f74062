import { useState } from "react";
import { lineOf, parseJSON } from "~/data/json";
import { TextArea } from "~/ui";

/** The body of a request as JSON. What cannot be read stays, with what is wrong, and is not taken over. */
export function Body({ value, error, onChange }: { value: unknown; error: string; onChange(value: unknown): void }) {
  const written = value === undefined || value === null ? "" : JSON.stringify(value, null, 2);
  const [typed, setTyped] = useState<{ text: string; of: string } | null>(null);
  const [unread, setUnread] = useState("");
  const text = typed?.of === written ? typed.text : written;
  const take = (next: string) => {
    if (!next.trim()) {
      setUnread("");
      setTyped(null);
      return onChange(null);
    }
    const { root, faults } = parseJSON(next);
    const [first] = faults;
    setTyped({ text: next, of: first || !root ? written : JSON.stringify(root.value, null, 2) });
    if (first) return setUnread(`Line ${lineOf(next, first.from).line}: ${first.message}.`);
    setUnread("");
    onChange(root?.value);
  };
  return (
    <TextArea
      label="Body"
      rows={5}
      spellCheck={false}
      className="[&_textarea]:font-mono"
      placeholder={'{ "city": "{{args.city}}" }'}
      hint="JSON. A text that is nothing but one placeholder takes the value with its type."
      value={text}
      error={unread || error}
      onChange={(e) => take(e.target.value)}
    />
  );
}
