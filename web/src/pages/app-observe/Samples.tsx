import clsx from "clsx";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { App } from "~/api/apps";
import { api, take, type Schemas } from "~/api/client";
import { sentence } from "~/api/problem";
import {
  Badge,
  Button,
  Card,
  CodeBlock,
  ConfirmDialog,
  ErrorState,
  Loading,
  Notice,
  Select,
  Skeleton,
  Switch,
  Time,
  toast,
} from "~/ui";
import { bytes, ms, outcomes } from "./calls";

type Sample = Schemas["Sample"];

const days = [1, 3, 7, 14, 30].map((n) => ({ value: String(n), label: n === 1 ? "A day" : `${n} days` }));

/** Whether arguments and results are kept, for how long, and those that are. */
export function Samples({ app }: { app: App }) {
  if (app.origin === "seeded")
    return (
      <Notice>
        Calls of the apps that ship with Berth are never kept: people tell them about themselves and others.
      </Notice>
    );
  return <Sampling app={app} />;
}

function Sampling({ app }: { app: App }) {
  const client = useQueryClient();
  const [ending, setEnding] = useState(false);
  const key = ["sampling", app.id];
  const sampling = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => take(api.GET("/apps/{id}/sampling", { params: { path: { id: app.id } }, signal })),
  });
  const write = (body: { enabled: boolean; retentionDays: number }) =>
    take(api.PUT("/apps/{id}/sampling", { params: { path: { id: app.id } }, body })).then((now) => {
      client.setQueryData(key, now);
      void client.invalidateQueries({ queryKey: ["samples", app.id] });
    });
  const scope = { id: `sampling ${app.id}` }; // one after the other: what was chosen last stays
  const end = useMutation({ mutationFn: write, scope });
  const set = useMutation({
    mutationFn: write,
    scope,
    onError: (failure) => toast({ tone: "bad", title: "Nothing was changed", text: sentence(failure) }),
  });
  if (sampling.isPending)
    return (
      <Loading what="Loading">
        <Skeleton className="h-32" />
      </Loading>
    );
  if (sampling.isError) return <ErrorState failure={sampling.error} onRetry={() => void sampling.refetch()} />;
  const { enabled, retentionDays, since } = sampling.data;
  const options = days.some(({ value }) => value === String(retentionDays))
    ? days
    : [...days, { value: String(retentionDays), label: `${retentionDays} days` }];
  return (
    <div className="grid gap-4">
      <Card className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem] items-start">
        <Switch
          label="Keep what is asked and answered"
          checked={set.isPending ? set.variables.enabled : enabled}
          onChange={(on) => (on ? set.mutate({ enabled: true, retentionDays }) : setEnding(true))}
          hint={
            <>
              Arguments and results of the newest 200 calls. They may hold what people said: turn it on to find a fault,
              and off again.{" "}
              {since && (
                <>
                  On since <Time at={since} />.
                </>
              )}
            </>
          }
        />
        <Select
          label="Keep each for"
          value={String(retentionDays)}
          disabled={!enabled || set.isPending}
          onChange={(e) => set.mutate({ enabled, retentionDays: Number(e.target.value) })}
          options={options}
        />
      </Card>
      {enabled && <List id={app.id} />}
      {ending && (
        <ConfirmDialog
          title="Turn samples off?"
          verb="Turn off and delete"
          onClose={() => setEnding(false)}
          onConfirm={() =>
            end.mutateAsync({ enabled: false, retentionDays }).then(() => toast({ title: "Nothing is kept any more" }))
          }
        >
          <p>All samples of this app are deleted at once. Its list of calls stays.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function List({ id }: { id: string }) {
  const samples = useInfiniteQuery({
    queryKey: ["samples", id],
    initialPageParam: "",
    refetchInterval: 4000,
    queryFn: ({ signal, pageParam }) =>
      take(
        api.GET("/apps/{id}/samples", {
          params: { path: { id }, query: { limit: 25, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    getNextPageParam: (last) => last.nextCursor,
  });
  if (samples.isPending)
    return (
      <Loading what="Loading the samples">
        <Skeleton className="h-32" />
      </Loading>
    );
  if (samples.isError) return <ErrorState failure={samples.error} onRetry={() => void samples.refetch()} />;
  const found = samples.data.pages.flatMap(({ items }) => items);
  if (found.length === 0)
    return (
      <p className="text-muted py-4" role="status">
        Waiting for a call. It may take ten seconds until every replica keeps samples.
      </p>
    );
  return (
    <>
      <ol
        aria-label="Samples, newest first"
        className="rounded-card border border-line bg-surface shadow-low divide-y divide-line"
      >
        {found.map((sample) => (
          <li key={sample.id}>
            <One sample={sample} />
          </li>
        ))}
      </ol>
      {samples.hasNextPage && (
        <div className="flex justify-center">
          <Button busy={samples.isFetchingNextPage} onClick={() => void samples.fetchNextPage()}>
            Show older samples
          </Button>
        </div>
      )}
    </>
  );
}

function One({ sample }: { sample: Sample }) {
  const [open, setOpen] = useState(false);
  const { label, tone } = outcomes[sample.outcome];
  return (
    <details open={open} onToggle={(e) => setOpen(e.currentTarget.open)} className="group min-w-0">
      <summary
        className={clsx(
          "target flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 list-none",
          "[&::-webkit-details-marker]:hidden hover:bg-hover focus-visible:-outline-offset-2",
        )}
      >
        <ChevronRight
          size={14}
          className="shrink-0 text-muted transition-transform group-open:rotate-90"
          aria-hidden="true"
        />
        <code className="text-sm wrap-anywhere">{sample.tool}</code>
        <Badge tone={tone} dot>
          {label}
        </Badge>
        <span className="text-sm text-muted wrap-anywhere">
          <Time at={sample.at} />, {sample.client || "unnamed"}, {ms(sample.durationMs)}
        </span>
      </summary>
      {open && (
        <div className="grid gap-3 p-4 pt-1 lg:grid-cols-2">
          <Part title="Arguments" text={sample.arguments} whole={sample.argumentsBytes} />
          <Part title="Result" text={sample.result} whole={sample.resultBytes} />
        </div>
      )}
    </details>
  );
}

function Part({ title, text, whole }: { title: string; text: string; whole: number }) {
  const kept = new TextEncoder().encode(text).length;
  return (
    <div className="grid gap-2 content-start min-w-0">
      <CodeBlock limited text={pretty(text)} what={`the ${title.toLowerCase()}`} title={title} />
      {kept < whole && (
        <Notice>
          The first {bytes(kept)} of {bytes(whole)} are kept.
        </Notice>
      )}
    </div>
  );
}

/** JSON with line breaks; what was cut and is none any more stays as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
