import type { RefObject, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** A long list shown a page at a time. */
export interface More<E extends HTMLElement> {
  /** Goes on the element whose children are the entries. */
  list: RefObject<E>;
  /** How many entries to render. */
  shown: number;
  /** tabIndex of entry i: the first one of a new page takes the focus, since the button that had it may be gone. */
  tabIndex(i: number): -1 | undefined;
  /** The button that brings the next page; null when everything is shown. */
  button: VNode | null;
}

export function useMore<E extends HTMLElement>(count: number, page: number): More<E> {
  const [shown, setShown] = useState(page);
  const list = useRef<E>(null);
  const first = useRef(0);
  useLayoutEffect(() => {
    if (first.current) (list.current?.children[first.current] as HTMLElement | undefined)?.focus();
  }, [shown]);
  const left = count - shown;
  const next = (): void => {
    first.current = shown;
    setShown(shown + page);
  };
  return {
    list,
    shown,
    tabIndex: (i) => (i && i === first.current ? -1 : undefined),
    button:
      left > 0 ? (
        <button type="button" class="button more" dir="auto" onClick={next}>
          {`Show ${Math.min(left, page)} more of ${count}`}
        </button>
      ) : null,
  };
}
