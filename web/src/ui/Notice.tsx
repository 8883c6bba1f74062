import clsx from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type Tone = "info" | "good" | "warn" | "bad";

const looks = {
  info: ["bg-accent-soft text-accent", Info],
  good: ["bg-good-soft text-good", CircleCheck],
  warn: ["bg-warn-soft text-warn", TriangleAlert],
  bad: ["bg-bad-soft text-bad", CircleAlert],
} as const;

/** A sentence within the page that must not be missed. Failures are announced at once. */
export function Notice({ tone = "info", children, action }: { tone?: Tone; children: ReactNode; action?: ReactNode }) {
  const [look, Icon] = looks[tone];
  return (
    <div
      role={tone === "bad" ? "alert" : "status"}
      className={clsx("rounded-control px-3 py-2.5 flex flex-wrap items-start gap-x-3 gap-y-2 text-sm", look)}
    >
      <Icon size={18} className="shrink-0 mt-px" aria-hidden="true" />
      <div className="flex-1 basis-48 min-w-0 text-text">{children}</div>
      {action}
    </div>
  );
}
