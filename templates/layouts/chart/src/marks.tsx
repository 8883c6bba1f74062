import type { VNode } from "preact";
import type { Chart } from "./data.ts";
import type { Plot } from "./plot.ts";
import { areaPath, linePath, type Point } from "./scale.ts";

interface MarksProps {
  chart: Chart;
  plot: Plot;
  /** The point under the pointer. */
  at: number | null;
}

/** Lines, over a surface that fades downwards where the chart is one of areas. Few points get dots; a lone one would be invisible without. */
export function Lines({ chart, plot, at }: MarksProps): VNode {
  const base = plot.y(Math.min(plot.ticks.high, Math.max(plot.ticks.low, 0)));
  const dots = chart.labels.length <= 12 && chart.kind === "line";
  return (
    <>
      {chart.series.map((series, n) => {
        const points = series.values.map((v, i): Point | null => (v === null ? null : [plot.x(i), plot.y(v)]));
        const alone = (i: number): boolean => !points[i - 1] && !points[i + 1];
        return (
          <g key={n} class={`hue-${n}`}>
            {chart.kind === "area" ? (
              <>
                <linearGradient id={`fade-${n}`} x1="0" y1="0" x2="0" y2="1">
                  <stop class="near" offset="0" />
                  <stop class="far" offset="1" />
                </linearGradient>
                <path
                  class={chart.series.length > 2 ? "surface faint" : "surface"}
                  fill={`url(#fade-${n})`}
                  d={areaPath(points, base)}
                />
              </>
            ) : null}
            <path class={`stroke dash-${n}`} d={linePath(points)} />
            {points.map((p, i) =>
              p && (dots || i === at || alone(i)) ? (
                <circle key={i} class="dot" cx={p[0]} cy={p[1]} r={i === at ? 5 : 3.5} />
              ) : null,
            )}
          </g>
        );
      })}
    </>
  );
}

/** Bars side by side. Their feet stand on zero. */
export function Bars({ chart, plot, at }: MarksProps): VNode {
  const many = chart.series.length;
  const gap = plot.step > 14 ? Math.max(2, plot.step * 0.26) : plot.step > 3 ? 1 : 0;
  const width = Math.min(64, (plot.step - gap) / many);
  const zero = plot.y(0);
  return (
    <>
      {chart.series.map((series, n) => (
        <g key={n} class={`hue-${n}`}>
          {series.values.map((v, i) => {
            if (v === null) return null;
            const place = plot.rtl ? many - 1 - n : n;
            const x = plot.x(i) + (place - many / 2) * width;
            const [top, height] = v < 0 ? [zero, plot.y(v) - zero] : [plot.y(v), zero - plot.y(v)];
            return (
              <rect
                key={i}
                class={at === null || at === i ? "bar" : "bar rest"}
                x={x}
                y={top}
                width={Math.max(0.5, width - (width > 6 ? 2 : 0))}
                height={Math.max(1, height)}
                rx={Math.min(4, width / 4)}
              />
            );
          })}
        </g>
      ))}
    </>
  );
}
