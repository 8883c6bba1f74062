import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Where a row of slides stands. All lengths are in CSS pixels from the beginning of the first slide. */
export interface Shape {
  /** Where each slide begins; ascending. */
  starts: number[];
  /** The width of one slide. */
  width: number;
  /** How far the row is scrolled, and how far it can be. */
  position: number;
  end: number;
  /** How much of the row can be seen at once. */
  seen: number;
}

export interface View {
  /** The positions at which the row comes to rest; a single one when everything is in sight. */
  stops: number[];
  /** The index of the nearest stop. */
  at: number;
  /** The first and the last slide that are wholly in sight; the nearest one when none is. */
  first: number;
  last: number;
}

export function viewOf({ starts, width, position, end, seen }: Shape): View {
  const stops = [...starts.filter((start) => start < end - 1), Math.max(0, end)];
  const distance = (stop: number): number => Math.abs(stop - position);
  const at = stops.reduce((best, stop, i) => (distance(stop) < distance(stops[best]!) ? i : best), 0);
  const whole = starts.map((start) => start >= position - 2 && start + width <= position + seen + 2);
  const none = !whole.includes(true);
  return { stops, at, first: none ? at : whole.indexOf(true), last: none ? at : whole.lastIndexOf(true) };
}

export interface Track extends View {
  ref: RefObject<HTMLDivElement | null>;
  /** The stop that the row stands at or is on its way to. */
  goal(): number;
  go(stop: number): void;
}

/** Follows a row that scrolls sideways, and moves it. slides: how many it has. */
export function useTrack(slides: number): Track {
  const ref = useRef<HTMLDivElement>(null);
  const aim = useRef<number | null>(null);
  const [view, setView] = useState<View>({ stops: [0], at: 0, first: 0, last: slides - 1 });
  useLayoutEffect(() => {
    const row = ref.current!;
    const update = (): void => setView((old) => (same(old, viewOf(shapeOf(row))) ? old : viewOf(shapeOf(row))));
    const settle = (): void => void (aim.current = null);
    // The end of an earlier movement may be told when the row has been sent on already.
    const arrive = (): void => void (viewOf(shapeOf(row)).at === aim.current && settle());
    const observer = new ResizeObserver(() => {
      settle();
      update();
    });
    observer.observe(row);
    row.addEventListener("scroll", update, { passive: true });
    row.addEventListener("scrollend", arrive, { passive: true });
    // A person's own hand on the row overrules where it was sent to.
    const hands = ["pointerdown", "wheel"];
    for (const hand of hands) row.addEventListener(hand, settle, { passive: true });
    return () => {
      observer.disconnect();
      row.removeEventListener("scroll", update);
      row.removeEventListener("scrollend", arrive);
      for (const hand of hands) row.removeEventListener(hand, settle);
    };
  }, [slides]);
  const go = (stop: number): void => {
    const row = ref.current!;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    aim.current = stop;
    row.scrollTo({ left: view.stops[stop]! * (isRtl(row) ? -1 : 1), behavior: still ? "instant" : "smooth" });
  };
  return { ...view, ref, goal: () => Math.min(aim.current ?? view.at, view.stops.length - 1), go };
}

export const isRtl = (el: Element): boolean => getComputedStyle(el).direction === "rtl";

function shapeOf(row: HTMLElement): Shape {
  const slides = [...row.children] as HTMLElement[];
  const zero = slides[0]?.offsetLeft ?? 0;
  return {
    starts: slides.map((slide) => Math.abs(slide.offsetLeft - zero)),
    width: slides[0]?.offsetWidth ?? 0,
    position: Math.abs(row.scrollLeft),
    end: row.scrollWidth - row.clientWidth,
    seen: row.clientWidth - parseFloat(getComputedStyle(row).paddingInlineStart),
  };
}

const same = (a: View, b: View): boolean =>
  a.at === b.at && a.first === b.first && a.last === b.last && a.stops.join() === b.stops.join();
