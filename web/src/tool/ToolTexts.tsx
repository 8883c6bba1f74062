import { Button, TextArea, TextField } from "~/ui";
import { Judgement } from "./Judgement";
import { nameFault } from "./name";

interface Props {
  name: string;
  description: string;
  /** What the server refuses. */
  said: { name: string; description: string };
  readOnly: boolean;
  /** typing: one letter more of the same change. */
  onChange(changes: { toolName: string } | { toolDescription: string }, typing: boolean): void;
}

/** What a model reads when it chooses: a tool's name and description, judged while they are typed. */
export function ToolTexts({ name, description, said, readOnly, onChange }: Props) {
  const fault = nameFault(name);
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid gap-2">
        <TextField
          label="Tool name"
          data-path="toolName"
          aside={`${name.length}/64`}
          value={name}
          readOnly={readOnly}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          placeholder="search_boats"
          hint="An action and its object: letters, digits, _ and -."
          error={said.name || fault?.message}
          onChange={(e) => onChange({ toolName: e.target.value }, true)}
        />
        {fault?.better && !readOnly && (
          <div>
            <Button size="small" onClick={() => onChange({ toolName: fault.better }, false)}>
              Use <code>{fault.better}</code>
            </Button>
          </div>
        )}
      </div>
      <TextArea
        label="What it does, when to use it, what it needs"
        data-path="toolDescription"
        rows={5}
        aside={`${[...description].length.toLocaleString("en")}/1,024`}
        value={description}
        readOnly={readOnly}
        placeholder="Search boats for hire in Porto. Use when somebody asks for a boat, a price or a free day. Needs no further information."
        error={said.description}
        onChange={(e) => onChange({ toolDescription: e.target.value }, true)}
      />
      {!readOnly && (
        <Judgement
          name={name}
          offered={fault?.better}
          description={description}
          onFix={(changes) => onChange(changes, false)}
        />
      )}
    </div>
  );
}
