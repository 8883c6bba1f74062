import type { VNode } from "preact";
import { scaleBar, type Size, type View, way } from "./geo.ts";
import { type Sheet, sheetFor } from "./ground.ts";

interface BaseProps {
  view: View;
  size: Size;
  sheets: Sheet[];
  /** Whether a ground without outlines has a grid as wide as the scale bar. */
  ruled?: boolean;
}

/** Land, water and borders behind the pins; where outlines would be too rough, a plain ground. */
export function Base({ view, size, sheets, ruled }: BaseProps): VNode {
  const sheet = sheetFor(sheets, view, size);
  return (
    <svg class="base" width={size.width} height={size.height} aria-hidden="true" focusable="false">
      {sheet ? <Outlines sheet={sheet} view={view} size={size} /> : ruled ? <Grid view={view} size={size} /> : null}
    </svg>
  );
}

function Outlines({ sheet, view, size }: { sheet: Sheet; view: View; size: Size }): VNode {
  const world = size.width / view.span;
  const scale = (sheet.side * world) / sheet.grid;
  const top = size.height / 2 + (sheet.y - sheet.side / 2 - view.y) * world;
  // The world repeats to the left and right, so that the date line is no edge.
  const turns = sheet.side >= 1 ? [-2, -1, 0, 1, 2] : [0];
  const lefts = turns
    .map((n) => size.width / 2 + ((sheet.side >= 1 ? 0.5 - view.x : way(view.x, sheet.x)) + n - sheet.side / 2) * world)
    .filter((x) => x < size.width && x + sheet.side * world * 1.05 > 0);
  return (
    <>
      <rect class="water" width={size.width} height={size.height} />
      {lefts.map((x) => (
        <g key={Math.round(x)} transform={`translate(${x} ${top}) scale(${scale})`}>
          <path class="land" d={sheet.land} />
          {/* Farther south than the projection goes, Antarctica goes on. */}
          {sheet.side >= 1 ? <rect class="south" y={sheet.grid} width={sheet.grid} height={sheet.grid} /> : null}
          <path class="border" d={sheet.borders} />
        </g>
      ))}
    </>
  );
}

/** Lines as far apart as the scale bar is long, which stay where they are when the map moves. */
function Grid({ view, size }: { view: View; size: Size }): VNode {
  const { pixels } = scaleBar(view, size);
  const world = size.width / view.span;
  const first = (middle: number, length: number): number =>
    (((length / 2 - middle * world) % pixels) + pixels) % pixels;
  const lines = (from: number, to: number): number[] =>
    Array.from({ length: Math.floor((to - from) / pixels) + 1 }, (_, i) => from + i * pixels);
  return (
    <>
      {lines(first(view.x, size.width), size.width).map((x) => (
        <line key={`x${x}`} class="grid" x1={x} x2={x} y1="0" y2={size.height} />
      ))}
      {lines(first(view.y, size.height), size.height).map((y) => (
        <line key={`y${y}`} class="grid" x1="0" x2={size.width} y1={y} y2={y} />
      ))}
    </>
  );
}
