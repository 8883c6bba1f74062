import { Card, Notice } from "~/ui";
import { exactly } from "~/time/ago";
import { bytes, ms, type Stats } from "./calls";
import { Chart } from "./Chart";
import { SeriesTable } from "./SeriesTable";

/** The sums of the window and their course. */
export function Figures({ stats }: { stats: Stats }) {
  const { totals, series } = stats;
  const at = series.map((bucket) => Date.parse(bucket.at) / 1000);
  const tiles = [
    { name: "Calls", value: totals.calls.toLocaleString("en") },
    {
      name: "Errors",
      value: totals.calls ? `${totals.errors.toLocaleString("en")} (${share(totals.errors, totals.calls)})` : "0",
      bad: totals.errors > 0,
    },
    { name: "Half answer within", value: ms(totals.p50Ms) },
    { name: "95 of 100 within", value: ms(totals.p95Ms) },
    { name: "Sent", value: bytes(totals.bytes) },
  ];
  return (
    <section aria-label="Figures" className="grid gap-4">
      <dl className="grid grid-cols-2 sm:grid-cols-3 lg:grid-cols-5 gap-px rounded-card border border-line bg-line overflow-hidden shadow-low">
        {tiles.map(({ name, value, bad }) => (
          <div
            key={name}
            className="bg-surface px-4 py-3 grid gap-0.5 grow last:max-sm:col-span-2 sm:max-lg:last:col-span-2"
          >
            <dt className="text-sm text-muted">{name}</dt>
            <dd className={`text-xl font-semibold tabular-nums tracking-tight ${bad ? "text-bad" : ""}`}>{value}</dd>
          </div>
        ))}
      </dl>
      {!stats.complete && (
        <Notice tone="warn">
          There are more calls than are summed up at once. The figures count those since {exactly(stats.countedSince)}.
        </Notice>
      )}
      {stats.notListed > 0 && (
        <Notice>
          {stats.notListed.toLocaleString("en")} of these calls are counted and not listed below: of one hour so many
          are listed, and calls that failed besides.
        </Notice>
      )}
      <div className="grid gap-4 lg:grid-cols-3">
        <Card className="p-4!">
          <Chart
            title="Calls"
            at={at}
            kind="bars"
            lines={[
              { label: "Calls", color: "accent", values: series.map((b) => b.calls) },
              { label: "Errors", color: "bad", values: series.map((b) => b.errors) },
            ]}
            say={(n) => Math.round(n).toLocaleString("en")}
          />
        </Card>
        <Card className="p-4!">
          <Chart
            title="Time to answer"
            at={at}
            kind="lines"
            lines={[
              { label: "Half within", color: "accent", values: series.map((b) => b.p50Ms) },
              { label: "95 of 100 within", color: "buoy", values: series.map((b) => b.p95Ms) },
            ]}
            say={ms}
          />
        </Card>
        <Card className="p-4!">
          <Chart
            title="Bytes sent"
            at={at}
            kind="bars"
            lines={[{ label: "Bytes", color: "accent", values: series.map((b) => b.bytes) }]}
            say={bytes}
          />
        </Card>
      </div>
      <SeriesTable stats={stats} />
    </section>
  );
}

const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(part / whole < 0.1 ? 1 : 0)} %`;
