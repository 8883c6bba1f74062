import { useQueryClient } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { ApiProblem, isProblem, Unreachable } from "~/api/problem";
import { reachable } from "~/api/server";
import { buttonClass } from "~/ui/Button";
import { Mark } from "~/ui/Mark";
import { EmptyState, ErrorState, Loading, Skeleton } from "~/ui/States";
import { useTitle } from "./title";

/** An address that leads nowhere. */
export function NotFound() {
  useTitle("Not found");
  return (
    <div className="py-8">
      <EmptyState
        icon={<Mark size={48} />}
        title="There is nothing at this address"
        actions={
          <Link to="/" className={buttonClass("primary")}>
            Go to the start
          </Link>
        }
      >
        The link may be old, or part of it is missing.
      </EmptyState>
    </div>
  );
}

/** A page that could not be loaded, or broke. */
export function PageFailed({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const client = useQueryClient();
  useTitle("Something went wrong");
  const again = () => {
    void client.refetchQueries({ predicate: (q) => q.state.status === "error" });
    reset();
    void router.invalidate();
  };
  useEffect(() => {
    if (!(error instanceof Unreachable)) return;
    return reachable.subscribe(() => {
      if (reachable.get()) again();
    });
  });
  if (isProblem(error, "APP_NOT_FOUND", "NOT_FOUND")) return <NotFound />;
  // A page whose file cannot be fetched belongs to a build that is no longer served.
  const stale = error instanceof TypeError && /import|module/i.test(error.message);
  return (
    <ErrorState
      title={stale ? "A new version of Berth is here" : "This page could not be shown"}
      failure={stale ? new ApiProblem(0, "STALE", "Load the page anew to use it.") : error}
      onRetry={stale ? () => location.reload() : again}
    />
  );
}

/** The place of a page that takes more than a moment. */
export function PagePending() {
  return (
    <Loading what="Loading the page">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 py-6 px-4 sm:px-6 max-w-[90rem] mx-auto">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-4 w-80 max-w-full" />
        <Skeleton className="h-64" />
      </div>
    </Loading>
  );
}
