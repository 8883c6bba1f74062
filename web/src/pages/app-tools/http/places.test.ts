import { expect, test } from "vitest";
import type { Layout } from "~/api/layouts";
import type { FieldMap } from "~/api/tools";
import {
  clear,
  filledBy,
  guess,
  listOf,
  nextPlace,
  place,
  placesOf,
  pointerOf,
  usesOf,
  valueAt,
  type Place,
} from "./places";

const string = { type: "string" };
const cards = {
  name: "cards",
  list: "items",
  dataSchema: {
    required: ["items"],
    properties: {
      heading: string,
      items: {
        items: {
          type: "object",
          required: ["title"],
          properties: { title: string, image: string, price: { type: ["string", "number"] }, lines: { type: "array" } },
        },
      },
    },
  },
} as unknown as Layout;
const table = {
  name: "table",
  list: "items",
  dataSchema: { properties: { columns: { type: "array" }, items: { items: { type: "object" } } } },
} as unknown as Layout;

const answer = {
  meta: { total: 2 },
  data: [
    { name: "Rye", "a/b": "x", cost: 3, tags: ["dark"], made: "2026-11-22" },
    { name: "Oat", "a/b": "y", cost: 2, tags: [], made: "2026-11-23" },
  ],
};
const places = placesOf(cards);
const at = (field: string) => places.find((one) => one.field === field) as Place;
const done = (map: FieldMap | string) => map as FieldMap;

test("the places of a layout are those of its entries, its lines, and of the whole", () => {
  expect(places.map(({ in: where, field, required }) => `${where} ${field}${required ? "!" : ""}`)).toEqual([
    "item title!",
    "item image",
    "item price",
    "lines lines",
    "data heading",
  ]);
  expect(placesOf(table).map(({ in: where }) => where)).toEqual(["columns"]);
  expect(placesOf(undefined)).toEqual([]);
});

test("a value fills a place in every entry; the list is the one that it was taken from", () => {
  let map = done(place({}, at("title"), ["data", 1, "name"], answer));
  expect(map).toEqual({ each: "/data", item: { title: { from: "/name" } } });
  map = done(place(map, at("price"), ["data", 0, "a/b"], answer));
  expect(map.item?.["price"]).toEqual({ from: "/a~1b" });
  expect(valueAt(answer, `/data/0${map.item?.["price"]?.from}`)).toBe("x");
  expect(place(map, at("image"), ["meta", "total"], answer)).toMatch(/outside of the list at \/data/);
  map = done(place(map, at("heading"), ["meta", "total"], answer));
  expect(map["data"]).toEqual({ heading: { from: "/meta/total" } });
  expect(usesOf(map, places, ["data", 0, "name"], answer).map(({ field }) => field)).toEqual(["title"]);
  expect(usesOf(map, places, ["meta", "total"], answer).map(({ field }) => field)).toEqual(["heading"]);
  map = done(place(map, at("lines"), ["data", 0, "made"], answer));
  expect(map.item?.["lines"]).toEqual({ lines: [{ label: "Made", from: "/made", as: "date" }] });
  expect(done(place(map, at("lines"), ["data", 1, "made"], answer)).item).not.toHaveProperty("lines");
  expect(filledBy(clear(map, at("title")), at("title"))).toEqual([]);
  expect(nextPlace(map, places)?.field).toBe("image");
});

test("an answer that is a list needs no pointer to it, one that is an object is one entry", () => {
  expect(place({}, at("title"), [0, "name"], [{ name: "Rye" }])).toEqual({ item: { title: { from: "/name" } } });
  const one = done(place({}, at("title"), ["name"], { name: "Rye", x: { y: 1 } }));
  expect(one).toEqual({ item: { title: { from: "/name" } } });
  expect(done(place(one, at("price"), ["x", "y"], { name: "Rye", x: { y: 1 } })).item?.["price"]).toEqual({
    from: "/x/y",
  });
});

test("values become columns of a table, and go again", () => {
  const [columns] = placesOf(table) as [Place];
  let map = done(place({}, columns, ["data", 0, "name"], answer));
  map = done(place(map, columns, ["data", 0, "cost"], answer));
  expect(map).toEqual({
    each: "/data",
    item: { name: { from: "/name" }, cost: { from: "/cost" } },
    data: {
      columns: {
        const: [
          { key: "name", label: "Name" },
          { key: "cost", label: "Cost", type: "number" },
        ],
      },
    },
  });
  expect(done(place(map, columns, ["data", 1, "name"], answer)).item).toEqual({ cost: { from: "/cost" } });
});

test("a map to begin with is guessed by names", () => {
  expect(listOf(answer)).toEqual(["data"]);
  expect(pointerOf(listOf([{}]) ?? ["none"])).toBe("");
  expect(guess(places, answer)).toEqual({
    each: "/data",
    item: { title: { from: "/name" }, price: { from: "/cost" } },
  });
  expect(guess(places, "text")).toEqual({ item: {} });
});
