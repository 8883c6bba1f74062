import { Button, Notice } from "~/ui";

/** Says what somebody else stored in fields that were changed here, too: nothing is saved over it before it is decided. */
export function Newer({
  items,
  onTake,
  onKeep,
}: {
  items: readonly { label: string; says: string }[];
  onTake(): void;
  onKeep(): void;
}) {
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
        {items.map(({ label, says }) => (
          <li key={label} className="break-words">
            {label}: <strong>{says || "none"}</strong>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
