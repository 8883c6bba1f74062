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

/** The closest view, and the farthest, in which the poles are on a picture that is much wider than high. */
export const spans = { least: 0.000003, most: 2.1 };
const mostLatitude = 85;

export function project(longitude: number, latitude: number): Point {
  const angle = (Math.max(-mostLatitude, Math.min(mostLatitude, latitude)) * Math.PI) / 180;
  return [longitude / 360 + 0.5, 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)];
}

/** The latitude at a height of the square. */
export function latitudeAt(y: number): number {
  return (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
}

/**
 * The view that holds all points with room around them, across the date line where that is shorter. alone: the span for
 * points that are all in one spot. margin in CSS pixels.
 */
export function fitView(points: Point[], size: Size, alone = 0.035, margin = 34): View {
  if (!points.length) return { x: 0.5, y: 0.42, span: 1 };
  const from = leftEdge(points.map(([x]) => x));
  const xs = points.map(([x]) => (x < from ? x + 1 : x));
  const ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const across = (right - left) / Math.max(0.2, 1 - (2 * margin) / size.width);
  const down = ((bottom - top) / Math.max(0.2, 1 - (2 * margin) / size.height)) * (size.width / size.height);
  const least = right - left + bottom - top < 1e-8 ? alone : spans.least * 2;
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

/** The way from one x of the square to another, the shorter one around the globe. */
export const way = (from: number, to: number): number => to - from - Math.round(to - from);

/** Where a point stands in the picture, in CSS pixels; the copy of the world that is nearest to the middle counts. */
export function place([x, y]: Point, view: View, size: Size): Point {
  return [
    size.width / 2 + (way(view.x, x) / view.span) * size.width,
    size.height / 2 + ((y - view.y) / view.span) * size.width,
  ];
}

/** Metres along the equator of a world that is drawn at the latitude of a height of the square. */
const aroundAt = (y: number): number => 40_075_017 * Math.cos((latitudeAt(y) * Math.PI) / 180);

/** Metres between two positions in degrees, on a sphere. */
export function metresBetween(a: Position, b: Position): number {
  const radians = Math.PI / 180;
  const [up, over] = [((b.latitude - a.latitude) * radians) / 2, ((b.longitude - a.longitude) * radians) / 2];
  const h = Math.sin(up) ** 2 + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * Math.sin(over) ** 2;
  return 2 * 6_371_009 * Math.asin(Math.min(1, Math.sqrt(h)));
}

export interface Position {
  latitude: number;
  longitude: number;
}

/** A round distance and how many pixels it takes in the middle of the picture; at most most pixels. */
export function scaleBar(view: View, size: Size, most = 110): { metres: number; pixels: number } {
  const perPixel = (view.span * aroundAt(view.y)) / size.width;
  const power = 10 ** Math.floor(Math.log10(perPixel * most));
  const factor = [5, 2, 1].find((f) => f * power <= perPixel * most) ?? 1;
  return { metres: factor * power, pixels: (factor * power) / perPixel };
}
