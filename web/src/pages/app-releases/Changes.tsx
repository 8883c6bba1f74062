import type { Change } from "~/api/releases";

const effects = { call: "With the next call", refresh: "Once clients refresh" } as const;

/** Differences in words, and when those who have connected notice them. */
export function Changes({ items, none, effect = false }: { items: readonly Change[]; none: string; effect?: boolean }) {
  if (items.length === 0) return <p className="text-sm text-muted">{none}</p>;
  return (
    <ul className="grid gap-1.5 text-sm">
      {items.map((change, i) => (
        <li key={i} className="min-w-0 wrap-anywhere">
          <strong className="font-medium">{change.title}</strong>: <span className="text-muted">{change.text}</span>
          {effect && <em className="not-italic text-xs font-medium whitespace-nowrap"> {effects[change.effect]}.</em>}
        </li>
      ))}
    </ul>
  );
}
