import { expect, test } from "vitest";
import { readPlaces } from "../../layouts/map/src/data.ts";
import {
  clusters,
  fitView,
  graticule,
  latitudeAt,
  place,
  project,
  scaleBar,
  settle,
} from "../../layouts/map/src/geo.ts";
import { outlines } from "../../layouts/map/src/land.ts";

const size = { width: 360, height: 250 };
const at = (longitude: number, latitude: number) => project(longitude, latitude);

test("places: shows what it can, finds no position where there is none, and counts the rest", () => {
  const { places, skipped } = readPlaces({
    places: [
      { name: " A ", latitude: 1, longitude: 2, url: "javascript:x" },
      { name: "B", latitude: 91, longitude: 0 },
      { name: "C", latitude: "1", longitude: 2 },
      { latitude: 0, longitude: 0 },
      {},
      null,
    ],
  });
  expect(places.map((p) => [p.name, p.point !== null, p.url])).toEqual([
    ["A", true, ""],
    ["B", false, ""],
    ["C", false, ""],
    ["Unnamed place", true, ""],
  ]);
  expect(skipped).toBe(2);
  expect(readPlaces({ places: {} }).readable).toBe(false);
});

test("the projection has its corners where Mercator has them, and can be turned back", () => {
  expect(at(0, 0)).toEqual([0.5, 0.5]);
  expect(at(-180, 0)[0]).toBe(0);
  expect(at(0, 90)[1]).toBe(at(0, 85)[1]);
  for (const latitude of [-80, -10, 0, 45, 84]) expect(latitudeAt(at(0, latitude)[1])).toBeCloseTo(latitude);
});

test.each([
  ["a continent", [at(-9, 38), at(25, 60), at(10, 43)]],
  ["a city", [at(-9.14, 38.71), at(-9.15, 38.72)]],
  ["both sides of the date line", [at(178, -18), at(-172, -14), at(175, -37)]],
  ["one place", [at(100, 10)]],
])("the view of %s holds all of it", (_, points) => {
  const view = fitView(points, size);
  for (const point of points) {
    const [x, y] = place(point, view, size);
    expect(Math.min(x, y, size.width - x, size.height - y)).toBeGreaterThanOrEqual(33);
  }
});

test("the shorter way around the globe is taken only where it is much shorter", () => {
  expect(fitView([at(178, 0), at(-172, 0)], size).span).toBeLessThan(0.1);
  expect(fitView([at(-122, 38), at(11, 60), at(151, -34)], size).x).toBeCloseTo(0.5 + 14.5 / 360);
});

test("a view never passes a pole nor its closest or farthest", () => {
  expect(settle({ x: 1.25, y: 0, span: 9 }, size)).toEqual({ x: 0.25, y: size.height / size.width / 2, span: 1 });
  expect(settle({ x: -0.25, y: 1, span: 0 }, { width: 100, height: 100 })).toEqual({
    x: 0.75,
    y: 1 - 0.000015,
    span: 0.00003,
  });
});

test("what overlaps becomes one, what would be cut is left out, and nobody is counted twice", () => {
  const points = [at(0, 0), at(0, 0), at(1, 0), at(40, 0), at(0, 80)];
  const view = { x: 0.5, y: 0.5, span: 0.25 };
  const found = clusters(points, view, size, 36);
  expect(found.map((c) => c.members)).toEqual([[0, 1, 2], [3]]);
  const many = Array.from({ length: 500 }, (_, i) => at(((i * 71) % 360) - 180, ((i * 37) % 130) - 60));
  const all = clusters(many, { x: 0.5, y: 0.5, span: 1 }, size, 36);
  const members = all.flatMap((c) => c.members);
  expect(new Set(members).size).toBe(members.length);
  for (const a of all)
    for (const b of all) if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(36);
});

test("the grid is sparse in every view, and the scale is round and short", () => {
  for (let span = 1; span > 0.00003; span /= 1.7) {
    for (const y of [0.2, 0.5, 0.8]) {
      const view = settle({ x: 0.99, y, span }, size);
      const { meridians, parallels } = graticule(view, size);
      expect(meridians.length).toBeLessThan(10);
      expect(parallels.length).toBeLessThan(26);
      const { metres, pixels } = scaleBar(view, size);
      expect(String(metres)).toMatch(/^[125]0*$/);
      expect(pixels).toBeLessThanOrEqual(110.001);
      expect(pixels).toBeGreaterThan(40);
    }
  }
});

test("the outlines are whole: corners on the globe, no ring of less than a triangle, known places on the right side", () => {
  const rings = outlines();
  expect(rings.length).toBeGreaterThan(60);
  for (const ring of rings) {
    expect(ring.length).toBeGreaterThan(2);
    for (const [longitude, latitude] of ring) {
      expect(Math.abs(longitude)).toBeLessThanOrEqual(191);
      expect(Math.abs(latitude)).toBeLessThanOrEqual(85);
    }
  }
  const inside = (x: number, y: number): boolean =>
    rings
      .flatMap((ring) => ring.map((a, i) => [a, ring[(i + 1) % ring.length] as typeof a] as const))
      .filter(([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax).length %
      2 ===
    1;
  const land: [number, number][] = [
    [2.3, 48.8],
    [37.6, 55.7],
    [116.4, 39.9],
    [77.2, 28.6],
    [31.2, 29.5],
    [-99, 19.4],
    [-100, 40],
    [-55, -12],
    [134, -25],
    [45, 24],
    [-40, 75],
    [0, -80],
    [25, 0],
    [138.5, 36.2],
    [-1.5, 52.5],
  ];
  const water: [number, number][] = [
    [-30, 40],
    [-140, 0],
    [80, -20],
    [18, 35],
    [34, 43],
    [51, 40],
    [-87, 47.3],
    [-85, 60],
    [-90, 25],
    [38, 20],
    [0, -65],
    [19, 60],
    [135, 39],
    [60, 15],
  ];
  for (const p of land) expect(inside(...p), `land ${p}`).toBe(true);
  for (const p of water) expect(inside(...p), `water ${p}`).toBe(false);
});
