import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { useCan, useHost, useHostValue } from "../hooks.ts";

/** CSS pixels that a widget takes at most between the messages of a conversation, unless its reader asks for more. */
const tallest = 600;
/** A little more than the room is no reason to hide anything. */
export const slack = 12;
/** How high a button that shows the rest is between messages, with what stands above it: rest.css. */
const next = 48;
/** How high the widget may be; null where it may be as high as it is: opened full screen, or on a page of its own. */
export function useRoom(): number | null {
  const { kind } = useHost();
  const mode = useHostValue((s) => s.displayMode);
  const most = useHostValue((s) => s.maxHeight);
  return kind === "standalone" || mode !== "inline" ? null : Math.min(tallest, most || tallest);
}

/** Answers how to show everything: full screen where the host has it; resolves with whether it did. */
export function useEnlarge(): () => Promise<boolean> {
  const host = useHost();
  return async () => {
    if (!host.can("requestDisplayMode") || !host.get().displayModes.includes("fullscreen")) return false;
    // A host that refuses leaves the mode as it is.
    await host.requestDisplayMode({ mode: "fullscreen" }).catch(() => {});
    return host.get().displayMode === "fullscreen";
  };
}

/** The height of the widget's content, whatever is cut off it around the element: what is cut would end where its button does. */
export function heightOf(element: Element): number {
  const box = (of: Element): DOMRect => of.getBoundingClientRect();
  const frame = element.closest(".frame");
  let height = frame ? box(frame).height : 0;
  for (let cut = element.closest(".cut"); cut; cut = cut.parentElement!.closest(".cut"))
    height += box(cut.firstElementChild!).bottom - box(cut.nextElementSibling!).bottom;
  return height;
}

/**
 * How high the button that brings the rest makes the widget: nothing where it stands in the line of the author's buttons, which
 * rest.css says of a list with the width that it then wants. wordy: it says how many more there are.
 */
export function costOf(list: Element, wordy: boolean): number {
  const actions = list.closest(".frame")?.querySelector(".actions");
  const beside = Number.parseFloat(getComputedStyle(list).getPropertyValue("--beside"));
  const own = [...(actions?.children ?? [])].reduce((sum, child) => sum + child.getBoundingClientRect().width + 8, 0);
  return own && actions!.parentElement!.clientWidth - own >= beside * (wordy ? 1.5 : 1) ? 0 : next;
}

/** How a list stands in its room: how many of its entries, null for all of them, and whether they have to be tight. */
export interface Fit {
  fit: number | null;
  tight: boolean;
}

/**
 * How many of the list's children stand in the room that the rest of the widget leaves. Where not all of them do, it is
 * measured once more with tight ones. cost: of the button for the rest; fromEnd: the last ones are kept. They are all rendered to be measured, before anything is
 * painted, and again when the width or the room changes.
 */
export function useFit(
  list: RefObject<HTMLElement | null>,
  count: number,
  off = false,
  { cost = () => next, fromEnd = false }: { cost?: (list: Element) => number; fromEnd?: boolean } = {},
): Fit {
  const room = useRoom();
  const [width, setWidth] = useState(() => document.documentElement.clientWidth);
  // What stands around the list may come with what the host can do.
  const talks = useCan("sendFollowUpMessage");
  const [found, setFound] = useState<(Fit & { key: string }) | null>(null);
  const key = `${count} ${room} ${width} ${talks} ${off}`;
  const known = found?.key === key ? found : null;
  const fit = known ? known.fit : null;
  const tight = known?.tight ?? false;
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setWidth(document.documentElement.clientWidth));
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = list.current;
    const set = (now: number | null, close = tight): void => setFound({ key, fit: now, tight: close });
    if (off || room === null || !element) return set(null);
    const tall = heightOf(element);
    if (tall <= room + slack) return set(null);
    if (!tight && count > 1) return set(null, true);
    const box = element.getBoundingClientRect();
    const button = element.parentElement?.querySelector(":scope > .wide") ? 0 : cost(element);
    const left = room - (tall - box.height) - button;
    // The first row stays, however high it is.
    const whole = [...element.children].filter((child) => {
      const { top, bottom } = child.getBoundingClientRect();
      return fromEnd ? box.bottom - top <= left + 1 : bottom - box.top <= left + 1 || top <= box.top;
    });
    set(Math.max(1, whole.length));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key holds all else that it depends on
  }, [key, tight]);
  return { fit, tight };
}
