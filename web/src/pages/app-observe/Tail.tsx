import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { useCommands } from "~/shell/palette/commands";
import { Badge, Button, DataTable, EmptyState, ErrorState, Loading, Select, Skeleton, Time, type Column } from "~/ui";
import { bytes, isOutcome, ms, outcomes, type Call, type Filter, type Stats } from "./calls";
import { useTail } from "./useTail";

interface Props {
  id: string;
  filter: Filter;
  onFilter(name: keyof Filter, value: string): void;
  stats: Stats | undefined;
}

/** On phones, only what tells one call from the others. */
const columnsOf = (tools: number): Column<Call>[] => [
  {
    key: "at",
    title: "When",
    cell: ({ at }) => (
      <span className="tabular-nums font-medium">
        <Time at={at} />
      </span>
    ),
  },
  { key: "tool", title: "Tool", wideOnly: tools < 2, cell: ({ tool }) => <code>{tool}</code> },
  {
    key: "outcome",
    title: "Outcome",
    cell: ({ outcome }) => (
      <Badge tone={outcomes[outcome].tone} dot>
        {outcomes[outcome].label}
      </Badge>
    ),
  },
  {
    key: "client",
    title: "Client",
    cell: ({ client, protocolVersion }) => (
      <>
        {client || "unnamed"} <span className="text-muted">{protocolVersion}</span>
      </>
    ),
  },
  { key: "ms", title: "Took", numeric: true, cell: ({ durationMs }) => ms(durationMs) },
  { key: "bytes", title: "Sent", numeric: true, wideOnly: true, cell: (call) => bytes(call.bytes) },
];

/** The calls as they come in. */
export function Tail({ id, filter, onFilter, stats }: Props) {
  const [live, setLive] = useState(true);
  const { query, calls } = useTail(id, filter, live);
  const older = () => {
    setLive(false); // who reads on is not to be brought back to the top
    void query.fetchNextPage();
  };
  const narrowed = Object.values(filter).some(Boolean);
  const clear = () => (Object.keys(filter) as (keyof Filter)[]).forEach((name) => filter[name] && onFilter(name, ""));
  useCommands([
    {
      id: "live",
      title: live ? "Pause the calls" : "Follow the calls",
      section: "This page",
      keywords: "live tail",
      run: () => setLive(!live),
    },
  ]);
  const known = (groups: Stats["clients"] | undefined, value: string) =>
    [...new Set([...(groups ?? []).map((g) => g.value), value])].filter(Boolean);
  return (
    <section aria-label="Calls" className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          className="flex-1 basis-32"
          label="Outcome"
          value={isOutcome(filter.outcome) ? filter.outcome : ""}
          onChange={(e) => onFilter("outcome", e.target.value)}
          options={[
            { value: "", label: "All" },
            ...Object.entries(outcomes).map(([value, { label }]) => ({ value, label })),
          ]}
        />
        <Select
          className="flex-1 basis-32"
          label="Client"
          value={filter.client}
          onChange={(e) => onFilter("client", e.target.value)}
          options={[
            { value: "", label: "All" },
            ...known(stats?.clients, filter.client).map((value) => ({ value, label: value })),
          ]}
        />
        <Select
          className="flex-1 basis-32"
          label="Protocol"
          value={filter.protocolVersion}
          onChange={(e) => onFilter("protocolVersion", e.target.value)}
          options={[
            { value: "", label: "All" },
            ...known(stats?.protocolVersions, filter.protocolVersion).map((value) => ({ value, label: value })),
          ]}
        />
        {(stats?.tools.length ?? 0) > 1 && (
          <Select
            className="flex-1 basis-32"
            label="Tool"
            value={filter.tool}
            onChange={(e) => onFilter("tool", e.target.value)}
            options={[
              { value: "", label: "All" },
              ...known(stats?.tools, filter.tool).map((value) => ({ value, label: value })),
            ]}
          />
        )}
        <Button
          aria-pressed={live}
          icon={live ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
          onClick={() => setLive(!live)}
        >
          {live ? "Pause" : "Follow"}
        </Button>
      </div>
      {query.isPending ? (
        <Loading what="Loading the calls">
          <Skeleton className="h-40" />
        </Loading>
      ) : query.isError ? (
        <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
      ) : calls.length === 0 ? (
        narrowed ? (
          <EmptyState title="No call fits" actions={<Button onClick={clear}>Show all calls</Button>} />
        ) : (
          <p className="text-muted py-4">{live ? "Waiting for the first call…" : "No calls."}</p>
        )
      ) : (
        <DataTable
          label="Calls, newest first"
          columns={columnsOf(stats?.tools.length ?? 0)}
          rows={calls}
          id={(call) => call.id}
        />
      )}
      {query.hasNextPage && (
        <div className="flex justify-center pt-2">
          <Button busy={query.isFetchingNextPage} onClick={older}>
            Show older calls
          </Button>
        </div>
      )}
    </section>
  );
}
