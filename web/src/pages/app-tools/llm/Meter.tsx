import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { sum, usageQuery, type Usage } from "~/api/models";
import { Card, ErrorState, Loading, Skeleton } from "~/ui";

const count = (n: number) => n.toLocaleString("en");
const dollars = (n: number) => `$${n.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: n < 0.1 ? 5 : 2 })}`; // prettier-ignore

/** What a try took. */
export interface Taken {
  input: number;
  output: number;
  /** In US dollars; null where no price is known. */
  cost: number | null;
}

interface Props {
  app: string;
  /** What the last try took; null before one. */
  taken: Taken | null;
  onUsage(usage: Usage): void;
}

/** What the tools of an app took of language models this month, and of its budget. */
export function Meter({ app, taken, onUsage }: Props) {
  const usage = useQuery(usageQuery(app));
  const { data } = usage;
  useEffect(() => {
    if (data) onUsage(data);
  }, [data, onUsage]);
  if (usage.isPending)
    return (
      <Loading what="Loading the meter">
        <Skeleton className="h-24" />
      </Loading>
    );
  if (!data) return <ErrorState failure={usage.error} onRetry={() => void usage.refetch()} />;
  const { budget } = data;
  const month = sum(data, budget.month);
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="font-semibold">What it takes</h2>
      {taken && (
        <p role="status" className="text-sm">
          The last try: {count(taken.input)} tokens in, {count(taken.output)} out,{" "}
          {taken.cost === null ? "of no known price" : dollars(taken.cost)}.
        </p>
      )}
      <p className="text-sm text-muted">
        This month: {count(month.calls)} {month.calls === 1 ? "call" : "calls"}, {count(month.input)} tokens in,{" "}
        {count(month.output)} out{month.cost !== null && month.calls > 0 ? `, ${dollars(month.cost)}` : ""}.
      </p>
      {budget.limit !== null && (
        <div className="grid gap-1 text-sm">
          <meter
            aria-label="Tokens of this month’s budget"
            className="w-full h-3"
            min={0}
            max={budget.limit}
            high={budget.limit * 0.8}
            value={Math.min(budget.tokens, budget.limit)}
          />
          <span className="text-muted tabular-nums">
            {count(budget.tokens)} of {count(budget.limit)} tokens of this server’s own key
          </span>
        </div>
      )}
    </Card>
  );
}
