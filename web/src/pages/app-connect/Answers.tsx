import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, RotateCw } from "lucide-react";
import { IconButton, Spinner } from "~/ui";
import { check } from "./check";

/** What the address answers right now, asked by this browser as clients ask. */
export function Answers({ url }: { url: string }) {
  const { origin } = new URL(url);
  const here = origin === location.origin;
  const result = useQuery({
    queryKey: ["check", url],
    enabled: here,
    retry: false,
    staleTime: 30_000,
    queryFn: ({ signal }) => check(url, signal),
  });
  if (!here)
    return (
      <p className="text-sm text-muted">
        Open Berth at{" "}
        <a className="link" href={`${origin}${location.pathname}`}>
          {origin}
        </a>{" "}
        to check the address from your browser.
      </p>
    );
  return (
    <div className="flex items-start justify-between gap-2">
      <div
        role="status"
        aria-label="Check"
        className="min-w-0 min-h-12 text-sm"
        data-checked={result.data ? (result.data.every(({ ok }) => ok) ? "ok" : "failed") : undefined}
      >
        {!result.data ? (
          <p className="flex items-center gap-2 text-muted">
            <Spinner />
            Asking it for its tools, as clients do…
          </p>
        ) : (
          <ul className="grid gap-1">
            {result.data.map(({ era, version, ok, ms, words }) => {
              const Icon = ok ? CircleCheck : CircleAlert;
              return (
                <li key={version} className="flex items-start gap-2 min-w-0">
                  <Icon
                    size={17}
                    className={`shrink-0 mt-0.5 ${ok ? "text-good" : "text-bad"}`}
                    aria-label={ok ? "Good:" : "Bad:"}
                  />
                  <span className="min-w-0 wrap-anywhere">
                    {era} <span className="text-muted">({version})</span>: {words}{" "}
                    <span className="text-muted tabular-nums">in {ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms</span>
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </div>
      <IconButton
        size="small"
        label="Check again"
        busy={result.isFetching}
        icon={<RotateCw size={16} aria-hidden="true" />}
        onClick={() => void result.refetch()}
      />
    </div>
  );
}
