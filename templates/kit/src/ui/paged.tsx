import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

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

const english = (more: number, total: number): string => `Show ${more} more of ${total}`;

/** A list whose rest waits behind a button. Give it a key that changes with the data. */
export function Paged<T>({ entries, page, item, label = english, ...props }: PagedProps<T>): VNode {
  const [shown, setShown] = useState(page);
  const list = useRef<HTMLUListElement>(null);
  const first = useRef(0);
  // Focus moves to the first new entry: the button that had it may be gone.
  useLayoutEffect(() => {
    if (first.current) (list.current?.children[first.current] as HTMLElement | undefined)?.focus();
  }, [shown]);
  const left = entries.length - shown;
  return (
    <>
      <ul ref={list} class={props.class}>
        {entries.slice(0, shown).map((entry, i) => (
          <li key={i} class={props.itemClass} tabIndex={i && i === first.current ? -1 : undefined}>
            {item(entry, i)}
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <button
          type="button"
          class="button wide"
          dir="auto"
          onClick={() => {
            first.current = shown;
            setShown(shown + page);
          }}
        >
          {label(Math.min(left, page), entries.length)}
        </button>
      ) : null}
    </>
  );
}
