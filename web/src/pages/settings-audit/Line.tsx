import { ChevronRight } from "lucide-react";
import { Badge, Time } from "~/ui";
import { differences, what, type Entry } from "./words";

const kinds: Record<string, string> = { key: "API key", system: "Berth", mcp: "MCP client" };

interface Props {
  entry: Entry;
  names: ReadonlyMap<string, string>;
  /** Narrows the list to one thing. */
  onTarget?: ((target: string) => void) | undefined;
}

/** One change: the sentence, where it came from, and what was before and after on demand. */
export function Line({ entry, names, onTarget }: Props) {
  const changed = differences(entry);
  const from = [entry.userAgent && entry.device, entry.address].filter(Boolean).join(", ");
  return (
    <li className="px-4 pt-2.5 pb-1 grid min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 min-w-0 wrap-anywhere">
        <span className="min-w-0">
          <strong className="font-medium">{entry.actor || "Berth"}</strong> {what(entry, names)}
        </span>
        {kinds[entry.actorKind] && entry.actor && <Badge>{kinds[entry.actorKind]}</Badge>}
      </p>
      <details className="group min-w-0">
        <summary className="target flex items-center gap-1.5 text-sm text-muted hover:text-text list-none [&::-webkit-details-marker]:hidden rounded-control min-w-0">
          <ChevronRight size={14} className="shrink-0 transition-transform group-open:rotate-90" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">
            <Time at={entry.at} />
            {from && <span title={entry.userAgent}>, from {from}</span>}
          </span>
        </summary>
        <dl className="grid gap-2 py-1 pl-5 text-sm">
          {changed.map(({ field, before, after }) => (
            <div key={field} className="grid sm:grid-cols-[9rem_minmax(0,1fr)] gap-x-4">
              <dt className="text-muted">{field}</dt>
              <dd className="min-w-0 wrap-anywhere line-clamp-6">
                {before && (
                  <>
                    <del className="text-muted decoration-1">{before}</del>
                    {after && (
                      <span className="text-muted" aria-label="becomes">
                        {" "}
                        →{" "}
                      </span>
                    )}
                  </>
                )}
                {after && <ins className="no-underline">{after}</ins>}
              </dd>
            </div>
          ))}
          <div className="grid sm:grid-cols-[9rem_minmax(0,1fr)] gap-x-4 text-muted">
            <dt>Request</dt>
            <dd className="min-w-0 wrap-anywhere">
              <code>{entry.requestId || "none"}</code>
            </dd>
          </div>
        </dl>
        {onTarget && (
          <button type="button" className="link text-sm target ml-5" onClick={() => onTarget(entry.target)}>
            Only changes of this
          </button>
        )}
      </details>
    </li>
  );
}
