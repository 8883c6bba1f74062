import { useQuery } from "@tanstack/react-query";
import type { App } from "~/api/apps";
import { isProblem } from "~/api/problem";
import { releaseChangesQuery, type Release } from "~/api/releases";
import { Badge, Button, Card, Skeleton, Time } from "~/ui";
import { Changes } from "./Changes";

interface Props {
  app: App;
  release: Release;
  /** What the person who published it is called; "" for somebody who is no member any more. */
  name: string;
  build: boolean;
  busy: boolean;
  onServe(): void;
  onCompare(): void;
}

/** How many changes are shown before the rest is asked for. */
const few = 4;

/** One release: who made it and when, what it changed, and the way to serve it. */
export function ReleaseItem({ app, release, name, build, busy, onServe, onCompare }: Props) {
  const { version, live, thinned, publishedAt, publishedBy, digest } = release;
  const changes = useQuery({ ...releaseChangesQuery(app.id, version), enabled: !thinned });
  const items = changes.data?.items ?? [];
  const verb =
    app.liveVersion === null ? "Serve this" : version < app.liveVersion ? "Roll back to this" : "Go forward to this";
  return (
    <li>
      <Card className={live ? "grid gap-3 border-accent" : "grid gap-3"}>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="grid gap-0.5 min-w-0">
            <h2 className="font-semibold flex flex-wrap items-center gap-2">
              Version {version}
              {live && (
                <Badge tone="good" dot>
                  Live
                </Badge>
              )}
            </h2>
            <p className="text-sm text-muted wrap-anywhere">
              <span title={publishedBy}>{publishedBy === "berth" ? "Ships with Berth" : name || publishedBy}</span>,{" "}
              <Time at={publishedAt} />, <code title={digest}>{digest.replace(/^sha256:/, "").slice(0, 8)}</code>
            </p>
          </div>
          {!live && !thinned && (
            <div className="flex flex-wrap gap-2">
              {app.liveVersion !== null && (
                <Button
                  size="small"
                  look="quiet"
                  aria-label={`Compare version ${version} with live`}
                  onClick={onCompare}
                >
                  Compare with live
                </Button>
              )}
              {build && (
                <Button size="small" aria-label={`${verb}: version ${version}`} busy={busy} onClick={onServe}>
                  {verb}
                </Button>
              )}
            </div>
          )}
        </div>
        {thinned ? (
          <p className="text-sm text-muted">
            Only listed: its content is no longer kept, so that it cannot be served again.
          </p>
        ) : changes.isPending ? (
          <Skeleton className="h-5 max-w-md" />
        ) : changes.isError && isProblem(changes.error, "CONFLICT") ? (
          <p className="text-sm text-muted">The version before it is no longer kept to compare with.</p>
        ) : changes.isError ? (
          <p className="text-sm text-muted">
            What it changed could not be loaded.{" "}
            <button type="button" className="link" onClick={() => void changes.refetch()}>
              Try again
            </button>
          </p>
        ) : changes.data.from === null ? (
          <p className="text-sm text-muted">The first release.</p>
        ) : (
          <>
            <Changes items={items.slice(0, few)} none={`The same as version ${changes.data.from}.`} />
            {items.length > few && (
              <details className="group">
                <summary className="target inline-flex items-center text-sm text-accent rounded-control group-open:hidden">
                  {items.length - few} more
                </summary>
                <Changes items={items.slice(few)} none="" />
              </details>
            )}
          </>
        )}
      </Card>
    </li>
  );
}
