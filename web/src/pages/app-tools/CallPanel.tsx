import { Suspense, useState } from "react";
import type { App } from "~/api/apps";
import type { Layout } from "~/api/layouts";
import type { Table } from "~/api/tables";
import type { ToolDraft } from "~/api/tools";
import Unshown from "~/tool/Unshown";
import { Skeleton } from "~/ui";
import { DraftBench } from "./DraftBench";
import { kindOf, kinds } from "./kinds";
import { RowsUnder } from "./RowsUnder";

interface Props {
  app: App;
  /** Which of its tools. */
  at: number;
  tool: ToolDraft;
  table: Table | undefined;
  layouts: readonly Layout[];
  saved: boolean;
  build: boolean;
  onTool(change: (now: ToolDraft) => ToolDraft): void;
}

/** A call of the tool as it stands, what its widget does not show, and the rows that it works on. */
export function CallPanel({ app, at, tool, table, layouts, saved, build, onTool }: Props) {
  const [calls, setCalls] = useState(0);
  const Try = kinds[kindOf(tool)]?.Try;
  return (
    <section aria-label="Try the tool" className="grid grid-cols-1 gap-4">
      {Try ? (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <Try app={app} at={at} tool={tool} layouts={layouts} saved={saved} build={build} onTool={onTool} />
        </Suspense>
      ) : (
        <DraftBench
          app={app}
          tool={tool}
          saved={saved}
          build={build}
          title="Call it"
          missing="Name and describe the tool first. Then it can be called here."
          onAnswer={() => setCalls((n) => n + 1)}
        />
      )}
      {table && <Unshown app={app} layouts={layouts} tool={at} />}
      {table && <RowsUnder appId={app.id} table={table} again={calls} />}
    </section>
  );
}
