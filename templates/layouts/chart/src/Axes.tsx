import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Chart, Write } from "./data.ts";
import { Legend } from "./Legend.tsx";
import { Bars, Lines } from "./marks.tsx";
import { type Plot, usePlot } from "./plot.ts";
import { textWidth } from "./scale.ts";

/** Lines, surfaces and bars over a common pair of axes. The pointer shows values; everyone has the table below. */
export function Axes({ chart, write }: { chart: Chart; write: Write }): VNode {
  const box = useRef<HTMLDivElement>(null);
  const plot = usePlot(box, chart, write);
  const [at, setAt] = useState<number | null>(null);
  const point = (event: PointerEvent): void => {
    const bounds = box.current?.getBoundingClientRect();
    if (bounds && plot) setAt(plot.nearest(event.clientX - bounds.left));
  };
  return (
    <figure class="figure">
      {chart.yTitle ? (
        <p class="axis-title" dir="auto">
          {chart.yTitle}
        </p>
      ) : null}
      <div ref={box} class="plot" onPointerMove={point} onPointerDown={point} onPointerLeave={() => setAt(null)}>
        {plot ? (
          <svg
            class="drawing"
            role="img"
            aria-label={summary(chart)}
            width={plot.width}
            height={plot.height}
            direction="ltr"
          >
            <Grid plot={plot} write={write} />
            {at !== null && chart.kind !== "bar" ? (
              <line class="guide" x1={plot.x(at)} x2={plot.x(at)} y1={plot.top} y2={plot.bottom} />
            ) : null}
            {chart.kind === "bar" ? (
              <Bars chart={chart} plot={plot} at={at} />
            ) : (
              <Lines chart={chart} plot={plot} at={at} />
            )}
            <Labels plot={plot} />
          </svg>
        ) : null}
        {plot && at !== null ? <Readout chart={chart} plot={plot} at={at} write={write} /> : null}
      </div>
      {chart.xTitle ? (
        <p class="axis-title below" dir="auto">
          {chart.xTitle}
        </p>
      ) : null}
      <Legend
        names={chart.series.length > 1 || !chart.yTitle ? chart.series.map((s) => s.name) : []}
        kind={chart.kind}
      />
    </figure>
  );
}

/** What the drawing is, for people who do not see it; the numbers are in the table. */
function summary(chart: Chart): string {
  const kinds = { line: "Line chart", area: "Area chart", bar: "Bar chart", donut: "Donut chart" };
  const names = chart.series.map((s) => s.name.slice(0, 60)).join(", ");
  return `${kinds[chart.kind]}: ${names}. ${chart.labels.length} points, ${chart.labels[0]?.slice(0, 60)} to ${chart.labels.at(-1)?.slice(0, 60)}.`;
}

function Grid({ plot, write }: { plot: Plot; write: Write }): VNode {
  return (
    <g>
      {plot.ticks.values.map((v) => (
        <g key={v}>
          <line class={v === 0 ? "grid zero" : "grid"} x1={plot.left} x2={plot.right} y1={plot.y(v)} y2={plot.y(v)} />
          <text
            class="tick"
            x={plot.rtl ? plot.right + 8 : plot.left - 8}
            y={plot.y(v)}
            dy="0.34em"
            text-anchor={plot.rtl ? "start" : "end"}
          >
            {write(v, true)}
          </text>
        </g>
      ))}
    </g>
  );
}

function Labels({ plot }: { plot: Plot }): VNode {
  let last = { x: -Infinity, half: 0 };
  return (
    <g>
      {plot.labels.map((lines, i) => {
        if (!lines) return null;
        const half = Math.max(...lines.map((line) => textWidth(line, plot.font))) / 2;
        // A label that would stand over the edge moves inwards; one that would touch its neighbour gives way.
        const x = Math.max(half, Math.min(plot.width - half, plot.x(i)));
        if (Math.abs(x - last.x) < half + last.half + 4) return null;
        last = { x, half };
        return (
          <text key={i} class="tick" y={plot.bottom + plot.font * 1.55} text-anchor="middle">
            {lines.map((line, n) => (
              <tspan key={n} x={x} dy={n ? "1.25em" : undefined}>
                {line}
              </tspan>
            ))}
          </text>
        );
      })}
    </g>
  );
}

function Readout({ chart, plot, at, write }: { chart: Chart; plot: Plot; at: number; write: Write }): VNode {
  const x = plot.x(at);
  // Beside the point, on the side with more room, and no wider than that: names break there rather than be cut.
  const away = chart.kind === "bar" ? Math.min(plot.step, plot.width / 3) / 2 + 6 : 14;
  const before = x > plot.width / 2;
  const room = Math.min(300, Math.max(before ? x : plot.width - x, 110) - away);
  const maxWidth = `${room}px`;
  const side = before ? { right: `${plot.width - x + away}px`, maxWidth } : { left: `${x + away}px`, maxWidth };
  return (
    <div class={room < 220 ? "readout tight" : "readout"} style={side} aria-hidden="true">
      <p class="readout-label" dir="auto">
        {chart.labels[at]}
      </p>
      {chart.series.map((s, i) => (
        <p key={i} class={`reading hue-${i}`}>
          <span class="swatch" />
          <span class="reading-name" dir="auto">
            {s.name}
          </span>
          <b>{s.values[at] == null ? "–" : write(s.values[at])}</b>
        </p>
      ))}
    </div>
  );
}
