import { useEffect, type RefObject } from "react";

/** What may be hidden without a word, in pixels: less than a letter. */
const little = 8;

/**
 * Says on a row that scrolls sideways at which ends more of it is hidden, in data-more: its style fades there. Brings what
 * current names into view, anew whenever key or the width changes.
 */
export function useMore(row: RefObject<HTMLElement | null>, current: string, key: string): void {
  useEffect(() => {
    const node = row.current;
    if (!node) return;
    const mark = () => {
      const last = node.lastElementChild as HTMLElement | null; // what only screen readers see may lie beyond it
      const hidden = last ? last.offsetLeft + last.offsetWidth - node.clientWidth - node.scrollLeft : 0;
      const ends = [node.scrollLeft > little && "before", hidden > little && "after"].filter(Boolean).join(" ");
      if (ends) node.dataset["more"] = ends;
      else delete node.dataset["more"];
    };
    const place = () => {
      const shown = node.querySelector<HTMLElement>(current);
      if (shown) node.scrollLeft = shown.offsetLeft - (node.clientWidth - shown.offsetWidth) / 2;
      mark();
    };
    const size = new ResizeObserver(place);
    size.observe(node);
    node.addEventListener("scroll", mark, { passive: true });
    place();
    return () => {
      size.disconnect();
      node.removeEventListener("scroll", mark);
    };
  }, [row, current, key]);
}
