import { expect, test } from "vitest";
import { nameOf, readGallery } from "../../layouts/gallery/src/data.ts";

const picture = "https://x.example/i.png";

test("shows what it can and counts what it cannot", () => {
  const { shots, skipped } = readGallery({
    items: [
      { image: picture, title: " A ", url: "javascript:x" },
      picture,
      { title: "no picture", image: "http://x.example/i" },
      { imageAlt: "alone" },
      {},
      null,
      3,
      "x",
      [],
    ],
  });
  expect(shots.map((s) => [s.title, s.image, s.url])).toEqual([
    ["A", picture, ""],
    ["", picture, ""],
    ["no picture", "", ""],
  ]);
  expect(skipped).toBe(6);
});

test("a picture is called by its title, else by what it shows, else by its place", () => {
  const { shots } = readGallery({
    items: [{ image: picture, title: "T", imageAlt: "A" }, { image: picture, imageAlt: "A" }, { image: picture }],
  });
  expect(shots.map(nameOf)).toEqual(["T", "A", "Picture 3"]);
});

test("texts are cut at what the schema allows", () => {
  const { shots } = readGallery({
    items: [{ image: picture, title: "😀".repeat(500), description: "d".repeat(5000), imageAlt: "a".repeat(500) }],
  });
  expect(shots.map((s) => [s.title, s.description, s.alt].map((t) => [...t].length))).toEqual([[200, 1000, 200]]);
});

test.each([null, undefined, 3, "x", [], {}, { items: null }, { items: {} }])("%j holds no list", (output) => {
  expect(readGallery(output)).toMatchObject({ readable: false, shots: [], skipped: 0 });
});
