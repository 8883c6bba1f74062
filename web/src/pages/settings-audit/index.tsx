import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { api, take } from "~/api/client";
import { useMay, useMe } from "~/api/me";
import { useAddress } from "~/shell/address";
import { useTitle } from "~/shell/title";
import { Button, EmptyState, ErrorState, Loading, PageHeader, Skeleton } from "~/ui";
import { Filters, spans, topics } from "./Filters";
import { Line } from "./Line";
import { useNames } from "./useNames";
import { namesGone } from "./words";

export default function Audit() {
  useTitle("Audit");
  const { manage } = useMay();
  const { workspace } = useMe();
  const id = workspace?.id ?? "";
  const [topic, setTopic] = useAddress("what");
  const [who, setWho] = useAddress("who");
  const [span, setSpan] = useAddress("when");
  const [target, setTarget] = useAddress("target");
  const action = topics.some(({ value }) => value === topic) ? topic : "";
  const hours = spans.find(({ value }) => value === span)?.hours ?? 0;
  const filtered = Boolean(action || who || hours || target);
  const known = useNames(id, manage);
  const changes = useInfiniteQuery({
    queryKey: ["audit", id, action, who, span, target],
    enabled: manage && id !== "",
    initialPageParam: "",
    queryFn: ({ signal, pageParam }) =>
      take(
        api.GET("/workspaces/{id}/audit", {
          signal,
          params: {
            path: { id },
            query: {
              limit: 50,
              ...(pageParam && { cursor: pageParam }),
              ...(action && { action }),
              ...(who && { actor: who.slice(0, 254) }),
              ...(target && { target: target.slice(0, 100) }),
              ...(hours && { since: new Date(Date.now() - hours * 3_600_000).toISOString() }),
            },
          },
        }),
      ),
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: (before) => before,
  });
  const found = changes.data?.pages.flatMap(({ items }) => items) ?? [];
  const names = new Map([...namesGone(found), ...known]);
  if (!manage)
    return (
      <>
        <PageHeader title="Audit" />
        <EmptyState icon={<History size={28} />} title="The audit is for owners">
          Ask one of them what has changed, or to make you an owner.
        </EmptyState>
      </>
    );
  const clear = () => {
    setTopic("");
    setWho("");
    setSpan("");
    setTarget("");
  };
  return (
    <>
      <PageHeader title="Audit">
        Who changed what in this workspace, and from where. Nothing here can be changed or deleted.
      </PageHeader>
      <Filters workspace={id} topic={action} onTopic={setTopic} who={who} onWho={setWho} span={span} onSpan={setSpan} />
      {target && (
        <p className="mb-4 flex flex-wrap items-center gap-3 text-sm">
          <span>
            Only changes of <strong>{names.get(target) ?? target}</strong>
          </span>
          <Button size="small" onClick={() => setTarget("")}>
            Show all
          </Button>
        </p>
      )}
      {changes.isPending ? (
        <Loading what="Loading the changes">
          <div className="grid gap-3">
            {[1, 2, 3, 4].map((n) => (
              <Skeleton key={n} className="h-16" />
            ))}
          </div>
        </Loading>
      ) : changes.isError ? (
        <ErrorState failure={changes.error} onRetry={() => void changes.refetch()} />
      ) : found.length === 0 ? (
        <EmptyState
          icon={<History size={28} />}
          title={filtered ? "Nothing fits" : "Nothing has changed yet"}
          actions={filtered && <Button onClick={clear}>Show everything</Button>}
        />
      ) : (
        <ol aria-label="Changes" className="rounded-card border border-line bg-surface shadow-low divide-y divide-line">
          {found.map((entry) => (
            <Line key={entry.id} entry={entry} names={names} onTarget={target ? undefined : setTarget} />
          ))}
        </ol>
      )}
      {changes.hasNextPage && (
        <div className="flex justify-center pt-6">
          <Button busy={changes.isFetchingNextPage} onClick={() => void changes.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
