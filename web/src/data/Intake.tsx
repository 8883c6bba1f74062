import { FileUp } from "lucide-react";
import { useRef, useState, type ClipboardEvent } from "react";
import { Button, Notice, TextArea } from "~/ui";
import { size } from "./size";
import { decoded } from "./text";

/** What a browser reads at all, in bytes, and what a text field shows. */
const most = { read: 20 << 20, shown: 100_000 };

interface Props {
  text: string;
  /** What is taken: pasted, or out of a file. */
  onText(text: string): void;
  placeholder: string;
  /** The files that are offered. */
  accept?: string;
}

const tabular = ".csv,.tsv,.txt,.json,text/csv,application/json";

/** Takes text from elsewhere: pasted into a field, or out of a file. What is long is named, not shown. */
export function Intake({ text, onText, placeholder, accept = tabular }: Props) {
  const [from, setFrom] = useState("");
  const [fault, setFault] = useState("");
  const [doubt, setDoubt] = useState("");
  const file = useRef<HTMLInputElement>(null);
  const put = (next: string, name: string) => {
    const long = next.length > most.read;
    setFault(
      long
        ? `This has ${size(next.length)}; at most ${size(most.read)} are read. Take the rows that people need most.`
        : "",
    );
    onText(long ? "" : next);
    setFrom(name);
    setDoubt("");
  };
  const take = (bytes: ArrayBuffer, name: string) => {
    const read = decoded(new Uint8Array(bytes));
    if ("fault" in read) return setFault(`${name}: ${read.fault}`);
    if (!read.text.trim()) return setFault(`${name} is empty.`);
    put(read.text, `${name}, ${size(bytes.byteLength)}`);
    setDoubt(read.doubt ?? "");
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text/plain");
    if (pasted.length <= most.shown) return; // the field shows it
    event.preventDefault();
    put(pasted, `Pasted, ${size(pasted.length)}`);
  };
  return (
    <>
      {from ? (
        <div className="flex items-center gap-3 rounded-control border border-line bg-sunken px-3 py-2 text-sm">
          <span className="flex-1 min-w-0 truncate">{from}</span>
          <Button size="small" onClick={() => put("", "")}>
            Take another
          </Button>
        </div>
      ) : (
        <TextArea
          label="Data"
          hideLabel
          rows={8}
          className="font-mono [&_textarea]:max-h-56"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onPaste={paste}
          onChange={(e) => put(e.target.value, "")}
        />
      )}
      <div>
        <input
          ref={file}
          type="file"
          accept={accept}
          className="hidden"
          tabIndex={-1}
          aria-label="A file with data"
          onChange={(e) => {
            const chosen = e.target.files?.[0];
            e.target.value = "";
            if (!chosen) return;
            if (chosen.size > most.read)
              return setFault(`${chosen.name} has ${size(chosen.size)}; at most ${size(most.read)} are read.`);
            void chosen.arrayBuffer().then(
              (bytes) => take(bytes, chosen.name),
              () => setFault(`${chosen.name} cannot be read.`),
            );
          }}
        />
        <Button size="small" icon={<FileUp size={15} aria-hidden="true" />} onClick={() => file.current?.click()}>
          Choose a file
        </Button>
      </div>
      {fault && <Notice tone="bad">{fault}</Notice>}
      {doubt && (
        <Notice tone="warn">
          The file is not in UTF-8, and was read as Windows-1252. If “{doubt}” is not what it says, save it as CSV in
          UTF-8.
        </Notice>
      )}
    </>
  );
}
