import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { graticule, place, project, type Size, type View } from "./geo.ts";
import { outlines } from "./land.ts";

/** Closer than this the outlines would lie more than they tell, so the grid and the scale stand alone. */
const closest = 0.02;

/** Land, meridians and parallels behind the pins. */
export function Base({ view, size }: { view: View; size: Size }): VNode {
  const land = useMemo(path, []);
  const { meridians, parallels, step } = useMemo(() => graticule(view, size), [view, size]);
  const scale = size.width / view.span;
  // The world repeats to the left and right, so that the date line is no edge.
  const copies = [-1, 0, 1]
    .map((n) => size.width / 2 + (n - view.x) * scale)
    .filter((x) => x < size.width && x + scale * 1.03 > 0);
  const top = size.height / 2 - view.y * scale;
  return (
    <svg class="base" width={size.width} height={size.height} aria-hidden="true" focusable="false">
      {view.span >= closest
        ? copies.map((x) => (
            <path key={Math.round(x)} class="land" d={land} transform={`translate(${x} ${top}) scale(${scale})`} />
          ))
        : null}
      {meridians.map((degree) => {
        const x = place(project(degree, 0), view, size)[0];
        return <line key={`m${degree}`} class="grid" x1={x} x2={x} y1="0" y2={size.height} />;
      })}
      {parallels.map((degree) => {
        const y = place(project(0, degree), view, size)[1];
        return (
          <g key={`p${degree}`}>
            <line class="grid" x1="0" x2={size.width} y1={y} y2={y} />
            {/* Not where the edge would cut it. */}
            {y > 16 ? (
              <text
                class="degree"
                x="6"
                y={y - 4}
              >{`${Math.abs(degree).toFixed(step < 0.01 ? 3 : step < 1 ? 2 : 0)}°${degree > 0 ? "N" : degree < 0 ? "S" : ""}`}</text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

/** All outlines in the unit square, precise to a few kilometres. */
function path(): string {
  const corner = ([longitude, latitude]: [number, number]): string =>
    project(longitude, latitude)
      .map((n) => n.toFixed(5))
      .join(" ");
  return outlines()
    .map((ring) => `M${ring.map(corner).join("L")}Z`)
    .join("");
}
