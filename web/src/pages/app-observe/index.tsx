import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useApp } from "~/api/apps";
import { api, take } from "~/api/client";
import { useMay } from "~/api/me";
import { useAddress } from "~/shell/address";
import { useCommands } from "~/shell/palette/commands";
import { useTitle } from "~/shell/title";
import { ErrorState, Loading, PageHeader, Segmented, Skeleton, Tabs } from "~/ui";
import { windows, type Filter } from "./calls";
import { Figures } from "./Figures";
import { Quiet } from "./Quiet";
import { Samples } from "./Samples";
import { Shares } from "./Shares";
import { Tail } from "./Tail";

export default function Observe() {
  const { id } = useParams({ from: "/inside/apps/$id/observe" });
  const { data: app } = useApp(id);
  useTitle(`Calls of ${app.name}`);
  const { build } = useMay();
  const [wish, setWindow] = useAddress("window", "24h");
  const [tab, setTab] = useAddress("tab", "calls");
  const [outcome, setOutcome] = useAddress("outcome");
  const [client, setClient] = useAddress("client");
  const [era, setEra] = useAddress("era");
  const [tool, setTool] = useAddress("tool");
  const window = windows.find(({ value }) => value === wish)?.value ?? "24h";
  const filter: Filter = { outcome, client, protocolVersion: era, tool };
  const set = { outcome: setOutcome, client: setClient, protocolVersion: setEra, tool: setTool };
  const stats = useQuery({
    queryKey: ["stats", id, window],
    queryFn: ({ signal }) => take(api.GET("/apps/{id}/stats", { params: { path: { id }, query: { window } }, signal })),
    refetchInterval: 5000,
    placeholderData: (before) => before,
  });
  useCommands(
    windows.map(({ value, label }) => ({
      id: `window-${value}`,
      title: `Show the last ${label.replace("1 ", "")}`,
      section: "This page",
      keywords: "window time",
      run: () => setWindow(value),
    })),
  );
  const list = <Tail id={id} filter={filter} onFilter={(name, value) => set[name](value)} stats={stats.data} />;
  return (
    <>
      <PageHeader
        title="Observe"
        actions={<Segmented label="Time" hideLabel value={window} onChange={setWindow} options={windows} />}
      >
        Who calls this app, how fast it answers, and what goes wrong. Test calls are counted as those of “builder”.
      </PageHeader>
      {stats.isPending ? (
        <Loading what="Loading the figures">
          <div className="grid gap-4">
            <Skeleton className="h-24" />
            <Skeleton className="h-56" />
          </div>
        </Loading>
      ) : stats.isError ? (
        <ErrorState failure={stats.error} onRetry={() => void stats.refetch()} />
      ) : (
        <div className="grid gap-6">
          {stats.data.totals.calls === 0 ? (
            <Quiet app={app} window={window} onLonger={window === "30d" ? undefined : () => setWindow("30d")} />
          ) : (
            <>
              <Figures stats={stats.data} />
              <Shares
                stats={stats.data}
                filter={filter}
                onFilter={(name, value) => {
                  setTab("calls");
                  set[name](value);
                }}
              />
            </>
          )}
          {build ? (
            <Tabs
              label="Calls"
              value={tab === "samples" ? "samples" : "calls"}
              onChange={setTab}
              tabs={[
                { value: "calls", label: "Calls", panel: list },
                { value: "samples", label: "Samples", panel: <Samples app={app} /> },
              ]}
            />
          ) : (
            list
          )}
        </div>
      )}
    </>
  );
}
