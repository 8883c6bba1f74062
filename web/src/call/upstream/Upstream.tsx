import { Send } from "lucide-react";
import type { App } from "~/api/apps";
import { Button } from "~/ui";
import { Panes } from "./Panes";
import { stopOf, stopOfFailure, useProbe } from "./probe";
import { Steps } from "./Steps";

interface Props {
  app: App;
  tool: string;
  args: Record<string, unknown>;
  build: boolean;
}

/** What a tool of the draft asks its API, and what comes back, step by step. It asks anew, which a press starts: it may change something there. */
export function Upstream({ app, tool, args, build }: Props) {
  const probe = useProbe(app.id);
  const { data, error, variables } = probe;
  return (
    <div className="grid grid-cols-1 gap-4 min-w-0" aria-busy={probe.isPending}>
      <div className="flex flex-wrap items-center gap-3">
        {build && (
          <Button
            icon={<Send size={16} aria-hidden="true" />}
            busy={probe.isPending}
            onClick={() => probe.mutate({ tool, args })}
          >
            Ask the API
          </Button>
        )}
        <span className="text-sm text-muted">
          Asks once more with these arguments, and shows each step. It does what a call would do.
        </span>
      </div>
      {error && <Steps stop={stopOfFailure(error)} />}
      {data && (
        <>
          <Steps stop={stopOf(data)} />
          <Panes args={variables?.args ?? args} probe={data} />
        </>
      )}
    </div>
  );
}
