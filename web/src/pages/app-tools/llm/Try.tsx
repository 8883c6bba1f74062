import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { sum, usageQuery } from "~/api/models";
import { DraftBench } from "../DraftBench";
import type { TryProps } from "../kinds/kind";
import { Meter, type Taken } from "./Meter";
import { WhichModel } from "./WhichModel";

/** The model's answer beside its prompt, what it took, and what the month has taken. */
export default function Try({ app, tool, saved, build }: TryProps) {
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
      <DraftBench
        app={app}
        tool={tool}
        saved={saved}
        build={build}
        title="Ask it"
        missing="Name and describe the tool, and write its prompt. Then it can be asked here."
        onAnswer={() => void look()}
      />
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
