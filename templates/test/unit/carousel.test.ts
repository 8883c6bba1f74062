import { stepKey } from "@chatui/runtime/ui";
import { expect, test } from "vitest";
import { readCarousel } from "../../layouts/carousel/src/data.ts";
import { viewOf } from "../../layouts/carousel/src/track.ts";

test("shows eight, and says how many more there are and how many are none", () => {
  const read = readCarousel({
    items: [
      null,
      {},
      ...Array.from({ length: 11 }, (_, i) => ({ title: `T${i}`, action: { label: "L", prompt: "P" } })),
      "x",
    ],
  });
  expect([read.slides.length, read.left, read.skipped, read.readable]).toEqual([8, 3, 3, true]);
  expect(read.slides[7]).toMatchObject({ title: "T7", action: { label: "L", prompt: "P" } });
});

test("cleans every field of a slide", () => {
  const { slides } = readCarousel({
    items: [
      { title: " A ", price: 3, url: "javascript:x", image: "http://x.example/i", action: { label: "L" } },
      { subtitle: "s", price: {}, action: [] },
      { image: "https://x.example/i", url: "https://x.example/" },
    ],
  });
  expect(slides.map((s) => [s.title, s.price, s.url, s.image, s.action])).toEqual([
    ["A", 3, "", "", null],
    ["Untitled", "", "", "", null],
    ["Untitled", "", "https://x.example/", "https://x.example/i", null],
  ]);
});

test.each([null, undefined, 3, "x", [], {}, { items: null }, { items: {} }])("%j holds no list", (output) => {
  expect(readCarousel(output)).toMatchObject({ readable: false, slides: [], skipped: 0 });
});

const five = { starts: [0, 110, 220, 330, 440], width: 100 };

test.each([
  ["at the beginning", { position: 0, end: 220, seen: 320 }, { stops: [0, 110, 220], at: 0, first: 0, last: 2 }],
  ["half-way to the next", { position: 80, end: 220, seen: 320 }, { stops: [0, 110, 220], at: 1, first: 1, last: 2 }],
  ["at the end", { position: 220, end: 220, seen: 320 }, { stops: [0, 110, 220], at: 2, first: 2, last: 4 }],
  [
    "at an end between two slides",
    { position: 175, end: 175, seen: 365 },
    { stops: [0, 110, 175], at: 2, first: 2, last: 4 },
  ],
  ["everything in sight", { position: 0, end: 0, seen: 600 }, { stops: [0], at: 0, first: 0, last: 4 }],
  [
    "nothing wholly in sight",
    { position: 110, end: 480, seen: 60 },
    { stops: [0, 110, 220, 330, 440, 480], at: 1, first: 1, last: 1 },
  ],
  [
    "bounced beyond the end",
    { position: 240, end: 220, seen: 320 },
    { stops: [0, 110, 220], at: 2, first: 3, last: 4 },
  ],
])("the row %s", (_, shape, view) => {
  expect(viewOf({ ...five, ...shape })).toEqual(view);
});

test("a row before it has a size", () => {
  expect(viewOf({ starts: [0, 0, 0], width: 0, position: 0, end: 0, seen: 0 })).toEqual({
    stops: [0],
    at: 0,
    first: 0,
    last: 2,
  });
});

test("keys follow the direction of the page and stop at the ends", () => {
  expect(
    ["ArrowRight", "ArrowLeft", "Home", "End", "Enter", "constructor"].map((key) => stepKey(key, 1, 4, false)),
  ).toEqual([2, 0, 0, 3, null, null]);
  expect(["ArrowRight", "ArrowLeft"].map((key) => stepKey(key, 1, 4, true))).toEqual([0, 2]);
  expect([stepKey("ArrowRight", 3, 4, false), stepKey("ArrowLeft", 0, 4, false)]).toEqual([3, 0]);
});
