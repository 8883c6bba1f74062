import { expect, test } from "vitest";
import { layoutPreviewURL } from "./layouts";

const sent = (data: unknown) => {
  const text = new URL(layoutPreviewURL("cards", { data }), "http://localhost").searchParams.get("mockData");
  return text === null ? null : (JSON.parse(text) as unknown);
};
const entries = (n: number) => Array.from({ length: n }, (_, i) => ({ title: `Entry ${i}`, note: "ä".repeat(100) }));

test("a preview shows the data", () => {
  expect(sent({ title: "Boats", items: entries(3) })).toEqual({ title: "Boats", items: entries(3) });
});

test("a preview shows the first entries of a list that is too long", () => {
  expect(sent({ title: "Boats", items: entries(300) })).toEqual({ title: "Boats", items: entries(37) });
});

test("a preview shows the sample where one entry is too long", () => {
  expect(sent({ items: [{ note: "x".repeat(20_000) }] })).toBeNull();
  expect(sent(undefined)).toBeNull();
});
