import { Card } from "~/ui";
import { eraOf, isOutcome, outcomes, type Filter, type Stats } from "./calls";

interface Props {
  stats: Stats;
  filter: Filter;
  onFilter(name: keyof Filter, value: string): void;
}

/** How the calls divide, by who makes them, how, and what comes of them. Each share narrows the list below to itself. */
export function Shares({ stats, filter, onFilter }: Props) {
  const parts = [
    { name: "client", title: "Clients", groups: stats.clients, words: (value: string) => value || "unnamed" },
    {
      name: "protocolVersion",
      title: "Protocol",
      groups: stats.protocolVersions,
      words: (value: string) => (value ? `${value}, ${eraOf(value)}` : "unknown"),
    },
    {
      name: "outcome",
      title: "What came of it",
      groups: stats.outcomes,
      words: (value: string) => (isOutcome(value) ? outcomes[value].label : value),
    },
    ...(stats.tools.length > 1
      ? [{ name: "tool" as const, title: "Tools", groups: stats.tools, words: (value: string) => value }]
      : []),
  ] as const;
  return (
    <section
      aria-label="Shares"
      className={`grid gap-4 sm:grid-cols-2 ${parts.length > 3 ? "xl:grid-cols-4" : "lg:grid-cols-3"}`}
    >
      {parts.map(({ name, title, groups, words }) => (
        <Card key={name} className="p-4! grid gap-1 content-start">
          <h2 className="text-sm font-medium">{title}</h2>
          <ul className="grid">
            {groups.slice(0, 6).map(({ value, calls, errors }) => {
              const on = filter[name] === value && value !== "";
              return (
                <li key={value}>
                  <button
                    type="button"
                    aria-pressed={on}
                    disabled={value === ""}
                    onClick={() => onFilter(name, on ? "" : value)}
                    title={errors > 0 ? `${errors.toLocaleString("en")} of them failed` : undefined}
                    className="target w-full grid gap-1 text-left text-sm px-2 -mx-2 py-1.5 rounded-control hover:bg-hover aria-pressed:bg-accent-soft"
                    style={{ width: "calc(100% + 1rem)" }}
                  >
                    <span className="flex justify-between gap-3 min-w-0">
                      <span className="truncate">{words(value)}</span>
                      <span className="tabular-nums text-muted">{calls.toLocaleString("en")}</span>
                    </span>
                    <span aria-hidden="true" className="h-1 rounded-full bg-sunken overflow-hidden">
                      <span
                        className={`block h-full rounded-full ${name === "outcome" && value !== "ok" ? "bg-bad" : "bg-accent"}`}
                        style={{ width: `${Math.max(1, (100 * calls) / Math.max(1, stats.totals.calls))}%` }}
                      />
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </Card>
      ))}
    </section>
  );
}
