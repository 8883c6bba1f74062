import clsx from "clsx";
import { tableOf, type ToolDraft } from "~/api/tools";
import { kindOf, kinds } from "./kinds";

interface Props {
  list: readonly ToolDraft[];
  at: number;
  /** The tools run code that ships with Berth. */
  shipped: boolean;
  onChoose(at: number): void;
}

/** The tools of an app, one of which is shown. */
export function ToolList({ list, at, shipped, onChoose }: Props) {
  return (
    <ul aria-label="Tools" className="grid gap-1 rounded-card border border-line bg-surface p-1.5">
      {list.map((tool, i) => {
        const kind = kindOf(tool);
        return (
          <li key={i}>
            <button
              type="button"
              aria-current={i === at}
              onClick={() => onChoose(i)}
              className={clsx(
                "target w-full flex flex-wrap items-center gap-x-3 px-2.5 py-1 rounded-control text-left hover:bg-hover",
                "aria-[current=true]:bg-accent-soft",
              )}
            >
              <code className="font-medium min-w-0 break-all">{tool.name || "no name yet"}</code>
              <span className="text-sm text-muted ml-auto">
                {shipped ? "Built in" : (kinds[kind]?.label ?? kind)}
                {tableOf(tool.handler) && ` · ${tableOf(tool.handler)}`}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
