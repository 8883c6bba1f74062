import { expect, test } from "vitest";
import { bytes, eraOf, followed, merged, ms, queryOf, type Call } from "./calls";

const call = (id: string, at: string): Call => ({
  id,
  at,
  tool: "t",
  outcome: "ok",
  durationMs: 1,
  client: "c",
  protocolVersion: "2026-07-28",
  bytes: 1,
});
const a = call("a", "2026-11-21T12:00:01Z");
const b = call("b", "2026-11-21T12:00:02Z");
const late = call("c", "2026-11-21T12:00:01.5Z");

test("calls are merged once, newest first, late ones too", () => {
  expect(merged([a], [b, a]).map(({ id }) => id)).toEqual(["b", "a"]);
  expect(merged([b, a], [late]).map(({ id }) => id)).toEqual(["b", "c", "a"]);
  const known = [b, a];
  expect(merged(known, [a])).toBe(known);
});

test("a new look at the first page joins the pages, or takes their place", () => {
  const page = (items: Call[], nextCursor: string | null = null) => ({ items, nextCursor });
  const pages = [page([a], "older")];
  expect(followed(pages, page([b, a], "x"))).toEqual([page([b, a], "older")]);
  expect(followed(pages, page([a], "x"))).toBe(pages);
  const afar = page([call("e", "2026-11-21T13:00:00Z"), call("d", "2026-11-21T12:59:00Z")], "between");
  expect(followed(pages, afar)).toEqual([afar]);
  expect(followed([page([])], page([b, a]))).toEqual([page([b, a])]);
  expect(followed([page([b], "one"), page([a], "two")], page([late, b, a], "x"))).toEqual([
    page([b, late], "one"),
    page([a], "two"),
  ]);
  const many = Array.from({ length: 300 }, (_, i) => call(`m${i}`, "2026-11-21T12:00:00Z"));
  const full = page([b, ...many.slice(0, 49)], "fifty");
  expect(followed([page(many, "end")], full)).toEqual([full]);
});

test("only what narrows is asked for", () => {
  expect(queryOf({ outcome: "nonsense", client: "", protocolVersion: "", tool: "" })).toEqual({});
  expect(queryOf({ outcome: "error", client: "x".repeat(200), protocolVersion: "2025-06-18", tool: "t" })).toEqual({
    outcome: "error",
    client: "x".repeat(100),
    protocolVersion: "2025-06-18",
    tool: "t",
  });
});

test.each([
  [null, "–"],
  [0.042, "0.04 ms"],
  [4.21, "4.2 ms"],
  [123.4, "123 ms"],
  [12_340, "12.3 s"],
])("%s is %s", (value, words) => {
  expect(ms(value)).toBe(words);
});

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1234, "1.2 kB"],
  [45_600_000, "46 MB"],
  [2.5e9, "2.5 GB"],
])("%s bytes are %s", (value, words) => {
  expect(bytes(value)).toBe(words);
});

test.each([
  ["2026-07-28", "new era"],
  ["2025-06-18", "classic era"],
  ["", ""],
])("%j belongs to the %s", (version, era) => {
  expect(eraOf(version)).toBe(era);
});
