import { Button, CopyButton, Dialog, Notice } from "~/ui";

/** A new key's secret. The dialog does not close by accident: what it shows cannot be read again. */
export function ShownOnce({ name, secret, onClose }: { name: string; secret: string; onClose(): void }) {
  const curl = `curl -H "Authorization: Bearer ${secret}" ${location.origin}/api/v1/me`;
  return (
    <Dialog
      open
      firm
      wide
      onClose={onClose}
      title={<>The key for {name}</>}
      actions={
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <Notice tone="warn">Copy it now. It is not stored and cannot be shown again.</Notice>
      <Line label="Key" text={secret} />
      <Line label="Try it in a terminal" text={curl} />
    </Dialog>
  );
}

function Line({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid gap-1.5 min-w-0">
      <p className="text-sm font-medium">{label}</p>
      <div className="flex items-center gap-2 rounded-control bg-sunken pl-3 pr-1.5 py-1.5">
        <code className="min-w-0 flex-1 break-all select-all text-sm">{text}</code>
        <CopyButton word text={text} what={label === "Key" ? "the key" : "the command"} />
      </div>
    </div>
  );
}
