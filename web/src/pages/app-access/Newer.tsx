import { Button, Notice } from "~/ui";
import { entriesOf, kinds, type Choices, type Field } from "./words";

const labels = { access: "Who may use it", emails: "E-mail addresses", domains: "Domains" } as const;

/** Says what somebody else stored in fields that were changed here, too: nothing is saved over it before it is decided. */
export function Newer({
  clashing,
  stored,
  onTake,
  onKeep,
}: {
  clashing: readonly Field[];
  stored: Choices;
  onTake(): void;
  onKeep(): void;
}) {
  const says = (field: Field) =>
    field === "access"
      ? kinds.find(({ value }) => value === stored.access)?.label
      : entriesOf(stored[field]).join(", ") || "none";
  return (
    <Notice
      tone="warn"
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={onTake}>Take the newer</Button>
          <Button look="quiet" onClick={onKeep}>
            Keep mine
          </Button>
        </div>
      }
    >
      <p>This was changed elsewhere after you began. Stored now:</p>
      <ul>
        {clashing.map((field) => (
          <li key={field} className="break-words">
            {labels[field]}: <strong>{says(field)}</strong>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
