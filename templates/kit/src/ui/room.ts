import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { useCan, useHost, useHostValue } from "../hooks.ts";

/** CSS pixels that a widget takes at most between the messages of a conversation, unless its reader asks for more. */
const tallest = 600;
/** A little more than the room is no reason to hide anything. */
export const slack = 12;
/** What stands above a button that shows the rest. */
const above = 12;
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
    try {
      await host.requestDisplayMode({ mode: "fullscreen" });
    } catch {
      return false;
    }
    return host.get().displayMode === "fullscreen";
  };
}

/** The height of the widget's content, whatever is cut off it around the element. */
export function heightOf(element: Element): number {
  const high = (of: Element | null | undefined): number => of?.getBoundingClientRect().height ?? 0;
  let height = high(element.closest(".frame"));
  for (let cut = element.closest(".cut"); cut; cut = cut.parentElement!.closest(".cut"))
    height += high(cut.firstElementChild) - high(cut) - high(cut.nextElementSibling) - above;
  return height;
}

/**
 * How many of the list's children stand in the room that the rest of the widget leaves; null where all do. fromEnd: the last
 * ones are kept. They are all rendered to be measured, before anything is painted, and again when the width or the room changes.
 */
export function useFit(
  list: RefObject<HTMLElement | null>,
  count: number,
  off = false,
  fromEnd = false,
): number | null {
  const room = useRoom();
  const [width, setWidth] = useState(() => document.documentElement.clientWidth);
  // What stands around the list may come with what the host can do.
  const talks = useCan("sendFollowUpMessage");
  const [found, setFound] = useState<{ key: string; fit: number | null }>({ key: "", fit: null });
  const key = `${count} ${room} ${width} ${talks} ${off}`;
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setWidth(document.documentElement.clientWidth));
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = list.current;
    if (off || room === null || !element) return setFound({ key, fit: null });
    const tall = heightOf(element);
    if (tall <= room + slack) return setFound({ key, fit: null });
    const box = element.getBoundingClientRect();
    // With the button that brings the rest.
    const button = element.parentElement?.querySelector(":scope > .wide") ? 0 : 52;
    const left = room + slack - 1 - (tall - box.height) - button;
    // The first row stays, however high it is.
    const whole = [...element.children].filter((child) => {
      const { top, bottom } = child.getBoundingClientRect();
      return fromEnd ? box.bottom - top <= left + 1 : bottom - box.top <= left + 1 || top <= box.top;
    });
    setFound({ key, fit: Math.max(1, whole.length) });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key holds all that it depends on
  }, [key]);
  return found.key === key ? found.fit : null;
}
