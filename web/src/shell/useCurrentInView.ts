import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, type RefObject } from "react";

/** Scrolls a row of links so that the one of the present page is seen; for the element that the answer is given to. */
export function useCurrentInView<T extends HTMLElement>(): RefObject<T | null> {
  const row = useRef<T>(null);
  const path = useRouterState({ select: (s) => s.resolvedLocation?.pathname ?? "" });
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && current)
      row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
  }, [path]);
  return row;
}
