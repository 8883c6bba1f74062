import clsx from "clsx";
import { CircleAlert, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { ApiProblem, sentence } from "~/api/problem";
import { Button } from "./Button";

interface EmptyProps {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A place with nothing in it yet: what belongs here, and how it gets here. */
export function EmptyState({ icon, title, children, actions }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-3 text-center px-4 py-12 sm:py-16">
      {icon && (
        <div className="text-accent" aria-hidden="true">
          {icon}
        </div>
      )}
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <div className="text-muted max-w-md grid gap-2">{children}</div>}
      {actions && <div className="flex flex-wrap justify-center gap-2 pt-1">{actions}</div>}
    </div>
  );
}

/** What could not be read, why, and a way to try again. The request's id finds it in the server's log. */
export function ErrorState({
  failure,
  onRetry,
  title = "This could not be loaded",
}: {
  failure: unknown;
  onRetry?: () => void;
  title?: string;
}) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 text-center px-4 py-12">
      <CircleAlert size={28} className="text-bad" aria-hidden="true" />
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="text-muted max-w-md">{sentence(failure)}</p>
      {onRetry && (
        <Button icon={<RotateCw size={16} aria-hidden="true" />} onClick={onRetry}>
          Try again
        </Button>
      )}
      {failure instanceof ApiProblem && failure.requestId && (
        <p className="text-xs text-muted">
          Request <code className="select-all break-all">{failure.requestId}</code>
        </p>
      )}
    </div>
  );
}

/** Holds the place of a line or a box that is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx("rounded-control bg-sunken animate-pulse", className ?? "h-4")} />;
}

/** Says to screen readers that something loads, and shows its skeleton. */
export function Loading({ what = "Loading", children }: { what?: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        {what}…
      </span>
      {children}
    </div>
  );
}
