import type { ReactNode } from "react";
import { Button, CopyButton, Dialog, Notice } from "~/ui";

interface Props {
  title: ReactNode;
  /** What is shown, each with what the button beside it copies. */
  lines: readonly { label: string; text: string; what: string }[];
  children?: ReactNode;
  onClose(): void;
}

/** A secret that has just been made. The dialog does not close by accident: what it shows cannot be read again. */
export function ShownOnce({ title, lines, children, onClose }: Props) {
  return (
    <Dialog
      open
      firm
      wide
      onClose={onClose}
      title={title}
      actions={
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <Notice tone="warn">Copy it now. It cannot be shown again.</Notice>
      {lines.map(({ label, text, what }) => (
        <div key={label} className="grid gap-1.5 min-w-0">
          <p className="text-sm font-medium">{label}</p>
          <div className="flex items-center gap-2 rounded-control bg-sunken pl-3 pr-1.5 py-1.5">
            <code className="min-w-0 flex-1 break-all select-all text-sm">{text}</code>
            <CopyButton word text={text} what={what} />
          </div>
        </div>
      ))}
      {children}
    </Dialog>
  );
}
