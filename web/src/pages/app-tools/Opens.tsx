import { useQuery } from "@tanstack/react-query";
import type { App } from "~/api/apps";
import { checkQuery } from "~/api/check";
import { toolsOf, type ToolDraft } from "~/api/tools";
import { Notice } from "~/ui";
import { Chips } from "./Chips";

type Place = NonNullable<ToolDraft["opensFrom"]>[number];

const places: readonly { value: Place; label: string }[] = [
  { value: "global", label: "Anywhere" },
  { value: "thread", label: "A conversation" },
];

interface Props {
  app: App;
  tool: ToolDraft;
  onChange(opensFrom: Place[]): void;
}

/** From where people open the widget themselves, and what keeps them from it. */
export function Opens({ app, tool, onChange }: Props) {
  const chosen = tool.opensFrom ?? [];
  const check = useQuery({ ...checkQuery(app), enabled: chosen.length > 0 });
  const at = `tools[${toolsOf(app).findIndex(({ name }) => name === tool.name)}].opensFrom`;
  const problems = chosen.length ? (check.data?.problems ?? []).filter(({ location }) => location.endsWith(at)) : [];
  return (
    <div className="grid gap-2">
      <Chips
        label="People open it in ChatGPT from"
        hint="Without asking for it: for tools that need no arguments and change nothing. Choose none, and it opens when the model calls the tool."
        options={places}
        chosen={chosen}
        onToggle={(value) =>
          onChange(
            places
              .map((place) => place.value)
              .filter((place) => (place === value) !== (chosen as readonly string[]).includes(place)),
          )
        }
      />
      {problems.length > 0 && (
        <Notice tone="warn">
          Before it can be published, this {problems.map(({ message }) => message).join(", and ")}.
        </Notice>
      )}
    </div>
  );
}
