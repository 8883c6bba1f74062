import type { RefObject, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** A long list shown a page at a time. */
export interface More<E extends HTMLElement> {
  /** Goes on the element whose children are the entries. */
  list: RefObject<E | null>;
  /** How many entries to render. */
  shown: number;
  /** tabIndex of entry i: the first one of a new page takes the focus, since the button that had it may be gone. */
  tabIndex(i: number): -1 | undefined;
  /** The button that brings the next page; null when everything is shown. */
  button: VNode | null;
}

const english = (more: number, total: number): string => `Show ${more} more of ${total}`;

/** Shows page of count entries and as many again at every press. label: what the button says. */
export function useMore<E extends HTMLElement>(count: number, page: number, label = english): More<E> {
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
        <button type="button" class="button wide" dir="auto" onClick={next}>
          {label(Math.min(left, page), count)}
        </button>
      ) : null,
  };
}

export interface PagedProps<T> {
  entries: T[];
  /** How many are shown at once, and how many more a press on the button brings. */
  page: number;
  class?: string;
  item: (entry: T, index: number) => VNode;
  /** The class of every <li>. */
  itemClass?: string;
  label?: (more: number, total: number) => string;
}

/** A list whose rest waits behind a button. Give it a key that changes with the data. */
export function Paged<T>({ entries, page, item, label, ...props }: PagedProps<T>): VNode {
  const more = useMore<HTMLUListElement>(entries.length, page, label);
  return (
    <>
      <ul ref={more.list} class={props.class}>
        {entries.slice(0, more.shown).map((entry, i) => (
          <li key={i} class={props.itemClass} tabIndex={more.tabIndex(i)}>
            {item(entry, i)}
          </li>
        ))}
      </ul>
      {more.button}
    </>
  );
}
