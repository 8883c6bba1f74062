import { useRouterState } from "@tanstack/react-router";
import { useRef, type RefObject } from "react";
import { useMore } from "~/ui/useMore";

/** Scrolls a row of links so that the one of the present page is seen; for the element that the answer is given to. */
export function useCurrentInView<T extends HTMLElement>(): RefObject<T | null> {
  const row = useRef<T>(null);
  const path = useRouterState({ select: (s) => s.resolvedLocation?.pathname ?? "" });
  useMore(row, "[aria-current]", path);
  return row;
}
