import { expect, test } from "vitest";
import { entryIn, pointersIn, sourceIn, typedAs, withTake, withWhere, written } from "./entries";
import type { Place } from "./places";

const answer = { days: [{ name: "Monday", at: { temp: 3.5, wet: false }, tags: ["a"], "a/b": null }] };
const title: Place = { in: "item", field: "title", label: "Title", required: true };

test("conditions look at what an entry has, and compare with values of its kind", () => {
  const entry = entryIn({ each: "/days" }, answer);
  expect(pointersIn(entry)).toEqual(["/name", "/at/temp", "/at/wet", "/a~1b"]);
  expect(entryIn({}, answer)).toBeUndefined();
  expect(pointersIn(entryIn({}, ["x"]))).toEqual([""]);
  expect([typedAs("2,5", 1), typedAs("warm", 1), typedAs("yes", true), typedAs("No", true), typedAs("5", "x")]).toEqual(
    [2.5, "warm", true, false, "5"],
  );
  const map = withWhere({ each: "/days", item: {} }, [{ from: "/at/temp", op: "gt", value: 0 }]);
  expect(map).toEqual({ each: "/days", item: {}, where: [{ from: "/at/temp", op: "gt", value: 0 }] });
  expect(withWhere(map, [])).toEqual({ each: "/days", item: {} });
  expect(withTake(map, 500).take).toBe(200);
  expect("take" in withTake(withTake(map, 5), null)).toBe(false);
});

test("a value is written in one way, with something in its place where there is none", () => {
  const map = { item: { title: { from: "/name" }, price: { from: "/p", as: "money" as const, currency: "EUR" } } };
  expect(written(map, title, { as: "date", fallback: "–" }).item).toEqual({
    ...map.item,
    title: { from: "/name", as: "date", fallback: "–" },
  });
  const price: Place = { ...title, field: "price" };
  expect(written(map, price, { as: "money", fallback: 0 }).item).toMatchObject({
    price: { from: "/p", as: "money", currency: "EUR", fallback: 0 },
  });
  expect(written(map, price, { as: "number", fallback: "" }).item).toMatchObject({
    price: { from: "/p", as: "number" },
  });
  expect(written(map, price, {}).item).toEqual({ ...map.item, price: { from: "/p" } });
  const whole: Place = { ...title, in: "data" };
  expect(written({ data: { title: { from: "/t" } } }, whole, { fallback: "x" })).toEqual({
    data: { title: { from: "/t", fallback: "x" } },
  });
  expect(sourceIn(map, whole)).toBeUndefined();
  expect(sourceIn({ item: { title: {} } }, title)).toBeUndefined();
});
