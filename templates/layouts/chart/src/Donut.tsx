import { formatNumber, useLocale } from "@chatui/runtime";
import { Notice } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { type Chart, slices, type Write } from "./data.ts";
import { arcPath, textWidth } from "./scale.ts";

const size = 200;
const thickness = 34;

/** Parts of a whole. The list beside the ring carries names, values and shares, in the order of the ring. */
export function Donut({ chart, write }: { chart: Chart; write: Write }): VNode {
  const locale = useLocale();
  const ring = useMemo(() => slices(chart), [chart]);
  if (!ring.total) return <Notice kind="empty" title="Nothing to show" text="No value is greater than zero." />;
  let turned = 0;
  const total = write(ring.total, ring.total >= 1e6);
  return (
    <figure class="figure ring">
      <svg
        class="donut"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`Donut chart: ${chart.series[0]?.name.slice(0, 60)}, ${ring.slices.length} parts of ${total}.`}
      >
        {ring.slices.map((s, i) => {
          const from = turned;
          turned += s.share;
          return <path key={i} class={`slice hue-${i}`} d={arcPath(from, turned, size, thickness)} />;
        })}
        <text
          class="total"
          x={size / 2}
          y={size / 2}
          dy="0.34em"
          text-anchor="middle"
          style={{ fontSize: `${Math.min(30, (size - 2 * thickness - 16) / textWidth(total, 1))}px` }}
        >
          {total}
        </text>
      </svg>
      <ul class="parts">
        {ring.slices.map((s, i) => (
          <li key={i} class={`part hue-${i}`}>
            <span class="swatch" />
            <span class="part-name" dir="auto">
              {s.label}
            </span>
            <b class="share">
              {formatNumber(s.share, locale, { style: "percent", maximumFractionDigits: s.share < 0.1 ? 1 : 0 })}
            </b>
            <span class="amount">{write(s.value)}</span>
          </li>
        ))}
      </ul>
      {ring.left ? (
        <p
          class="note whole"
          dir="auto"
        >{`${ring.left} negative ${ring.left === 1 ? "value has" : "values have"} no place in the ring.`}</p>
      ) : null}
    </figure>
  );
}
