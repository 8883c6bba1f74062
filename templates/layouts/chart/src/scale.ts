/** The geometry of the axes. Everything is in CSS pixels; nothing here knows the document. */

export interface Ticks {
  low: number;
  high: number;
  values: number[];
}

/** Round values that span the data, about as many as wanted. zero: whether the axis must begin there, as bars do. */
export function ticks(values: number[], wanted: number, zero: boolean): Ticks {
  let low = Math.min(...values);
  let high = Math.max(...values);
  // A line that never comes near zero would lie flat on an axis that does; one that does come near belongs on it, and so does
  // one that is level, which would lie on the edge of any other.
  zero ||= low === high;
  if (zero || (low >= 0 && low <= high * 0.6)) low = Math.min(0, low);
  if (zero || (high <= 0 && high >= low * 0.6)) high = Math.max(0, high);
  if (low === high) {
    low -= 1;
    high += 1;
  }
  const step = roundStep((high - low) / wanted);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  const all = Array.from({ length: last - first + 1 }, (_, i) => clean((first + i) * step));
  return { low: all[0] as number, high: all.at(-1) as number, values: all };
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 2.5, 5, 10].find((f) => f * power >= raw * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Without the dust of binary fractions: 0.30000000000000004 is 0.3. */
const clean = (n: number): number => Number(n.toPrecision(12));

/** Every how many labels one can be written, so that two never touch. widths in pixels of the widest label and a step. */
export function labelEvery(count: number, widest: number, step: number): number {
  return Math.min(count, Math.max(1, Math.ceil((widest + 8) / step)));
}

/** An estimate of how wide a text is at a font size, erring on the wide side. */
export function textWidth(text: string, size: number): number {
  return (
    [...text].reduce(
      (sum, c) =>
        sum +
        (/[\u1100-\u9fff\uac00-\ud7ff\uff00-\uffef\u{1f000}-\u{1ffff}]/u.test(c)
          ? 1.05
          : /[mwMW@%<>=+~]/.test(c)
            ? 0.95
            : /[ilj.,:;'|! ]/.test(c)
              ? 0.32
              : 0.6),
      0,
    ) * size
  );
}

/** The text cut to what fits, at least one character. */
export function fit(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text;
  const characters = [...text];
  let end = Math.min(characters.length, Math.max(1, Math.floor(width / (size * 0.32))));
  while (end > 1 && textWidth(characters.slice(0, end).join(""), size) + size > width) end--;
  return `${characters.slice(0, end).join("").trimEnd()}…`;
}

/** The text on a few lines, broken between words; what does not fit is cut. */
export function wrap(text: string, width: number, size: number, most = 3): string[] {
  const words = text.split(/\s+/);
  let end = 1;
  while (end < words.length && textWidth(words.slice(0, end + 1).join(" "), size) <= width) end++;
  const rest = words.slice(end).join(" ");
  if (!rest || most === 1) return [fit(rest ? text : words.join(" "), width, size)];
  return [fit(words.slice(0, end).join(" "), width, size), ...wrap(rest, width, size, most - 1)];
}

export type Point = readonly [x: number, y: number];

/** The path of a line through points; null interrupts it. */
export function linePath(points: (Point | null)[]): string {
  let path = "";
  let pen = "M";
  for (const point of points) {
    if (!point) {
      pen = "M";
      continue;
    }
    path += `${pen}${px(point[0])} ${px(point[1])}`;
    pen = "L";
  }
  return path;
}

/** The path of the surface between a line and the height base; every uninterrupted stretch is one. */
export function areaPath(points: (Point | null)[], base: number): string {
  let path = "";
  let run: Point[] = [];
  for (const point of [...points, null]) {
    if (point) {
      run.push(point);
      continue;
    }
    const [first, last] = [run[0], run.at(-1)];
    if (first && last) path += `${linePath(run)}L${px(last[0])} ${px(base)}L${px(first[0])} ${px(base)}Z`;
    run = [];
  }
  return path;
}

/** A ring's part between two shares of the turn, clockwise from the top, in a box of size × size. */
export function arcPath(from: number, to: number, size: number, thickness: number): string {
  const [outer, inner] = [size / 2, size / 2 - thickness];
  // An arc that ends where it began is not drawn, so a whole turn is two circles, the inner one the other way round.
  const circle = (r: number, sweep: 0 | 1): string =>
    `M${size / 2} ${size / 2 - r}a${r} ${r} 0 1 ${sweep} 0 ${2 * r}a${r} ${r} 0 1 ${sweep} 0 ${-2 * r}Z`;
  if (to - from > 0.9995) return circle(outer, 1) + circle(inner, 0);
  const at = (share: number, r: number): string =>
    `${px(size / 2 + r * Math.sin(share * 2 * Math.PI))} ${px(size / 2 - r * Math.cos(share * 2 * Math.PI))}`;
  const large = to - from > 0.5 ? 1 : 0;
  return `M${at(from, outer)}A${outer} ${outer} 0 ${large} 1 ${at(to, outer)}L${at(to, inner)}A${inner} ${inner} 0 ${large} 0 ${at(from, inner)}Z`;
}

const px = (n: number): number => Math.round(n * 100) / 100;
