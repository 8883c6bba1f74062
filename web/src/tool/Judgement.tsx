import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Info, Plus, TriangleAlert } from "lucide-react";
import { api, take } from "~/api/client";
import { useSettled } from "~/data/useSettled";
import { Button } from "~/ui";
import { fixesOf, type Finding, type Fix } from "./fixes";

/** How well models will choose a tool of that name and description. offered: the name that stands beside the field already. */
export function Judgement({
  name,
  offered,
  description,
  onFix,
}: {
  name: string;
  offered: string | undefined;
  description: string;
  onFix(changes: Fix["changes"]): void;
}) {
  const settled = useSettled(`${name}\n${description}`, 250);
  const [toolName = "", ...rest] = settled.split("\n");
  const toolDescription = rest.join("\n");
  const lint = useQuery({
    queryKey: ["lint", toolName, toolDescription],
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      take(
        api.POST("/lint", {
          body: { toolName: toolName.slice(0, 1000), toolDescription: toolDescription.slice(0, 10_000) },
          signal,
        }),
      ),
  });
  if (!lint.data) return null;
  const { score, findings } = lint.data;
  return (
    <section
      aria-label="How models will understand it"
      className="rounded-card border border-line bg-surface p-4 grid gap-3"
    >
      <div className="flex items-center gap-3">
        <h2 className="font-medium text-sm">How well models will choose it</h2>
        <span className="flex-1" />
        <meter
          min={0}
          max={100}
          low={60}
          high={85}
          optimum={100}
          value={score}
          aria-label="Score"
          className="w-24 h-2"
        />
        <span className="tabular-nums text-sm font-medium">{score}</span>
      </div>
      {findings.length === 0 ? (
        <p className="text-sm text-muted flex gap-2">
          <CircleCheck size={16} className="text-good shrink-0 mt-0.5" aria-hidden="true" />
          Clear name, clear description. Nothing to improve.
        </p>
      ) : (
        <ul className="grid gap-3">
          {findings.map((finding) => (
            <li key={finding.rule} className="flex gap-2 text-sm">
              <Severity of={finding.severity} />
              <div className="grid gap-1.5 min-w-0 flex-1">
                <p>{finding.message}</p>
                <p className="text-muted">{finding.suggestion}</p>
                <Fixes finding={finding} description={description} but={[name, offered]} onFix={onFix} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Fixes({
  finding,
  description,
  but,
  onFix,
}: {
  finding: Finding;
  description: string;
  but: readonly (string | undefined)[];
  onFix(changes: Fix["changes"]): void;
}) {
  const fixes = fixesOf(finding, description).filter(({ label }) => !but.includes(label));
  if (!fixes.length) return null;
  return (
    <div className="flex flex-wrap gap-1.5">
      {fixes.map(({ label, changes }) => (
        <Button
          key={label}
          size="small"
          icon={"toolDescription" in changes ? <Plus size={14} className="shrink-0" aria-hidden="true" /> : undefined}
          onClick={() => onFix(changes)}
          className="max-w-full !whitespace-normal text-left font-normal"
        >
          {"toolName" in changes ? (
            <>
              Use <code>{label}</code>
            </>
          ) : (
            label
          )}
        </Button>
      ))}
    </div>
  );
}

function Severity({ of }: { of: Finding["severity"] }) {
  if (of === "error")
    return <CircleAlert size={16} className="text-bad shrink-0 mt-0.5" role="img" aria-label="Must be changed:" />;
  if (of === "warning")
    return <TriangleAlert size={16} className="text-warn shrink-0 mt-0.5" role="img" aria-label="Should be changed:" />;
  return <Info size={16} className="text-muted shrink-0 mt-0.5" role="img" aria-label="Could be better:" />;
}
