import { isDict, text, useHost, useHostValue } from "@chatui/runtime";
import { Icon, starIcon } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";

/** How many starred gifts get_recommendations takes. */
export const mostStars = 20;

/** The starred ids in a widget's state, which a host may have kept from anything. */
export function readStars(state: unknown): string[] {
  const ids = isDict(state) && Array.isArray(state["starred_gift_ids"]) ? state["starred_gift_ids"] : [];
  return [...new Set(ids.map(text).filter(Boolean))].slice(0, mostStars);
}

export interface Stars {
  ids: string[];
  /** Stars or unstars; beyond the most that the tool takes nothing is starred. */
  toggle(id: string): void;
}

/** The starred gifts, kept in the widget's state. A host that keeps none still has them while the widget is open. */
export function useStars(): Stars {
  const host = useHost();
  const state = useHostValue((s) => s.widgetState);
  const stored = useMemo(() => readStars(state), [state]);
  const [chosen, setChosen] = useState<string[] | null>(null);
  const ids = chosen ?? stored;
  const toggle = (id: string): void => {
    const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
    if (next.length > mostStars) return;
    setChosen(next);
    void host.setWidgetState({ ...(isDict(state) ? state : {}), starred_gift_ids: next }).catch(() => {});
  };
  return { ids, toggle };
}

/** The control that stars one gift; none for a gift that has no id to be starred by. */
export function Star({ id, name, stars }: { id: string; name: string; stars: Stars }): VNode | null {
  if (!id) return null;
  const on = stars.ids.includes(id);
  return (
    <button
      type="button"
      class="star"
      aria-pressed={on}
      aria-label={`Star ${name}`}
      aria-disabled={!on && stars.ids.length >= mostStars}
      onClick={() => stars.toggle(id)}
    >
      <Icon path={starIcon} />
    </button>
  );
}
