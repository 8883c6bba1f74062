import { useRoom } from "@chatui/runtime/ui";
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Chart, Write } from "./data.ts";
import { labelEvery, type Ticks, textWidth, ticks, wrap } from "./scale.ts";

/** Where everything stands, in CSS pixels of the drawing. */
export interface Plot {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Height of the letters. */
  font: number;
  rtl: boolean;
  ticks: Ticks;
  /** Distance between two points. */
  step: number;
  /** What is written below each point, in lines; null where nothing is. */
  labels: (string[] | null)[];
  x(index: number): number;
  y(value: number): number;
  /** The point that is nearest to a place. */
  nearest(x: number): number;
}

/** Lays the chart out for the width and the size of letters that the element has; null until it has a width. */
export function usePlot(box: RefObject<HTMLDivElement | null>, chart: Chart, write: Write): Plot | null {
  const [size, setSize] = useState<{ width: number; font: number; rtl: boolean } | null>(null);
  // Between messages there has to be room for what stands around it.
  const most = useRoom() === null ? 340 : 260;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = (): void => {
      const style = getComputedStyle(element);
      const next = {
        width: element.clientWidth,
        font: Number.parseFloat(style.fontSize) || 13,
        rtl: style.direction === "rtl",
      };
      setSize((old) =>
        old && old.width === next.width && old.font === next.font && old.rtl === next.rtl ? old : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return useMemo(
    () => (size && size.width > 0 ? layOut(chart, { ...size, most }, write) : null),
    [chart, size, write, most],
  );
}

export function layOut(
  chart: Chart,
  { width, font, rtl, most }: { width: number; font: number; rtl: boolean; most: number },
  write: Write,
): Plot {
  const bars = chart.kind === "bar";
  const values = chart.series.flatMap((s) => s.values).filter((v) => v !== null);
  const body = Math.round(Math.min(most, Math.max(190, width * 0.5)) + font);
  const top = font * 0.6;
  const bottom = body - font * 1.9;
  const marks = ticks(
    values,
    Math.max(2, Math.min(5, Math.floor((bottom - top) / (font * 2.4)))),
    bars || chart.kind === "area" || values.length === 1,
  );
  const axis = Math.min(width * 0.4, Math.max(...marks.values.map((v) => textWidth(write(v, true), font))) + 10);
  const left = rtl ? 4 : axis;
  const right = rtl ? width - axis : width - 4;
  const count = chart.labels.length;
  // Bars stand in the middle of bands; points of a line reach from edge to edge, and a single one stands in the middle.
  const bands = bars || count === 1;
  const step = (right - left) / (bands ? count : count - 1);
  const widest = Math.min(120, Math.max(...chart.labels.map((l) => textWidth(l, font))));
  // Labels that all have a fair share of room are cut rather than left out.
  const every = step >= font * 4.5 && count <= 8 ? 1 : labelEvery(count, widest, step);
  const room = Math.max(Math.min(step * every, width / Math.ceil(count / every)) - 8, font * 2);
  const labels = chart.labels.map((label, i) => (i % every ? null : wrap(label, room, font, every === 1 ? 3 : 1)));
  const lines = Math.max(1, ...labels.map((label) => label?.length ?? 0));
  return {
    width,
    height: body + Math.round((lines - 1) * font * 1.25),
    left,
    right,
    top,
    bottom,
    font,
    rtl,
    step,
    labels,
    ticks: marks,
    x: (i) => {
      const offset = (bands ? i + 0.5 : i) * step;
      return rtl ? right - offset : left + offset;
    },
    y: (v) => bottom - ((v - marks.low) / (marks.high - marks.low)) * (bottom - top),
    nearest: (x) => {
      const offset = (rtl ? right - x : x - left) / step;
      return Math.min(count - 1, Math.max(0, bands ? Math.floor(offset) : Math.round(offset)));
    },
  };
}
