import type { App } from "~/api/apps";
import type { ToolDraft } from "~/api/tools";
import { Bench } from "~/call/Bench";
import { Card } from "~/ui";
import { useDraftTools } from "./Inputs";

interface Props {
  app: App;
  tool: ToolDraft;
  saved: boolean;
  build: boolean;
  title: string;
  /** What has to be there before it can be called. */
  missing: string;
  onAnswer(): void;
}

/** A call of a tool of the draft, once clients could see it. */
export function DraftBench({ app, tool, saved, build, title, missing, onAnswer }: Props) {
  const { data, isPlaceholderData: former } = useDraftTools(app);
  const made = data?.find(({ name }) => name === tool.name);
  const head = <h2 className="font-semibold">{title}</h2>;
  if (!made)
    return (
      <Card>
        {head}
        <p className="text-sm text-muted">{missing}</p>
      </Card>
    );
  return (
    <Bench
      below
      app={app}
      tool={made}
      release="draft"
      build={build}
      waits={!saved || former}
      head={head}
      onAnswer={onAnswer}
    />
  );
}
