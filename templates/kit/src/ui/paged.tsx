import type { RefObject, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useDisplayMode } from "../hooks.ts";
import { costOf, useEnlarge, useFit } from "./room.ts";

/** A long list shown a page at a time. */
export interface More<E extends HTMLElement> {
  /** Goes on the element whose children are the entries. */
  list: RefObject<E | null>;
  /** How many entries to render. */
  shown: number;
  /** Whether entries show their compact form, so that several stand in the room of the widget. */
  tight: boolean;
  /** tabIndex of entry i: the first one of a new page takes the focus, since the button that had it may be gone. */
  tabIndex(i: number): -1 | undefined;
  /** The button that brings the next page; null when everything is shown. */
  button: VNode | null;
}

const english = (more: number, total: number): string => `Show ${more} more of ${total}`;

/** Up to so many entries are shown at a press; more come a page at a time. */
const atOnce = 100;

/**
 * Shows as many of count entries as stand in the room of the widget, page at most, and the rest at a press: full screen where
 * the host has it. label: what the button says; fold: false where the entries are not what makes the widget high; cuts: entries are cut where they are tight.
 */
export function useMore<E extends HTMLElement>(
  count: number,
  page: number,
  label = english,
  fold = true,
  cuts = false,
): More<E> {
  const list = useRef<E>(null);
  const first = useRef(0);
  const mode = useDisplayMode();
  const enlarge = useEnlarge();
  // What was asked for holds in the mode that it was asked in.
  const [asked, setAsked] = useState<{ mode: string; shown: number } | null>(null);
  const now = asked?.mode === mode ? asked.shown : null;
  const { fit, tight } = useFit(list, Math.min(count, page), !fold || now !== null, {
    cost: (of) => costOf(of, count > atOnce),
  });
  const shown = Math.min(count, now ?? fit ?? page);
  useLayoutEffect(() => {
    if (first.current) (list.current?.children[first.current] as HTMLElement | undefined)?.focus();
  }, [shown, now]);
  // It wants more room than it has.
  const folds = now === null && (tight || fit !== null);
  const target = count <= atOnce && folds ? count : Math.min(count, shown + page);
  const next = async (): Promise<void> => {
    first.current = Math.min(shown, count - 1);
    const wide = folds && (await enlarge());
    setAsked({ mode: wide ? "fullscreen" : mode, shown: target });
  };
  return {
    list,
    shown,
    tight,
    tabIndex: (i) => (i && i === first.current ? -1 : undefined),
    button:
      shown < count || (cuts && tight) ? (
        <button type="button" class="button wide" dir="auto" onClick={() => void next()}>
          {shown === count
            ? "Show in full"
            : target === count && folds && label === english
              ? `Show all ${count}`
              : label(target - shown, count)}
        </button>
      ) : null,
  };
}

export interface PagedProps<T> {
  entries: T[];
  /** How many are shown at once, and how many more a press on the button brings. */
  page: number;
  class?: string;
  item: (entry: T, index: number, tight: boolean) => VNode;
  /** BCP 47, of the entries, where the data says. */
  lang?: string | undefined;
  /** The class of every <li>. */
  itemClass?: string;
  label?: (more: number, total: number) => string;
  /** Whether the list folds where the widget has not room for all of it; it does unless told otherwise. */
  fold?: boolean;
}

/** A list whose rest waits behind a button. Give it a key that changes with the data. */
export function Paged<T>({ entries, page, item, label, fold, ...props }: PagedProps<T>): VNode {
  const more = useMore<HTMLUListElement>(entries.length, page, label, fold);
  return (
    <>
      <ul ref={more.list} class={props.class} lang={props.lang}>
        {entries.slice(0, more.shown).map((entry, i) => (
          <li key={i} class={props.itemClass} tabIndex={more.tabIndex(i)}>
            {item(entry, i, more.tight)}
          </li>
        ))}
      </ul>
      {more.button}
    </>
  );
}
