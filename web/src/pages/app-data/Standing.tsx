import { Check, CircleAlert, CloudOff } from "lucide-react";
import { sentence } from "~/api/problem";
import { Button, Spinner } from "~/ui";
import type { RowsSession } from "./rows/session";
import type { State } from "./rows/state";

/** How the rows stand with the server, and what is said about the cell that has the focus. */
export function Standing({ state, session, said }: { state: State; session: RowsSession; said: string }) {
  const { faults, saving, failure, lines } = state;
  const line = "flex items-center gap-1.5";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm min-h-6" data-saving={saving}>
      <span role="status" className="text-muted">
        {saving === "saving" ? (
          <span className={line}>
            <Spinner /> Saving…
          </span>
        ) : saving === "offline" ? (
          <span className={`${line} text-warn`}>
            <CloudOff size={15} aria-hidden="true" /> Waits for the server
          </span>
        ) : faults.size ? (
          <span className={`${line} text-bad`}>
            <CircleAlert size={15} aria-hidden="true" />
            {faults.size === 1 ? "One cell is not saved" : `${faults.size} cells are not saved`}
          </span>
        ) : (
          <span className={line}>
            <Check size={15} aria-hidden="true" /> All saved
          </span>
        )}
      </span>
      {said && (
        <span role="alert" className="text-bad min-w-0 wrap-anywhere">
          {said}
        </span>
      )}
      {failure !== null && lines.length > 0 && (
        <span className={`${line} text-bad`}>
          {sentence(failure)}
          <Button size="small" onClick={() => void session.want(lines.length + 1)}>
            Read on
          </Button>
        </span>
      )}
    </div>
  );
}
