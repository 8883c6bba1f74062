import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useApp } from "~/api/apps";
import { api, take } from "~/api/client";
import { useMay } from "~/api/me";
import { isProblem } from "~/api/problem";
import { Bench } from "~/call/Bench";
import { newest } from "~/call/useCall";
import { useAddress } from "~/shell/address";
import { useTitle } from "~/shell/title";
import { buttonClass, EmptyState, ErrorState, Loading, Notice, PageHeader, Skeleton } from "~/ui";
import { Head, versions } from "./Head";

export default function TryIt() {
  const { id } = useParams({ from: "/inside/apps/$id/try" });
  const { data: app } = useApp(id);
  useTitle(`Try ${app.name}`);
  const { build } = useMay();
  const [wish, setRelease] = useAddress("release", "draft");
  const [tool, chooseTool] = useAddress("tool");
  const [, setArguments] = useAddress("args");
  const setTool = (name: string) => {
    setArguments(""); // they are another tool's
    chooseTool(name);
  };
  const [era, setVersion] = useAddress("version", newest);
  const version = versions.find(({ value }) => value === era)?.value ?? newest;
  const release = wish === "live" && app.liveVersion !== null ? "live" : "draft";
  const tools = useQuery({
    queryKey: ["app", id, "tools", release, app.updatedAt, app.liveVersion],
    queryFn: ({ signal }) =>
      take(api.GET("/apps/{id}/tools", { params: { path: { id }, query: { release } }, signal })),
    placeholderData: (before) => before,
  });
  const list = tools.data?.items ?? [];
  const current = list.find(({ name }) => name === tool) ?? list[0];
  return (
    <>
      <PageHeader title="Try it">
        Call the tool as a model does, and see what goes over the wire and what people get. How clients do it says{" "}
        <a className="link" href="/docs/connecting">
          the guide on connecting
        </a>
        .
      </PageHeader>
      {!build && (
        <div className="mb-5">
          <Notice>Calling tools is for people who may edit this app. You can look at what they take.</Notice>
        </div>
      )}
      {tools.isPending ? (
        <Loading what="Loading the tools">
          <div className="grid gap-5 lg:grid-cols-[22rem_minmax(0,1fr)]">
            <Skeleton className="h-80" />
            <Skeleton className="h-80" />
          </div>
        </Loading>
      ) : tools.isError && !isProblem(tools.error, "INVALID_CONFIG") ? (
        <ErrorState failure={tools.error} onRetry={() => void tools.refetch()} />
      ) : !current?.name ? (
        <EmptyState
          title="The tool has no name yet"
          actions={
            build && (
              <Link to="/apps/$id" params={{ id }} className={buttonClass("primary")}>
                Open the editor
              </Link>
            )
          }
        >
          Name it and describe it in the editor. Then it can be called.
        </EmptyState>
      ) : (
        <Bench
          key={`${current.name} ${release}`}
          app={app}
          tool={current}
          release={release}
          version={version}
          build={build}
          head={
            <Head
              app={app}
              tools={list}
              tool={current}
              onTool={setTool}
              release={release}
              onRelease={setRelease}
              version={version}
              onVersion={setVersion}
            />
          }
        />
      )}
    </>
  );
}
