import { Terminal } from "lucide-react";
import { useState } from "react";
import { Button, Notice, TextArea } from "~/ui";
import { readCurl, type Curl } from "./curl";

/** Takes a curl line, as the documents of APIs and the tools of browsers give it. It is read in the page: keys in it go nowhere. */
export function CurlLine({
  begun,
  onRead,
}: {
  /** A request is there already. */ begun: boolean;
  onRead(read: Curl): void;
}) {
  const [open, setOpen] = useState(!begun);
  const [line, setLine] = useState("");
  const [fault, setFault] = useState("");
  const [notes, setNotes] = useState<readonly string[]>([]);
  const read = (text: string) => {
    const curl = readCurl(text);
    if (typeof curl === "string") return setFault(curl);
    setFault("");
    setLine("");
    setNotes(curl.notes);
    setOpen(false);
    onRead(curl);
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      {open ? (
        <div className="grid grid-cols-1 gap-2">
          <TextArea
            label="Paste a curl line"
            rows={3}
            spellCheck={false}
            autoComplete="off"
            className="[&_textarea]:font-mono"
            placeholder="curl https://api.example.com/items -H 'Authorization: Bearer …'"
            hint="It is read here. Keys in it are kept apart from the request."
            value={line}
            error={fault}
            onChange={(e) => {
              setLine(e.target.value);
              setFault("");
            }}
            onPaste={(e) => {
              const text = e.clipboardData.getData("text/plain");
              if (line || typeof readCurl(text) === "string") return; // what it is stands in the field
              e.preventDefault();
              read(text);
            }}
          />
          <div className="flex gap-2">
            <Button aria-disabled={!line.trim()} onClick={() => line.trim() && read(line)}>
              Read it
            </Button>
            {begun && (
              <Button look="quiet" onClick={() => setOpen(false)}>
                Cancel
              </Button>
            )}
          </div>
        </div>
      ) : (
        <div>
          <Button icon={<Terminal size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
            Paste a curl line
          </Button>
        </div>
      )}
      {notes.length > 0 && !open && (
        <Notice>
          <ul className="grid gap-1">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
