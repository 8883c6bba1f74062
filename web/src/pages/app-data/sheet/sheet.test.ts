import { expect, test, vi } from "vitest";
import { readCSV } from "~/data/csv";
import { amountOf } from "../cells/number";
import { guess, newChoices, sheetFor, targets } from "./guess";
import { sheetOf } from "./sheetOf";

vi.mock("../cells/number", { spy: true });

test.each([
  ["Name", ["Rye", "Oat"], "text"],
  ["Pieces", ["1", "20"], "integer"],
  ["Weight", ["1,5", "2"], "number"],
  ["Price", ["3.20", "4"], "money"],
  ["Kosten", ["€3.20", "€4"], "money"],
  ["Code", ["0012", "0013"], "text"],
  ["Vegan", ["yes", "no"], "boolean"],
  ["Day", ["2026-11-22", ""], "date"],
  ["Datum", ["03.04.2026", "13.4.26"], "date"],
  ["Since", ["2 Jan 2024", "5-Jan-24"], "date"],
  ["Due", ["3/4/2026", "22/4/2026"], "date"],
  ["Preis", ["1.234,50 €", "1.200 €"], "money"],
  ["Mixed", ["5 €", "5 $"], "text"],
  ["Row", ["10 20", "30 40"], "text"],
  ["Begin", ["03.04.2026 09:30", "13.04.2026 14:00"], "datetime"],
  ["Seen", ["2026-11-22 00:00:00", "2026-11-23 00:00:00"], "datetime"],
  ["Share", ["12 %", "3,5 %"], "text"],
  ["From", ["9:30", "10:00"], "time"],
  ["Mail", ["a@b.pt"], "email"],
  ["Site", ["https://a.pt"], "url"],
  ["Logo", ["https://a.pt/a.png"], "image"],
  ["Telefone", ["912 345 678"], "phone"],
  ["Where", ["38.7, -9.1"], "place"],
  ["Size", ["S", "M", "S", "M", "S", "M", "S", "M"], "enum"],
  ["Nothing", ["", ""], "text"],
])("%s with %j is %s", (title, cells, type) => {
  expect(guess(title, cells).type).toBe(type);
});

test("texts are not searched for currencies once one has none", () => {
  vi.mocked(amountOf).mockClear();
  const cells = Array.from({ length: 1000 }, (_, i) => `Bread of day ${i}`);
  expect(guess("Name", cells, {})).toEqual({ type: "text" });
  expect(vi.mocked(amountOf).mock.calls.length).toBeLessThan(10);
});

test("where semicolons stand between the cells, points are between thousands", () => {
  const header = ["Name", "Lager"];
  const rows = [["Rye", "1.200"], ["Oat", "12"]]; // prettier-ignore
  const types = (separator: string) => targets(header, rows, [], separator).map((t) => t.is === "new" && t.column.type);
  expect(types(";")).toEqual(["text", "integer"]);
  expect(types(",")).toEqual(["text", "number"]);
});

test("columns of a sheet find those of the table by name or title, and the rest are new", () => {
  const to = targets(["NAME", "Preço", "name"], [["Rye", "€3", "x"]], [{ name: "name", type: "text" }]);
  expect(to).toEqual([
    { is: "column", name: "name" },
    { is: "new", column: { name: "preco", title: "Preço", type: "money", currency: "EUR" } },
    { is: "new", column: { name: "name_2", title: "name", type: "text" } },
  ]);
});

test("what is none of a column's choices is found, each once", () => {
  const team = { name: "team", type: "enum", values: ["Sales"] } as const;
  const columns = [
    { name: "name", type: "text" as const },
    { ...team, values: [...team.values] },
  ];
  const to = targets(["Name", "Team"], [], columns);
  const rows = [["Ann", "HR"], ["Bo", "sales"], ["Cy", ""], ["Di", " hr "], ["Ed", "Legal"]]; // prettier-ignore
  expect(newChoices(rows, to, columns)).toEqual([{ column: columns[1], values: ["HR", "Legal"] }]);
  expect(newChoices(rows.slice(1, 3), to, columns)).toEqual([]);
});

test("not a cell is changed on its way, and what goes nowhere is left out", () => {
  const header = ["a", "b", "c"];
  const rows = [
    ['say "hi"', "1,50", "x"],
    ["two\nlines", "", "y"],
  ];
  const csv = sheetFor({ header, rows }, [
    { is: "column", name: "first" },
    { is: "new", column: { name: "second", type: "text" } },
    { is: "nowhere" },
  ]);
  const kept = { header: ["first", "second"], rows: rows.map((row) => row.slice(0, 2)), separator: "," };
  expect(readCSV(csv)).toEqual({ table: kept });
});

test("the server learns what stood between the cells, also of one column", () => {
  const sheet = sheetOf("name;price\nRye;1.500");
  if (!("header" in sheet)) throw new Error(sheet.fault);
  const to = targets(sheet.header, sheet.rows, [{ name: "price", type: "number" }]);
  expect(sheetFor(sheet, to)).toBe('sep=;\r\n"name";"price"\r\n"Rye";"1.500"');
  expect(sheetFor(sheet, [{ is: "nowhere" }, ...to.slice(1)])).toBe('sep=;\r\n"price"\r\n"1.500"');
});

test("a list of JSON is a sheet, with all keys", () => {
  expect(sheetOf('[{"a":1,"b":["x","y"]},{"c":true}]')).toEqual({
    header: ["a", "b", "c"],
    rows: [
      ["1", "x, y", ""],
      ["", "", "true"],
    ],
  });
  expect(sheetOf("[1]")).toHaveProperty("fault");
  expect(sheetOf("a,b")).toHaveProperty("fault");
});
