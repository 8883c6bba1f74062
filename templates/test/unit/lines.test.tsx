import { formatLine, formatValue, type Line, readLines } from "@chatui/runtime";
import { Lines, useLines } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { expect, test } from "vitest";
import { readCards } from "../../layouts/cards/src/data.ts";
import { readList } from "../../layouts/list/src/data.ts";
import { readTable } from "../../layouts/table/src/data.ts";
import { settled } from "./fake.ts";
import { stage } from "./stage.tsx";

const write = (value: unknown, more: object = {}, locale = "en-US") => {
  const [line] = readLines([{ label: "L", value, ...more }]);
  return line ? formatLine(line, locale) : null;
};

test.each([
  ["words", {}, "words"],
  [" 09:30 ", {}, "09:30"],
  [true, {}, "Yes"],
  [false, {}, "No"],
  [0, {}, "0"],
  [1250.5, {}, "1,250.5"],
  [4.2, { currency: "EUR" }, "€4.20"],
  [4, { currency: "EUR" }, "€4"],
  [4.2, { currency: "euros" }, "4.2"],
  ["4.20", { currency: "EUR" }, "4.20"],
  ["2026-03-14", {}, "Mar 14, 2026"],
  ["2026-02-31", {}, "2026-02-31"],
  ["+351 21 000 00 00", {}, "+351 21 000 00 00"],
  [["a", " ", "b", 3, null], {}, "a, b, 3"],
  ["https://www.example.com/a/", {}, "example.com/a"],
  ["see here", { url: "https://example.com/" }, "see here"],
  [[], {}, null],
  ["  ", {}, null],
  [null, {}, null],
  [Number.NaN, {}, null],
  [{ a: 1 }, {}, null],
])("a line of %j, %j is read as %j", (value, more, want) => {
  expect(write(value, more)).toBe(want);
});

test("a locale writes money and days its own way", () => {
  expect(write(1234.5, { currency: "EUR" }, "de-DE")).toBe("1.234,50\u00a0€");
  expect(write("2026-03-14", {}, "de-DE")).toBe("14.03.2026");
  expect(formatValue(3, "ja-JP", "JPY")).toBe("￥3");
});

test("lines: takes those with a label and a value, links nowhere but to https, and forty at most", () => {
  const odd = [
    null,
    "text",
    { label: "No value" },
    { value: "No label" },
    { label: "Script", value: "go", url: "javascript:alert(1)" },
    { label: "Kept", value: "kept", currency: "euros" },
  ];
  expect(readLines(odd).map((line) => [line.label, line.value, line.url, line.currency])).toEqual([
    ["Script", "go", "", ""],
    ["Kept", "kept", "", ""],
  ]);
  expect(readLines(Array.from({ length: 99 }, (_, i) => ({ label: "L", value: i })))).toHaveLength(40);
  for (const value of [null, "x", {}, { label: "a", value: "b" }]) expect(readLines(value)).toEqual([]);
});

test("an entry with lines alone is one, and the words for no entries are read", () => {
  const { cards, empty } = readCards({
    items: [{ lines: [{ label: "a", value: 1 }] }, { lines: [] }],
    empty: " None. ",
  });
  expect([cards.map((card) => card.title), empty]).toEqual([["Untitled"], "None."]);
  expect(readList({ items: [], empty: { a: 1 } }).empty).toBe("");
});

test("lines fold beyond the most that are shown, but never a single one", async () => {
  const lines = (count: number) =>
    readLines(Array.from({ length: count }, (_, i) => ({ label: `L${i}`, value: `v${i}` })));
  const { root } = await stage(<Lines lines={lines(5)} about="Loft" />, {});
  expect([root.querySelectorAll("dt").length, root.querySelector("button")]).toEqual([5, null]);
  const more = await stage(<Lines lines={lines(6)} about="Loft" />, {});
  expect(more.root.querySelectorAll("dt").length).toBe(4);
  expect(more.button("2 more about Loft").getAttribute("aria-expanded")).toBe("false");
  await more.press("2 more about Loft");
  expect(more.root.querySelectorAll("dl > div > dt + dd").length).toBe(6);
  // A label may read the other way, its cell does not: what is between label and value lies on one side.
  expect(more.root.querySelectorAll("dt:not([dir]) > bdi").length).toBe(6);
  await more.press("Less about Loft");
  expect(more.root.querySelectorAll("dd").length).toBe(4);
  const long = await stage(<Lines lines={readLines([{ label: "L", value: "x".repeat(161) }])} about="Loft" />, {});
  expect(long.button("More about Loft").textContent).toBe("More");
  await settled();
});

function Entry({ lines, tight }: { lines: Line[]; tight: boolean }): VNode {
  const { compact, view } = useLines({ lines, about: "Loft", tight });
  return <li class={compact ? "compact" : undefined}>{view}</li>;
}

test("a tight entry is compact until somebody unfolds it, and what is cut can be read at a press", async () => {
  const lines = readLines([
    { label: "Price", value: 4 },
    { label: "Notes", value: "Leave it with the neighbour if nobody answers before noon." },
  ]);
  const { root, press, button } = await stage(<Entry lines={lines} tight />, {});
  const compact = (): boolean => root.querySelector(".compact") !== null;
  expect([compact(), root.querySelectorAll("dd").length]).toEqual([true, 2]);
  await press("More about Loft");
  expect([compact(), document.activeElement === button("Less about Loft")]).toEqual([false, true]);
  await press("Less about Loft");
  expect(compact()).toBe(true);
  const roomy = await stage(<Entry lines={lines} tight={false} />, {});
  expect([roomy.root.querySelector(".compact"), roomy.root.querySelector("button")]).toEqual([null, null]);
});

test("a table writes money, and sets words off as badges", () => {
  const table = readTable(
    {
      columns: [
        { key: "price", type: "number", currency: "EUR" },
        { key: "tags", type: "badge" },
        { key: "state", type: "badge" },
      ],
      rows: [{ price: 4.2, tags: ["a", "b"], state: "New" }, { price: 12, tags: [], state: true }, {}],
    },
    "en-US",
  );
  expect(table.rows.map((row) => row.map((cell) => [cell.text, cell.badges]))).toEqual([
    [
      ["€4.20", []],
      ["a, b", ["a", "b"]],
      ["New", ["New"]],
    ],
    [
      ["€12.00", []],
      ["", []],
      ["Yes", ["Yes"]],
    ],
    [
      ["", []],
      ["", []],
      ["", []],
    ],
  ]);
  expect([table.rows.map((row) => row[0]!.sort), table.lost]).toEqual([[4.2, 12, null], 0]);
});
