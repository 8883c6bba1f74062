import { useRef, useState, type ReactNode } from "react";
import { sentence } from "~/api/problem";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { TextField } from "./Field";
import { Notice } from "./Notice";

interface Props {
  title: ReactNode;
  /** What will happen, and what cannot be taken back. */
  children: ReactNode;
  verb: string;
  /** The name that has to be typed; absent: a click is enough. */
  typed?: string;
  onClose(): void;
  /** Does it; the dialog shows a failure and stays, and closes otherwise. */
  onConfirm(): Promise<unknown>;
}

/** Asks before something that is hard to undo. Mount it to ask. */
export function ConfirmDialog({ title, children, verb, typed, onClose, onConfirm }: Props) {
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [missed, setMissed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const right = typed === undefined || plain(name) === plain(typed);
  const confirm = async () => {
    if (!right) return setMissed(true);
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      onClose();
    } catch (cause) {
      setFailure(cause);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={title} {...(typed !== undefined && { focus: field })}>
      <form
        className="grid grid-cols-1 gap-4 wrap-anywhere"
        onSubmit={(e) => {
          e.preventDefault();
          if (!busy) void confirm();
        }}
      >
        <div className="grid grid-cols-1 gap-2 text-muted">{children}</div>
        {typed !== undefined && (
          <TextField
            ref={field}
            label={
              <>
                Type <strong className="select-all">{typed}</strong> to confirm
              </>
            }
            value={name}
            autoComplete="off"
            spellCheck={false}
            onChange={(e) => {
              setName(e.target.value);
              setMissed(false);
            }}
            error={missed && !right ? "This is not the name." : ""}
          />
        )}
        {failure !== null && <Notice tone="bad">{sentence(failure)}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" busy={busy}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A name as keyboards write it, which have one apostrophe. */
const plain = (name: string) => name.trim().normalize().replace(/[‘’]/g, "'");
