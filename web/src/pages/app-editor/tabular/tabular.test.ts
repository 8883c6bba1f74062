import { expect, test } from "vitest";
import type { Schema } from "../data/schema";
import { readCSV } from "~/data/csv";
import { dataFrom, fitting, guess } from "./mapping";
import { understand } from "./understand";

test.each<[string, string, string[][]]>([
  [
    "commas, quotes and line breaks",
    '\uFEFFtitle,note\r\n"Boat, red","says ""hi""\nand more"\r\n',
    [
      ["title", "note"],
      ["Boat, red", 'says "hi"\nand more'],
    ],
  ],
  [
    "semicolons",
    "a;b\n1,5;2",
    [
      ["a", "b"],
      ["1,5", "2"],
    ],
  ],
  [
    "tabs of a spreadsheet",
    "a\tb\nx\t\n\ny\tz",
    [
      ["a", "b"],
      ["x", ""],
      ["y", "z"],
    ],
  ],
  [
    "short rows and columns without a name",
    "a,,c\n1\n,2",
    [
      ["a", "Column 2", "c"],
      ["1", "", ""],
      ["", "2", ""],
    ],
  ],
  [
    "separators behind the last column",
    "a;b;;\n1;2;;\n;;;\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "names that stand twice",
    "a,a 2,a\n1,2,3",
    [
      ["a", "a 2", "a 3"],
      ["1", "2", "3"],
    ],
  ],
])("%s", (_, text, want) => {
  const read = readCSV(text);
  if ("fault" in read) throw new Error(read.fault);
  expect([read.table.header, ...read.table.rows]).toEqual(want);
});

test.each([
  ['a,b\nx,"y', "Line 2: a cell begins with a quote that is never closed"],
  ['a,b\n"x"y,z', "Line 2: after the closing quote comes “y” instead of a comma"],
  ["a,b\n1,2\n1,2,3", "Line 3 has 3 cells, but the first line names 2 columns"],
  ["  \n", "There is nothing to read."],
  ['"",""', "There is nothing to read."],
  ['""\n""', "There is nothing to read."],
])("%j is refused in words", (text, want) => {
  expect(readCSV(text)).toEqual({ fault: expect.stringContaining(want) as string });
});

const cards: Schema = {
  type: "object",
  properties: {
    title: { type: "string" },
    items: {
      type: "array",
      items: {
        type: "object",
        required: ["title"],
        properties: {
          title: { type: "string" },
          price: { type: ["string", "number"] },
          tags: { type: "array" },
          url: {},
          sold: { type: "boolean" },
        },
      },
    },
  },
};

test("columns find their fields by name, by meaning, or by being first", () => {
  const items = cards.properties?.["items"]?.items ?? {};
  expect(guess(["Título", "Cost", "Link", "Seats"], items)).toEqual(["title", "price", "url", "Seats"]);
  expect(guess(["x"], { ...items, additionalProperties: false, required: [] })).toEqual([""]);
});

test("rows become entries with values of the fields' types", () => {
  const table = {
    header: ["Name", "Price", "Tags", "Sold", "Seats"],
    rows: [
      ["Canoe", "15", "red; small", "yes", "1,200"],
      ["Raft", "", "", "", "0042"],
    ],
  };
  expect(
    dataFrom(table, ["title", "price", "tags", "sold", "Seats"], cards, "cards", { title: "Boats", items: [] }),
  ).toEqual({
    title: "Boats",
    items: [
      { title: "Canoe", price: "15", tags: ["red", "small"], sold: true, Seats: 1200 },
      { title: "Raft", Seats: "0042" },
    ],
  });
  expect(dataFrom(table, [], {}, "table", { data: [], title: "T" })).toMatchObject({
    title: "T",
    columns: [{ key: "Name" }, {}, {}, {}, {}],
    rows: [{ Name: "Canoe", Price: 15 }, {}],
  });
  expect(
    dataFrom(
      {
        header: ["Month", "Sales"],
        rows: [
          ["May", "1.5"],
          ["June", ""],
        ],
      },
      [],
      {},
      "chart",
      {},
    ),
  ).toEqual({ labels: ["May", "June"], series: [{ name: "Sales", values: [1.5, null] }] });
});

test("as many entries are kept as fit", () => {
  const data = { items: Array.from({ length: 100 }, (_, i) => ({ title: `Boat ${i}` })) };
  const { data: kept, kept: count } = fitting(data, "items", 500);
  expect(JSON.stringify(kept).length).toBeLessThanOrEqual(500);
  expect(JSON.stringify({ items: data.items.slice(0, count + 1) }).length).toBeGreaterThan(500);
});

test.each<[string, string]>([
  ["", "nothing"],
  ['{"title":"x"}', "data"],
  ['[{"title":"x"}]', "data"],
  ['{"a":1,"a":2}', "fault"],
  ["<img src=x onerror=alert(1)>", "fault"],
  ["<!DOCTYPE html>", "fault"],
  ["title\nx", "table"],
  ["only one line", "fault"],
  ["a,b\n<b>,c", "table"],
])("%j is understood as %s", (text, is) => {
  expect(understand(text, cards, {}).is).toBe(is);
});

test("five megabytes are read within a second", () => {
  const text = `title,price\n${"A boat of some length with a name,20\n".repeat(150_000)}`;
  const began = performance.now();
  expect(understand(text, cards, {}).is).toBe("table");
  expect(performance.now() - began).toBeLessThan(5000);
});
