import clsx from "clsx";
import type { ReactNode } from "react";

const tones = {
  neutral: "bg-sunken text-muted",
  info: "bg-accent-soft text-accent",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
};

/** A word about a thing's state. The word carries the meaning, the colour only helps. */
export function Badge({
  tone = "neutral",
  dot = false,
  children,
}: {
  tone?: keyof typeof tones;
  dot?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1.5 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap",
        tones[tone],
      )}
    >
      {dot && <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />}
      {children}
    </span>
  );
}
