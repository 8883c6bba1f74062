import { expect, test } from "vitest";
import { mapsHref, readPlaces } from "../../layouts/map/src/data.ts";
import {
  fitView,
  latitudeAt,
  metresBetween,
  place,
  project,
  scaleBar,
  settle,
  type Size,
  type View,
} from "../../layouts/map/src/geo.ts";
import { readGround, sheetFor } from "../../layouts/map/src/ground.ts";
import { grid, land } from "../../layouts/map/src/land.ts";
import { clusters, freeCorner, labels, overlap, pinBox } from "../../layouts/map/src/marks.ts";
import { tilesOf } from "../../layouts/map/src/Streets.tsx";

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
  expect(settle({ x: 1.25, y: 0, span: 0.9 }, size).y).toBeCloseTo((0.9 * size.height) / size.width / 2);
  expect(settle({ x: 1.25, y: 0, span: 9 }, size)).toEqual({ x: 0.25, y: 0.5, span: 2.1 });
  expect(settle({ x: -0.25, y: 1, span: 0 }, { width: 100, height: 100 })).toEqual({
    x: 0.75,
    y: 1 - 0.0000015,
    span: 0.000003,
  });
});

test("both poles and both sides of the date line fit into one picture", () => {
  for (const picture of [size, { width: 290, height: 220 }, { width: 700, height: 420 }]) {
    const points = [at(0, 90), at(0, -90), at(-180, 0), at(179.9, 0), at(60, 0)];
    const view = fitView(points, picture);
    expect(clusters(points, view, picture).flatMap((c) => c.members)).toHaveLength(points.length);
  }
});

test("two places of one street stand apart", () => {
  const points = [at(13.4, 52.52), at(13.4007, 52.52)]; // 48 m
  expect(clusters(points, fitView(points, size), size)).toHaveLength(2);
});

const scattered = (n: number) => Array.from({ length: n }, (_, i) => at(((i * 71) % 360) - 180, ((i * 37) % 130) - 60));

test.each([
  ["the world", scattered(200), { x: 0.5, y: 0.5, span: 1 }],
  ["five hundred", scattered(500), { x: 0.5, y: 0.4, span: 0.6 }],
  ["one spot", Array.from({ length: 30 }, () => at(1, 1)), { x: 0.5, y: 0.5, span: 0.3 }],
  ["the edges", [at(-134.9, 0), at(134.9, 0), at(0, 77.5), at(0, -77.5)], { x: 0.5, y: 0.5, span: 0.75 }],
] as [string, ReturnType<typeof at>[], View][])(
  "pins of %s stay whole and apart, and nobody is counted twice",
  (_, points, view) => {
    const pins = clusters(points, view, size);
    const members = pins.flatMap((c) => c.members);
    expect(new Set(members).size).toBe(members.length);
    for (const [i, pin] of pins.entries()) {
      const box = pinBox(pin);
      expect(Math.min(box.left, box.top, size.width - box.right, size.height - box.bottom)).toBeGreaterThanOrEqual(0);
      for (const other of pins.slice(i + 1)) expect(overlap(box, pinBox(other))).toBe(false);
    }
    const seen = points.filter((p) => {
      const [x, y] = place(p, view, size);
      return x >= 0 && y >= 0 && x <= size.width && y <= size.height;
    });
    expect(members).toHaveLength(seen.length);
  },
);

test("names stand where nothing is in the way, or nowhere", () => {
  const points = Array.from({ length: 12 }, (_, i) => at((i % 4) * 20, Math.floor(i / 4) * 14));
  const view = fitView(points, size);
  const pins = clusters(points, view, size);
  const names = points.map((_, i) => `Café number ${i}`);
  const boxes = labels(pins, names, size).flatMap((box) => box ?? []);
  expect(boxes.length).toBeGreaterThan(3);
  const all = [...pins.map(pinBox), ...boxes];
  for (const [i, box] of all.entries()) {
    expect(Math.min(box.left, box.top, size.width - box.right, size.height - box.bottom)).toBeGreaterThanOrEqual(0);
    for (const other of all.slice(i + 1)) expect(overlap(box, other)).toBe(false);
  }
  const full: Size = { width: 40, height: 40 };
  expect(labels([{ x: 20, y: 20, members: [0] }], ["Long name"], full)).toEqual([null]);
  expect(labels([{ x: 20, y: 20, members: [0, 1] }], ["A", "B"], size)).toEqual([null]);
  expect(freeCorner([{ x: 300, y: 30, members: [0] }], size, { width: 92, height: 70 })?.left).toBe(8);
});

test("the scale is round and short", () => {
  for (let span = 2; span > 0.000003; span /= 1.7) {
    for (const y of [0.2, 0.5, 0.8]) {
      const { metres, pixels } = scaleBar(settle({ x: 0.99, y, span }, size), size);
      expect(String(metres)).toMatch(/^[125]0*$/);
      expect(pixels).toBeLessThanOrEqual(110.001);
      expect(pixels).toBeGreaterThan(40);
    }
  }
});

test("distances are those of the earth", () => {
  const position = (latitude: number, longitude: number) => ({ latitude, longitude });
  expect(metresBetween(position(0, 0), position(0, 0))).toBe(0);
  expect(metresBetween(position(52.52, 13.405), position(48.137, 11.575)) / 1000).toBeCloseTo(504, -1);
  expect(metresBetween(position(-18, 179.9), position(-18, -179.9)) / 1000).toBeCloseTo(21.2, 0);
  expect(metresBetween(position(90, 0), position(-90, 0)) / 1000).toBeCloseTo(20015, -1);
});

test("a place is opened in maps by its position", () => {
  expect(mapsHref({ latitude: -33.5, longitude: 151.25 })).toBe(
    "https://www.google.com/maps/search/?api=1&query=-33.5%2C151.25",
  );
});

test("tiles cover the picture, once, without seams, at about the size they were drawn", () => {
  for (const [points, picture] of [
    [[at(13.4, 52.52), at(13.45, 52.5)], size],
    [[at(178, -18), at(-172, -14)], { width: 700, height: 420 }],
    [[at(-120, 40), at(140, -30)], size],
    [[at(2.29, 48.858), at(2.2906, 48.858)], size],
  ] as const) {
    const view = fitView([...points], picture);
    const tiles = tilesOf(view, picture);
    expect(new Set(tiles.map((t) => `${t.z}/${t.x}/${t.y}/${t.turn}`)).size).toBe(tiles.length);
    expect(tiles.length).toBeLessThan(30);
    for (const t of tiles) {
      const n = 2 ** t.z;
      expect(t.z).toBeLessThanOrEqual(19);
      expect(Math.min(t.x, t.y, n - 1 - t.x, n - 1 - t.y)).toBeGreaterThanOrEqual(0);
      // Where the projection has the corner of the tile.
      const [x, y] = place([t.x / n, t.y / n], view, picture);
      const [world, over] = [picture.width / view.span, Math.abs(x - t.left) % (picture.width / view.span)];
      expect(Math.min(over, world - over)).toBeLessThanOrEqual(0.51);
      expect(Math.abs(y - t.top)).toBeLessThanOrEqual(0.51);
      expect(t.width).toBeGreaterThan(180);
      expect(t.width).toBeLessThan(364);
      const right = tiles.find((o) => o.y === t.y && o.left > t.left && o.left < t.left + t.width + 2);
      expect(right?.left ?? t.left + t.width).toBe(t.left + t.width);
    }
    const edges = (get: (t: (typeof tiles)[number]) => number) => tiles.map(get);
    expect(Math.min(...edges((t) => t.left))).toBeLessThanOrEqual(0);
    expect(Math.max(...edges((t) => t.left + t.width))).toBeGreaterThanOrEqual(picture.width);
    for (const point of points) {
      const [x, y] = place(point, view, picture);
      expect(Math.min(x, y, picture.width - x, picture.height - y)).toBeGreaterThan(30);
    }
  }
  // Closer than any server has tiles, the last ones are drawn larger.
  const near = tilesOf({ x: 0.5, y: 0.3, span: 0.000003 / 2 }, size);
  expect(near[0]?.z).toBe(19);
});

const sheet = { x: 0.53, y: 0.32, side: 0.02, grid: 1500, land: "M0 0l10 0 0 10z", borders: "" };

test("a ground is read as it should be, and what is not is left out", () => {
  const tiles = { url: "https://t.example/{z}/{x}/{y}.png", attribution: "© A https://t.example/c" };
  expect(readGround({ "berth/map": { tiles, sheets: [sheet] } })).toEqual({
    tiles: { url: tiles.url, attribution: "© A", href: "https://t.example/c" },
    sheets: [sheet],
  });
  for (const odd of [null, 3, [], {}, { "berth/map": [] }, { "berth/map": { tiles: [], sheets: {} } }])
    expect(readGround(odd)).toEqual({ tiles: null, sheets: [] });
  for (const change of [
    { url: "http://t.example/{z}/{x}/{y}.png" },
    { url: "javascript:{z}/{x}/{y}" },
    { url: "https://t.example/{z}/{x}.png" },
    { url: "https://{x}.example/{z}/{y}" },
    { attribution: "" },
    { attribution: {} },
  ])
    expect(readGround({ "berth/map": { tiles: { ...tiles, ...change } } }).tiles).toBeNull();
  for (const change of [
    { land: "M0 0<script>" },
    { land: "M0 0" + " 1".repeat(40_000) },
    { borders: 7 },
    { side: "1" },
    { side: 0 },
    { grid: Number.NaN },
    { x: null },
  ])
    expect(readGround({ "berth/map": { sheets: [{ ...sheet, ...change }] } }).sheets).toEqual([]);
});

test("the finest sheet that holds the picture is drawn, and none where it would be too rough", () => {
  const wide = { ...sheet, side: 0.16 };
  const world = { ...sheet, x: 0.5, y: 0.5, side: 1 };
  const of = (span: number, x = 0.53) => sheetFor([sheet, wide, world], { x, y: 0.32, span }, size);
  expect(of(0.0005)).toBeNull();
  expect(of(0.002)).toBe(sheet);
  expect(of(0.05)).toBe(wide);
  expect(of(0.01, 0.56)).toBe(wide);
  expect(of(0.003, 0.56)).toBeNull();
  expect(of(0.9)).toBe(world);
  expect(sheetFor([{ ...sheet, x: 0.999 }], { x: 0.001, y: 0.32, span: 0.01 }, size)?.side).toBe(0.02);
  expect(sheetFor([], { x: 0.5, y: 0.3, span: 0.5 }, size)?.land).toBe(land);
  expect(sheetFor([], { x: 0.5, y: 0.3, span: 0.01 }, size)).toBeNull();
});

test("our own outlines are whole: known places are on the right side of the coast", () => {
  const rings = land
    .split("M")
    .slice(1)
    .map((ring) => {
      const numbers = (ring.match(/-?\d+/g) ?? []).map(Number);
      let [x, y] = [0, 0];
      return numbers.flatMap((n, i) => (i % 2 ? [[(x += numbers[i - 1] as number), (y += n)] as const] : []));
    });
  expect(rings.length).toBeGreaterThan(60);
  const inside = (longitude: number, latitude: number): boolean => {
    const [px, py] = project(longitude, latitude).map((n) => n * grid) as [number, number];
    return [px - grid, px, px + grid].some(
      (x) =>
        rings
          .flatMap((ring) => ring.map((a, i) => [a, ring[(i + 1) % ring.length] as typeof a] as const))
          .filter(([[ax, ay], [bx, by]]) => ay > py !== by > py && x < ((bx - ax) * (py - ay)) / (by - ay) + ax)
          .length %
          2 ===
        1,
    );
  };
  const dry: [number, number][] = [
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
    [-172, 66.2],
    [178, 67],
  ];
  const water: [number, number][] = [
    [-30, 40],
    [-140, 0],
    [80, -20],
    [18, 35],
    [34, 43],
    [51, 40],
    [-85, 60],
    [-90, 25],
    [38, 20],
    [0, -65],
    [19, 60],
    [135, 39],
    [60, 15],
    [179, 0],
  ];
  for (const p of dry) expect(inside(...p), `land ${p}`).toBe(true);
  for (const p of water) expect(inside(...p), `water ${p}`).toBe(false);
});
