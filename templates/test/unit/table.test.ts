import { expect, test } from "vitest";
import { label, readTable } from "../../layouts/table/src/data.ts";
import { next, sorted } from "../../layouts/table/src/sort.ts";
import { fractionDigits, moment, quantity } from "../../layouts/table/src/values.ts";

test.each([
  ["12", 12, "|"],
  ["-3.5", -3.5, "|"],
  ["+8.2%", 8.2, "|%"],
  ["−1.4%", -1.4, "|%"],
  ["$99.99", 99.99, "$|"],
  ["-$5", -5, "$|"],
  ["$-5", -5, "$|"],
  ["€1,234.50", 1234.5, "€|"],
  ["1.234,50 €", 1234.5, "|€"],
  ["1 234,5 kg", 1234.5, "|kg"],
  ["CHF 1'250", 1250, "CHF|"],
  ["1,234", 1234, "|"],
  ["1.234", 1.234, "|"],
  ["1,234,567", 1234567, "|"],
  ["1.234.567", 1234567, "|"],
  ["0,5", 0.5, "|"],
  ["2024", 2024, "|"],
])("quantity: %s is %d with %s", (written, value, unit) => {
  expect(quantity(written)).toEqual({ value, unit });
});

test.each([
  "",
  "-",
  "n/a",
  "1.2.3",
  "12:30",
  "2026-03-14",
  "555 123 4567",
  "Room 12",
  "TP 530",
  "TAP 530",
  "3-5",
  "1,2,3",
  "--5",
  "+$-5",
  "1,234,56",
  "1.234,567,8",
  "9".repeat(5000),
  "٣",
])("quantity: %s is none", (written) => {
  expect(quantity(written)).toBeNull();
});

test("moments are ISO 8601 only", () => {
  expect(moment("2026-03-14")).toBe(Date.UTC(2026, 2, 14));
  expect(moment("2026-03-14T10:00:00Z")).toBe(Date.UTC(2026, 2, 14, 10));
  for (const no of ["2026-13-14", "14.03.2026", "March", "2026", "2026-03-14 or so"]) expect(moment(no), no).toBeNull();
});

test("fraction digits are those of the longest, four at most unless a number would vanish", () => {
  expect([
    fractionDigits([1, 2]),
    fractionDigits([0.5, 2.25]),
    fractionDigits([1 / 3]),
    fractionDigits([1e-9]),
    fractionDigits([5, -0.000001]),
    fractionDigits([1e21]),
  ]).toEqual([0, 2, 4, 9, 6, 0]);
});

test("keys become headings", () => {
  expect(["unitPrice", "unit_price", "name", "Total (EUR)", "SKU", "x"].map(label)).toEqual([
    "Unit price",
    "Unit price",
    "Name",
    "Total (EUR)",
    "SKU",
    "X",
  ]);
});

const texts = (output: unknown): string[][] => readTable(output, "en").rows.map((row) => row.map((cell) => cell.text));

test("table: the names of the specification, and rows under both names", () => {
  const rows = [
    { name: "Margherita", price: "$9.00" },
    { name: "Bianca", price: "$12.50" },
  ];
  for (const output of [
    { columns: ["name", "price"], rows },
    { columns: ["name", "price"], data: rows, locale: "en-US" },
    { rows },
  ]) {
    const table = readTable(output, "en");
    expect(table.columns.map((c) => [c.label, c.kind])).toEqual([
      ["Name", "text"],
      ["Price", "number"],
    ]);
    expect(texts(output)).toEqual([
      ["Margherita", "$9.00"],
      ["Bianca", "$12.50"],
    ]);
  }
});

test("table: finds the kinds of columns, and obeys those that are told", () => {
  const columns = ["year", "size", "day", "page", "mixed", { key: "told", type: "number" }];
  const table = readTable(
    {
      columns,
      rows: [
        { year: 2019, size: "5 kg", day: "2026-03-14", page: "https://www.example.com/a", mixed: "5 kg", told: 1500 },
        { year: 2020, size: "12 kg", day: "2026-03-15", page: "https://example.com/b/", mixed: "2 km", told: 2000.5 },
      ],
    },
    "en",
  );
  expect(table.columns.map((c) => c.kind)).toEqual(["number", "number", "date", "link", "text", "number"]);
  expect(table.rows[0]?.map((c) => c.text)).toEqual([
    "2019",
    "5 kg",
    "Mar 14, 2026",
    "example.com/a",
    "5 kg",
    "1,500.0",
  ]);
  expect(table.rows[1]?.map((c) => c.href)).toEqual(["", "", "", "https://example.com/b/", "", ""]);
});

test("table: shows what it can and counts what it cannot", () => {
  const table = readTable(
    {
      columns: ["Unit price", "ok", "constructor", null],
      rows: [{ unit_price: 5, ok: true, hidden: 1 }, 7, { unit_price: {}, ok: ["a", 1] }, {}],
    },
    "en",
  );
  expect(table.rows.map((row) => row.map((c) => c.text))).toEqual([
    ["5", "Yes", ""],
    ["", "a, 1", ""],
    ["", "", ""],
  ]);
  expect([table.skipped, table.lost]).toEqual([1, 1]);
});

test.each([null, 3, "x", [], {}, { columns: ["a"] }, { rows: {} }, { columns: "a", rows: [{}] }])(
  "table: %j holds no table",
  (output) => {
    expect(readTable(output, "en").readable).toBe(false);
  },
);

test("table: a locale that does not exist harms nobody", () => {
  expect(readTable({ columns: ["a"], rows: [{ a: 1.5 }], locale: "</html>" }, "en").locale).toBe("en");
  expect(
    readTable({ columns: ["a", "d"], rows: [{ a: 1234.5, d: "2026-03-14" }], locale: "xx-invalid-locale-tag9x" }, "en")
      .rows[0]?.[0]?.sort,
  ).toBe(1234.5);
});

test("order: up, down, as it came; a new column starts up", () => {
  const up = next(null, 1);
  expect(up).toEqual({ column: 1, direction: "ascending" });
  expect(next(up, 1)).toEqual({ column: 1, direction: "descending" });
  expect(next(next(up, 1), 1)).toBeNull();
  expect(next(up, 0)).toEqual({ column: 0, direction: "ascending" });
});

test("sorting compares numbers as numbers, words as people do, and puts nothing last", () => {
  const table = readTable(
    {
      columns: ["n", "w"],
      rows: [
        { n: "$100", w: "item 10" },
        { n: null, w: "Éclair" },
        { n: "$20", w: "item 9" },
        { n: "$3", w: "" },
      ],
    },
    "en",
  );
  const shown = (column: number, direction: "ascending" | "descending"): string[] =>
    sorted(table.rows, { column, direction }, "en").map((row) => row[column]?.text ?? "");
  expect(shown(0, "ascending")).toEqual(["$3", "$20", "$100", ""]);
  expect(shown(0, "descending")).toEqual(["$100", "$20", "$3", ""]);
  expect(shown(1, "ascending")).toEqual(["Éclair", "item 9", "item 10", ""]);
  expect(sorted(table.rows, null, "en")).toBe(table.rows);
  expect(table.rows.map((row) => row[0]?.text)).toEqual(["$100", "", "$20", "$3"]);
});

test("money below a cent is not written as nothing", () => {
  const euros = (...amounts: number[]): string[] =>
    texts({ columns: [{ key: "a", currency: "EUR" }], rows: amounts.map((a) => ({ a })) }).flat();
  expect(euros(0.0015, 2)).toEqual(["€0.0015", "€2.0000"]);
  expect(euros(0.5, 2)).toEqual(["€0.50", "€2.00"]);
  expect(euros(-0, 2)).toEqual(["€0", "€2"]);
});
