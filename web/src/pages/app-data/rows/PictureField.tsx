import { ImageUp } from "lucide-react";
import { useRef, useState } from "react";
import { Button, TextField } from "~/ui";
import { shrink } from "./picture";

interface Props {
  label: string;
  value: string;
  error: string;
  aside: string | undefined;
  readOnly: boolean;
  onText(text: string): void;
}

/** A picture by its link, or from a file, which is made small enough to stand in the row itself. */
export function PictureField({ label, value, error, aside, readOnly, onText }: Props) {
  const file = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState("");
  const embedded = value.startsWith("data:");
  return (
    <div className="flex gap-3 items-start">
      {value && (
        <img
          src={value}
          alt=""
          className="size-16 rounded-control border border-line object-cover bg-sunken shrink-0"
        />
      )}
      <div className="grid gap-2 flex-1 min-w-0">
        <TextField
          label={label}
          aside={aside}
          error={error || fault}
          readOnly={readOnly}
          inputMode="url"
          autoComplete="off"
          placeholder={embedded ? "In the row itself" : "https://…"}
          value={typed ?? (embedded ? "" : value)}
          onChange={(e) => setTyped(e.target.value)}
          onBlur={() => {
            if (typed !== null && typed !== value && (typed || !embedded)) onText(typed);
            setTyped(null);
          }}
        />
        {!readOnly && (
          <div className="flex gap-2">
            <input
              ref={file}
              type="file"
              accept="image/*"
              className="hidden"
              tabIndex={-1}
              aria-label={`A file for ${label}`}
              onChange={(e) => {
                const chosen = e.target.files?.[0];
                e.target.value = "";
                setFault("");
                if (chosen) shrink(chosen).then(onText, () => setFault("This file is no picture that can be read."));
              }}
            />
            <Button size="small" icon={<ImageUp size={15} aria-hidden="true" />} onClick={() => file.current?.click()}>
              Choose a file
            </Button>
            {value && (
              <Button size="small" look="quiet" onClick={() => onText("")}>
                Remove
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
