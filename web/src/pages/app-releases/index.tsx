import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { PackageOpen } from "lucide-react";
import { useState } from "react";
import { useApp } from "~/api/apps";
import { useMay, useMe } from "~/api/me";
import { membersQuery } from "~/api/members";
import { sentence } from "~/api/problem";
import { releasesQuery, useServe, useTablesAhead } from "~/api/releases";
import { Unpublish } from "~/releases/Unpublish";
import { useBack } from "~/releases/useBack";
import { useAddress } from "~/shell/address";
import { useCommands } from "~/shell/palette/commands";
import { useTitle } from "~/shell/title";
import { Button, buttonClass, EmptyState, ErrorState, Loading, PageHeader, Skeleton, toast } from "~/ui";
import { Ahead } from "./Ahead";
import { Compare } from "./Compare";
import { ReleaseItem } from "./ReleaseItem";

export default function Releases() {
  const { id } = useParams({ from: "/inside/apps/$id/releases" });
  const { data: app } = useApp(id);
  useTitle(`Releases of ${app.name}`);
  const { build } = useMay();
  const ahead = useTablesAhead(app) || app.draftAhead;
  const [comparing, setComparing] = useAddress("compare");
  const [taking, setTaking] = useState(false);
  const releases = useInfiniteQuery(releasesQuery(id));
  const workspace = useMe().workspace?.id ?? "";
  const members = useQuery({ ...membersQuery(workspace), enabled: workspace !== "" }).data ?? [];
  const nameOf = (email: string) => members.find(({ user }) => user.email === email)?.user.name ?? "";
  const serve = useServe(id);
  const back = useBack(id);
  const activate = (version: number) => {
    const before = app.liveVersion;
    serve.mutate(version, {
      onSuccess: () =>
        toast({
          key: `served.${id}`,
          title: `Version ${version} is live`,
          text: before ? `Instead of version ${before}. The draft stays as it is.` : "The draft stays as it is.",
          undo: { run: () => back(before) },
        }),
      onError: (failure) =>
        toast({ tone: "bad", title: `Version ${version} was not made live`, text: sentence(failure) }),
    });
  };
  const found = releases.data?.pages.flatMap(({ items }) => items) ?? [];
  const compared = found.find(
    ({ version, thinned }) => `v${version}` === comparing && version !== app.liveVersion && !thinned,
  );
  useCommands(
    build
      ? [
          ...found
            .filter(({ live, thinned }) => !live && !thinned)
            .slice(0, 3)
            .map(({ version }) => ({
              id: `serve-${version}`,
              title: `Serve version ${version}`,
              section: "This page",
              keywords: "rollback activate release",
              run: () => activate(version),
            })),
          ...(app.status === "published"
            ? [{ id: "unpublish", title: `Unpublish ${app.name}…`, section: "This page", run: () => setTaking(true) }]
            : []),
        ]
      : [],
  );
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="Releases"
        actions={build && app.status === "published" && <Button onClick={() => setTaking(true)}>Unpublish</Button>}
      >
        Every publish makes a release that never changes. Serve any of them with one click, back or forward.
      </PageHeader>
      <div className="grid gap-5">
        {ahead && <Ahead app={app} />}
        {releases.isPending ? (
          <Loading what="Loading the releases">
            <div className="grid gap-3">
              {[1, 2, 3].map((n) => (
                <Skeleton key={n} className="h-28" />
              ))}
            </div>
          </Loading>
        ) : releases.isError ? (
          <ErrorState failure={releases.error} onRetry={() => void releases.refetch()} />
        ) : found.length === 0 ? (
          <EmptyState
            icon={<PackageOpen size={28} />}
            title="Nothing is published yet"
            actions={
              build && (
                <Link to="/apps/$id" params={{ id }} className={buttonClass("primary")}>
                  Open the editor
                </Link>
              )
            }
          >
            When you publish the draft, version 1 stands here. From then on you can change the draft in peace: people
            get what is live until you publish again.
          </EmptyState>
        ) : (
          <ol aria-label="Releases, newest first" className="grid gap-3">
            {found.map((release) => (
              <ReleaseItem
                key={release.version}
                app={app}
                release={release}
                name={nameOf(release.publishedBy)}
                build={build}
                busy={serve.isPending && serve.variables === release.version}
                onServe={() => activate(release.version)}
                onCompare={() => setComparing(`v${release.version}`)}
              />
            ))}
          </ol>
        )}
        {releases.hasNextPage && (
          <div className="flex justify-center">
            <Button busy={releases.isFetchingNextPage} onClick={() => void releases.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </div>
      {taking && <Unpublish app={app} onClose={() => setTaking(false)} />}
      {compared && app.liveVersion !== null && (
        <Compare
          app={app}
          version={compared.version}
          live={app.liveVersion}
          build={build}
          onServe={() => {
            setComparing("");
            activate(compared.version);
          }}
          onClose={() => setComparing("")}
        />
      )}
    </div>
  );
}
