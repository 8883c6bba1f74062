/**
 * The geometry of the map: web Mercator, the world as a square of side 1 whose left edge is 180° west and whose top is
 * 85° north. Nothing here knows the document.
 */
export type Point = readonly [x: number, y: number];

/** What is seen: the middle, and how much of the world's width fits into the width of the picture. */
export interface View {
  x: number;
  y: number;
  span: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The closest and the farthest view. */
export const spans = { least: 0.00003, most: 1 };
const mostLatitude = 85;

export function project(longitude: number, latitude: number): Point {
  const angle = (Math.max(-mostLatitude, Math.min(mostLatitude, latitude)) * Math.PI) / 180;
  return [longitude / 360 + 0.5, 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)];
}

/** The latitude at a height of the square. */
export function latitudeAt(y: number): number {
  return (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
}

/** The view that holds all points with room around them, across the date line where that is shorter. */
export function fitView(points: Point[], size: Size, margin = 34): View {
  if (!points.length) return { x: 0.5, y: 0.42, span: 1 };
  const from = leftEdge(points.map(([x]) => x));
  const xs = points.map(([x]) => (x < from ? x + 1 : x));
  const ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const across = (right - left) / Math.max(0.2, 1 - (2 * margin) / size.width);
  const down = ((bottom - top) / Math.max(0.2, 1 - (2 * margin) / size.height)) * (size.width / size.height);
  // A lone place is shown with enough of its continent to be recognised.
  const least = right - left + bottom - top < 1e-7 ? 0.16 : spans.least * 2;
  return settle({ x: (left + right) / 2, y: (top + bottom) / 2, span: Math.max(least, across, down) }, size);
}

/** Where the picture begins: at the westernmost point, or behind a stretch of the globe that is much emptier than the date line's. */
function leftEdge(xs: number[]): number {
  const sorted = [...xs].sort((a, b) => a - b);
  let edge = sorted[0] as number;
  let widest = edge + 1 - (sorted.at(-1) as number) + 0.2;
  for (let i = 1; i < sorted.length; i++) {
    const gap = (sorted[i] as number) - (sorted[i - 1] as number);
    if (gap > widest) [widest, edge] = [gap, sorted[i] as number];
  }
  return edge;
}

/** The view within its bounds: never past a pole, the middle on the square. */
export function settle(view: View, size: Size): View {
  const span = Math.max(spans.least, Math.min(spans.most, view.span));
  const half = Math.min(0.5, (span * size.height) / size.width / 2);
  return { span, x: ((view.x % 1) + 1) % 1, y: Math.max(half, Math.min(1 - half, view.y)) };
}

/** Where a point stands in the picture, in CSS pixels; the copy of the world that is nearest to the middle counts. */
export function place([x, y]: Point, view: View, size: Size): Point {
  const offset = x - view.x;
  const near = offset - Math.round(offset);
  return [size.width / 2 + (near / view.span) * size.width, size.height / 2 + ((y - view.y) / view.span) * size.width];
}

/** Things that stand closer together than distance, drawn as one. */
export interface Cluster {
  x: number;
  y: number;
  /** Indices of the points, ascending. */
  members: number[];
}

/** Gathers what would overlap. Points outside the picture, or so near its edge that a pin would be cut, are left out. */
export function clusters(points: Point[], view: View, size: Size, distance: number): Cluster[] {
  const found: Cluster[] = [];
  points.forEach((point, i) => {
    const [x, y] = place(point, view, size);
    const edge = distance / 2;
    if (x < edge || y < edge || x > size.width - edge || y > size.height - edge) return;
    const near = found.find((c) => Math.hypot(c.x - x, c.y - y) < distance);
    if (near) near.members.push(i);
    else found.push({ x, y, members: [i] });
  });
  return found;
}

const steps = [60, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** Meridians and parallels in the picture, in degrees, few enough to be read. */
export function graticule(view: View, size: Size): { meridians: number[]; parallels: number[]; step: number } {
  const degrees = view.span * 360;
  const step = steps.find((s) => degrees / s >= 3.2) ?? (steps.at(-1) as number);
  const west = (view.x - 0.5) * 360 - degrees / 2;
  const half = (view.span * size.height) / size.width / 2;
  return {
    step,
    meridians: multiples(west, west + degrees, step),
    parallels: multiples(latitudeAt(view.y + half), latitudeAt(view.y - half), step),
  };
}

function multiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, i) =>
    Number(((first + i) * step).toFixed(3)),
  );
}

/** A round distance and how many pixels it takes in the middle of the picture; at most most pixels. */
export function scaleBar(view: View, size: Size, most = 110): { metres: number; pixels: number } {
  const around = 40_075_017 * Math.cos((latitudeAt(view.y) * Math.PI) / 180);
  const perPixel = (view.span * around) / size.width;
  const power = 10 ** Math.floor(Math.log10(perPixel * most));
  const factor = [5, 2, 1].find((f) => f * power <= perPixel * most) ?? 1;
  return { metres: factor * power, pixels: (factor * power) / perPixel };
}
