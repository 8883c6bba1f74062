import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { api, take } from "~/api/client";
import { layoutsQuery, templatesQuery } from "~/api/layouts";
import { useMay } from "~/api/me";
import { BuildByTalking } from "~/create/BuildByTalking";
import { useAddress } from "~/shell/address";
import { useTitle } from "~/shell/title";
import { Button, buttonClass, EmptyState, ErrorState, Loading, PageHeader, Skeleton } from "~/ui";
import { AppCard } from "./AppCard";
import { FirstApp } from "./FirstApp";
import { PasswordPrompt } from "./PasswordPrompt";
import { isFilter, Toolbar } from "./Toolbar";

export default function Apps() {
  useTitle("Apps");
  const { build } = useMay();
  const [q, setQ] = useAddress("q");
  const [wanted, setStatus] = useAddress("status");
  const status = isFilter(wanted) ? wanted : "";
  const apps = useInfiniteQuery({
    queryKey: ["apps", "list", q, status],
    queryFn: ({ signal, pageParam }) =>
      take(
        api.GET("/apps", {
          params: {
            query: {
              limit: 48,
              ...(q && { q: q.slice(0, 200) }),
              ...(status && { status }),
              ...(pageParam && { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: (before) => before,
  });
  const calls = useQuery({
    queryKey: ["apps", "stats"],
    queryFn: ({ signal }) => take(api.GET("/stats/apps", { params: { query: { window: "24h" } }, signal })),
    refetchInterval: 30_000,
  });
  const layouts = useQuery(layoutsQuery);
  const templates = useQuery(templatesQuery);
  /** An app that ships with Berth may have widgets of its own: the picture of what a copy of it shows stands for them. */
  const pictureOf = (app: { layoutTemplate: string | null; mcpSlug: string | null }) =>
    (
      layouts.data?.find(({ name }) => name === app.layoutTemplate) ??
      templates.data?.find(({ slug }) => slug === app.mcpSlug)
    )?.preview ?? "";
  const found = apps.data?.pages.flatMap(({ items }) => items) ?? [];
  const filtered = q !== "" || status !== "";
  const none = apps.isSuccess && found.length === 0;

  const shipped =
    found.length > 0 &&
    !filtered &&
    !apps.hasNextPage &&
    !apps.isPlaceholderData &&
    found.every(({ origin }) => origin === "seeded");
  const cards = (
    <Cards>
      {found.map((app) => (
        <li key={app.id}>
          <AppCard
            app={app}
            picture={pictureOf(app)}
            build={build}
            calls={calls.data && (calls.data.items.find(({ appId }) => appId === app.id)?.calls ?? 0)}
          />
        </li>
      ))}
    </Cards>
  );

  if (shipped && build)
    return (
      <>
        <PasswordPrompt />
        <FirstApp>{cards}</FirstApp>
      </>
    );
  if (none && !filtered && !apps.isPlaceholderData)
    return build ? (
      <FirstApp />
    ) : (
      <EmptyState title="No apps yet">
        Whoever builds in this workspace has not made one. You will see it here.
      </EmptyState>
    );
  return (
    <>
      <PasswordPrompt />
      <PageHeader
        title="Apps"
        actions={
          build && (
            <Link to="/apps/new" className={buttonClass("primary")}>
              <Plus size={16} aria-hidden="true" />
              New app
            </Link>
          )
        }
      />
      <Toolbar q={q} onSearch={setQ} status={status} onStatus={setStatus} />
      {apps.isPending ? (
        <Loading what="Loading the apps">
          <Cards>
            {[1, 2, 3].map((n) => (
              <li key={n}>
                <Skeleton className="h-72" />
              </li>
            ))}
          </Cards>
        </Loading>
      ) : apps.isError ? (
        <ErrorState failure={apps.error} onRetry={() => void apps.refetch()} />
      ) : none ? (
        <EmptyState
          title="No app fits"
          actions={
            <Button
              onClick={() => {
                setQ("");
                setStatus("");
              }}
            >
              Show all apps
            </Button>
          }
        >
          Names, descriptions, tools and addresses were searched.
        </EmptyState>
      ) : (
        <>
          <p role="status" className="sr-only">
            {found.length}
            {apps.hasNextPage ? " or more" : ""} {found.length === 1 && !apps.hasNextPage ? "app" : "apps"}
          </p>
          {cards}
          {build && !filtered && !apps.hasNextPage && (
            <div className="max-w-2xl pt-10">
              <BuildByTalking />
            </div>
          )}
          {apps.hasNextPage && (
            <div className="flex justify-center pt-6">
              <Button busy={apps.isFetchingNextPage} onClick={() => void apps.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
    </>
  );
}

const Cards = ({ children }: { children: React.ReactNode }) => (
  <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">{children}</ul>
);
