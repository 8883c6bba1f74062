import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { slugQuery, type App } from "~/api/apps";
import { useMay } from "~/api/me";
import { draftChangesQuery } from "~/api/releases";
import { buttonClass, ErrorState, Loading, Skeleton } from "~/ui";
import { Changes } from "./Changes";

/** What the next publish would change, while the draft or its tables are ahead of what is live. */
export function Ahead({ app }: { app: App }) {
  const { build } = useMay();
  const next = useQuery({ ...slugQuery(app.mcpSlug ?? ""), enabled: app.status === "published" && !!app.mcpSlug });
  const moved = next.data !== undefined && next.data.mcpUrl !== app.mcpUrl;
  const changes = useQuery(draftChangesQuery(app.id, app.updatedAt));
  return (
    <section
      aria-labelledby="ahead"
      className="rounded-card border border-line bg-warn-soft p-4 sm:p-5 grid gap-3 min-w-0"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="ahead" className="font-semibold">
          {app.draftAhead ? "The draft is ahead" : "The tables are ahead"}
          {app.liveVersion ? ` of version ${app.liveVersion}` : ""}
        </h2>
        {build && (
          <Link to="/apps/$id" params={{ id: app.id }} className={buttonClass("plain", "small")}>
            Open the editor to publish
          </Link>
        )}
      </div>
      {changes.isPending ? (
        <Loading what="Loading the changes">
          <Skeleton className="h-5 max-w-sm" />
        </Loading>
      ) : changes.isError ? (
        <ErrorState failure={changes.error} onRetry={() => void changes.refetch()} />
      ) : (
        (changes.data.items.length > 0 || !moved) && (
          <Changes items={changes.data.items} none="Nothing that people would see." effect />
        )
      )}
      {moved && (
        <p className="text-sm">
          Its address becomes <code className="break-all">{next.data.mcpUrl}</code>: clients that know{" "}
          <code className="break-all">{app.mcpUrl}</code> have to be connected again.
        </p>
      )}
    </section>
  );
}
