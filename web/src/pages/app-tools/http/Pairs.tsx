import { KeyRound, MessageCircleQuestion, Plus, X } from "lucide-react";
import { Button, IconButton, TextField } from "~/ui";

interface Props {
  /** What they are called, and one of them: "Headers", "header". */
  label: string;
  one: string;
  value: Readonly<Record<string, unknown>>;
  error?: string;
  onChange(value: Record<string, unknown>): void;
  /** Makes a value something that is asked for. */
  onAsk?(name: string): void;
  /** Takes a value out and keeps it as a secret. */
  onSecret?(name: string): void;
}

const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const harmless = /^(accept|content|cache|if)\b/i;
const isPlain = (value: unknown) => typeof value === "string" && value !== "" && !value.includes("{{");

/** Names with values: headers, or what follows the question mark of an address. */
export function Pairs({ label, one, value, error, onChange, onAsk, onSecret }: Props) {
  const all = Object.entries(value);
  const put = (at: number, next: [string, unknown]) =>
    onChange(Object.fromEntries(all.map((pair, i) => (i === at ? next : pair))));
  return (
    <div role="group" aria-label={label} className="grid grid-cols-1 gap-2">
      <div className="flex items-center justify-between gap-2">
        <span className="font-medium text-sm" aria-hidden="true">
          {label}
        </span>
        <Button
          size="small"
          look="quiet"
          icon={<Plus size={14} aria-hidden="true" />}
          aria-label={`Add a ${one}`}
          aria-disabled={"" in value}
          onClick={() => !("" in value) && onChange({ ...value, "": "" })}
        >
          Add
        </Button>
      </div>
      {all.map(([name, given], at) => (
        <div key={at} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] gap-1.5 items-start">
          <TextField
            label={`Name of ${one} ${at + 1}`}
            hideLabel
            placeholder="Name"
            autoComplete="off"
            spellCheck={false}
            defaultValue={name}
            key={`name ${name}`}
            autoFocus={name === ""}
            onBlur={(e) => {
              const next = e.target.value.trim();
              if (next !== name && !(next in value)) put(at, [next, given]);
            }}
          />
          <TextField
            label={`Value of ${name || `${one} ${at + 1}`}`}
            hideLabel
            placeholder="Value"
            autoComplete="off"
            spellCheck={false}
            value={text(given)}
            onChange={(e) => put(at, [name, e.target.value])}
          />
          <IconButton
            label={`Without ${name || `this ${one}`}`}
            icon={<X size={16} aria-hidden="true" />}
            onClick={() => onChange(Object.fromEntries(all.filter((_, i) => i !== at)))}
          />
          {isPlain(given) && name && (onAsk ?? onSecret) && (
            <span className="col-span-3 flex flex-wrap gap-1 -mt-1">
              {onAsk && (
                <Button
                  size="small"
                  look="quiet"
                  icon={<MessageCircleQuestion size={14} aria-hidden="true" />}
                  aria-label={`Ask for ${name}`}
                  onClick={() => onAsk(name)}
                >
                  Ask for it
                </Button>
              )}
              {onSecret && !harmless.test(name) && (
                <Button
                  size="small"
                  look="quiet"
                  icon={<KeyRound size={14} aria-hidden="true" />}
                  aria-label={`Keep ${name} as a secret`}
                  onClick={() => onSecret(name)}
                >
                  Keep as a secret
                </Button>
              )}
            </span>
          )}
        </div>
      ))}
      {all.length === 0 && <p className="text-sm text-muted">None.</p>}
      {error && <p className="text-sm text-bad">{error}</p>}
    </div>
  );
}
