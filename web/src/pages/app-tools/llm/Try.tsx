import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { sum, usageQuery } from "~/api/models";
import { Bench } from "~/call/Bench";
import { Card } from "~/ui";
import { useDraftTools } from "../Inputs";
import type { TryProps } from "../kinds/kind";
import { Meter, type Taken } from "./Meter";
import { WhichModel } from "./WhichModel";

/** The model's answer beside its prompt, what it took, and what the month has taken. */
export default function Try({ app, tool, saved, build }: TryProps) {
  const made = useDraftTools(app).data?.find(({ name }) => name === tool.name);
  const client = useQueryClient();
  const [taken, setTaken] = useState<Taken | null>(null);
  const before = useRef<ReturnType<typeof sum> | null>(null);
  const look = async () => {
    const usage = await client.fetchQuery({ ...usageQuery(app.id), staleTime: 0 }).catch(() => null);
    if (!usage) return;
    const now = sum(usage);
    const then = before.current;
    before.current = now;
    if (!then || now.calls === then.calls) return;
    const cost = now.cost === null || then.cost === null ? null : now.cost - then.cost;
    setTaken({ input: now.input - then.input, output: now.output - then.output, cost });
  };
  return (
    <>
      <WhichModel app={app} />
      {made ? (
        <Bench
          below
          app={app}
          tool={made}
          release="draft"
          build={build}
          waits={!saved}
          head={<h2 className="font-semibold">Ask it</h2>}
          onAnswer={() => void look()}
        />
      ) : (
        <Card>
          <h2 className="font-semibold">Ask it</h2>
          <p className="text-sm text-muted">
            Name and describe the tool, and write its prompt. Then it can be asked here.
          </p>
        </Card>
      )}
      <Meter
        app={app.id}
        taken={taken}
        onUsage={(usage) => {
          before.current ??= sum(usage);
        }}
      />
    </>
  );
}
