import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useScheme } from "~/shell/theme";

export interface Line {
  label: string;
  color: "accent" | "bad" | "buoy";
  values: readonly (number | null)[];
}

interface Props {
  title: string;
  /** Seconds since 1970, ascending. */
  at: readonly number[];
  lines: readonly Line[];
  kind: "bars" | "lines";
  say(value: number): string;
}

const height = 150;

/** A small chart over time. What the pointer is at stands in words above it; the figures are also in a table elsewhere. */
export function Chart({ title, at, lines, kind, say }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef({ say, setIndex: (_: number | null) => undefined as void });
  const [index, setIndex] = useState<number | null>(null);
  latest.current = { say, setIndex };
  const scheme = useScheme();
  const shape = `${kind} ${lines.map(({ label, color }) => `${label} ${color}`).join()}`;
  const data = [at, ...lines.map(({ values }) => values)] as unknown as uPlot.AlignedData;
  const span = (at.at(-1) ?? 0) - (at[0] ?? 0);
  const given = useRef({ data, lines, span });
  given.current = { data, lines, span };

  useEffect(() => {
    const node = place.current;
    if (!node) return;
    const color = (name: string) => resolved(node, `var(--${name})`);
    const axis = {
      stroke: color("muted"),
      grid: { stroke: color("line"), width: 1 },
      ticks: { show: false },
      font: "11px ui-sans-serif, system-ui, sans-serif",
    };
    const made = new uPlot(
      {
        width: node.clientWidth,
        height,
        padding: [8, 18, 0, 0], // half a time of day at the end of the axis
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
        scales: { y: { range: (_, __, max) => [0, Math.max(max, 1) * 1.08] } },
        axes: [
          {
            ...axis,
            grid: { show: false },
            space: 70,
            size: 26,
            values: (_, splits) => splits.map((t) => ticks(given.current.span).format(new Date(t * 1000))),
          },
          { ...axis, size: 54, space: 36, values: (_, splits) => splits.map((n) => latest.current.say(n)) },
        ],
        series: [
          {},
          ...given.current.lines.map((line) => ({
            label: line.label,
            stroke: color(line.color),
            width: 2,
            spanGaps: kind === "lines",
            points: { show: kind === "lines" && given.current.lines[0]?.values.filter((v) => v !== null).length === 1 },
            ...(kind === "bars" && {
              fill: color(line.color),
              width: 0,
              paths: uPlot.paths.bars?.({ size: [0.8, 24], radius: 0.15 }) as uPlot.Series.PathBuilder,
            }),
          })),
        ],
        hooks: { setCursor: [(u) => latest.current.setIndex(u.cursor.idx ?? null)] },
      },
      given.current.data,
      node,
    );
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: node.clientWidth, height }));
    observer.observe(node);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [scheme, shape, kind]);
  useEffect(() => plot.current?.setData(given.current.data), [at, lines]);

  const shown = index !== null && at[index] !== undefined ? index : null;
  const totals = lines
    .map(({ label, values }) => `${label}: ${say(Math.max(0, ...values.map((v) => v ?? 0)))} at most`)
    .join("; ");
  return (
    <figure className="grid gap-1 min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 min-h-6">
        <span className="font-medium text-sm">{title}</span>
        <span className="text-xs text-muted flex flex-wrap gap-x-3 tabular-nums">
          {lines.map(({ label, color, values }) => (
            <span key={label} className="inline-flex items-center gap-1.5">
              <span
                aria-hidden="true"
                className={`size-2 rounded-full ${{ accent: "bg-accent", bad: "bg-bad", buoy: "bg-buoy" }[color]}`}
              />
              {label}
              {shown !== null && <> {valueOf(values[shown], say)}</>}
            </span>
          ))}
          {shown !== null && <span>{hours.format(new Date((at[shown] ?? 0) * 1000))}</span>}
        </span>
      </figcaption>
      <div
        ref={place}
        role="img"
        aria-label={`${title}. ${totals}.`}
        className="min-w-0 overflow-hidden"
        style={{ height }}
      />
    </figure>
  );
}

const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric" });
const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hour12: false });

/** What names a tick: the time within a day and a half, else the day. */
const ticks = (span: number) => (span > 130_000 ? day : clock);

const hours = new Intl.DateTimeFormat("en", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});

const valueOf = (value: number | null | undefined, say: (n: number) => string) =>
  value === null || value === undefined ? "–" : say(value);

/** A colour as a canvas understands it. */
function resolved(near: HTMLElement, color: string): string {
  const probe = document.createElement("span");
  probe.style.color = color;
  near.append(probe);
  const { color: value } = getComputedStyle(probe);
  probe.remove();
  return value;
}
