/** Where pins and their names stand in the picture, in CSS pixels. Nothing here knows the document. */
import { place, type Point, type Size, type View } from "./geo.ts";

/** A pin, or several that would overlap, drawn as one. */
export interface Cluster {
  x: number;
  y: number;
  /** Indices of the points, ascending. */
  members: number[];
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How wide and high a pin is, with a little room around it. */
const pinSize = (members: number): Size =>
  members > 1 ? { width: 72 + 8 * String(members).length, height: 32 } : { width: 34, height: 34 };

export function pinBox({ x, y, members }: Cluster): Box {
  const { width, height } = pinSize(members.length);
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Gathers what would overlap where the first of it stands, and keeps every pin whole within the picture. Points outside of it
 * are left out.
 */
export function clusters(points: Point[], view: View, size: Size): Cluster[] {
  const found: Cluster[] = [];
  points.forEach((point, i) => {
    const [x, y] = place(point, view, size);
    if (x < 0 || y < 0 || x > size.width || y > size.height) return;
    const near = found.find((c) => Math.hypot(c.x - x, c.y - y) < 34);
    if (near) near.members.push(i);
    else found.push({ x, y, members: [i] });
  });
  for (const c of found) keepIn(c, size);
  // A group is wider than a pin, and grows with what it takes in: until nothing overlaps any more.
  for (let i = 0; i < found.length; i++) {
    const one = found[i] as Cluster;
    const other = found.findIndex((c) => c !== one && overlap(pinBox(c), pinBox(one)));
    if (other < 0) continue;
    one.members.push(...(found[other] as Cluster).members);
    keepIn(one, size);
    found.splice(other, 1);
    i = -1;
  }
  for (const c of found) c.members.sort((a, b) => a - b);
  return found.sort((a, b) => (a.members[0] as number) - (b.members[0] as number));
}

function keepIn(c: Cluster, size: Size): void {
  const { width, height } = pinSize(c.members.length);
  c.x = Math.max(width / 2 + 1, Math.min(size.width - width / 2 - 1, c.x));
  c.y = Math.max(height / 2 + 1, Math.min(size.height - height / 2 - 1, c.y));
}

const line = 18;
const widest = 150;

/** About how wide a name is drawn; letters of some scripts are as wide as they are high. */
const widthOf = (name: string): number =>
  Math.min(
    widest,
    [...name.slice(0, 40)].reduce((sum, c) => sum + (c > "\u2e7f" ? 13 : c === c.toLowerCase() ? 6.6 : 8.4), 6),
  );

/**
 * Where the names of single pins stand: beside them, below or above, where nothing is in the way; null where there is no
 * room. taken: boxes that must stay free.
 */
export function labels(pins: Cluster[], names: string[], size: Size, taken: Box[] = []): (Box | null)[] {
  const boxes = [...pins.map(pinBox), ...taken];
  const frame = { left: 2, top: 2, right: size.width - 2, bottom: size.height - 2 };
  return pins.map(({ x, y, members }) => {
    const name = members.length === 1 ? names[members[0] as number] : undefined;
    if (!name) return null;
    const width = widthOf(name);
    const at = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + line });
    const free = [
      at(x + 18, y - line / 2),
      at(x - 18 - width, y - line / 2),
      at(x - width / 2, y + 18),
      at(x - width / 2, y - 18 - line),
    ].find(
      (box) =>
        box.left >= frame.left &&
        box.right <= frame.right &&
        box.top >= frame.top &&
        box.bottom <= frame.bottom &&
        !boxes.some((other) => overlap(box, other)),
    );
    if (free) boxes.push(free);
    return free ?? null;
  });
}

/** A corner of the picture where a box of that size covers nothing; null where there is none. */
export function freeCorner(pins: Cluster[], size: Size, box: Size, edge = 8): Box | null {
  const [right, bottom] = [size.width - edge - box.width, size.height - edge - box.height];
  const corners: [number, number][] = [
    [right, edge],
    [edge, bottom],
    [right, bottom],
    [edge, edge],
  ];
  for (const [left, top] of corners) {
    const corner = { left, top, right: left + box.width, bottom: top + box.height };
    if (!pins.some((p) => overlap(corner, pinBox(p)))) return corner;
  }
  return null;
}
