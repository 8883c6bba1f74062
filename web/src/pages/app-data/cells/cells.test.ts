import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ColumnType } from "~/api/tables";
import { read } from "./read";
import { amountOf, type Style } from "./number";
import { styleOf } from "./style";
import { show, write } from "./write";

test.each<[ColumnType, string, unknown]>([
  ["text", "  kept as it is ", "  kept as it is "],
  ["text", "   ", null],
  ["number", "1,234.5", 1234.5],
  ["number", "1.234,5", 1234.5],
  ["number", "3,5", 3.5],
  ["number", "-0.25", -0.25],
  ["money", "€ 3,20", 3.2],
  ["money", "3.20 €", 3.2],
  ["money", "USD 12", 12],
  ["integer", "1'200", 1200],
  ["boolean", "Ja", true],
  ["boolean", "0", false],
  ["date", "22.11.2026", "2026-11-22"],
  ["date", "22/11/2026", "2026-11-22"],
  ["date", "2026-1-2", "2026-01-02"],
  ["time", "9:30", "09:30"],
  ["time", "9:30 pm", "21:30"],
  ["datetime", "2026-11-22T09:30:00Z", "2026-11-22T09:30:00Z"],
  ["tags", "vegan; sweet, vegan", ["vegan", "sweet"]],
  ["url", "example.com/a", "https://example.com/a"],
  ["place", "Lisbon (38.72, -9.14)", { lat: 38.72, lon: -9.14, label: "Lisbon" }],
  ["place", "38.72,-9.14", { lat: 38.72, lon: -9.14 }],
])("%s reads %j", (type, text, value) => {
  expect(read(text, { type })).toEqual({ value });
});

test.each<[ColumnType, string]>([
  ["number", "three"],
  ["integer", "1.5"],
  ["boolean", "perhaps"],
  ["date", "31.02.2026"],
  ["date", "03/04/2026"],
  ["time", "25:00"],
  ["datetime", "soon"],
  ["url", "not a link"],
  ["url", "javascript:alert(1)"],
  ["place", "Lisbon"],
  ["place", "138, 9"],
])("%s says what is wrong with %j", (type, text) => {
  expect(read(text, { type })).toHaveProperty("fault");
});

test("a choice is found whatever its case and accents, and others are named", () => {
  const column = { type: "enum", values: ["Aberto", "Não"] } as const;
  expect(read("nao", { ...column, values: [...column.values] })).toEqual({ value: "Não" });
  expect(read("x", { ...column, values: [...column.values] })).toEqual({ fault: "Choose one of Aberto, Não." });
});

test.each<[ColumnType, unknown]>([
  ["text", "a"],
  ["number", 0.1],
  ["boolean", false],
  ["date", "2026-11-22"],
  ["tags", ["a", "b"]],
  ["place", { lat: 1.5, lon: -2, label: "Here" }],
])("%s %j is written so that it reads back", (type, value) => {
  expect(read(write(value, { type }), { type })).toEqual({ value });
});

test("people read money in its currency, and an unknown one as a number", () => {
  expect(show(3.2, { type: "money", currency: "EUR" }, "en")).toBe("€3.20");
  expect(show(3.2, { type: "money", currency: "?" }, "en")).toBe("3.20");
  expect(show(null, { type: "money" }, "en")).toBe("");
});

interface Texts {
  cells: { type: ColumnType; title?: string; style: Style; cells: Record<string, string> }[];
  styles: Record<string, Style>;
}
const texts = JSON.parse(readFileSync("../platform/tables/testdata/texts.json", "utf8")) as Texts;

test.each(texts.cells.flatMap(({ type, title, style, cells }) => Object.entries(cells).map(([text, want]) => ({ type, title, style, text, want }))))(
  "$type $title $style reads $text as the server does",
  ({ type, title = "", style, text, want }) => {
    const reading = read(text, { type, title, currency: "EUR" }, style);
    if (want === "") expect(reading).toHaveProperty("fault");
    else expect(reading).toEqual({ value: JSON.parse(want) as unknown });
  },
); // prettier-ignore

test.each(Object.entries(texts.styles))("the style of %s is seen as the server sees it", (list, style) => {
  expect(styleOf(list.split("|"))).toEqual(style);
});

test("a number whose digits would be lost is refused", () => {
  expect(read("9007199254740993", { type: "integer" })).toHaveProperty("fault");
});

test("a long text is no amount, and blanks may stand around a short one", () => {
  expect(amountOf(`€ ${"1".repeat(37)}`)).toEqual({ amount: "1".repeat(37), currencies: ["EUR"] });
  expect(amountOf(`€ ${"1".repeat(38)}`)).toBeNull();
  expect(amountOf(`-${" ".repeat(1000)}`)).toBeNull();
  expect(amountOf("-  €  1 200.-  ")).toEqual({ amount: "-1 200.-", currencies: ["EUR"] });
  expect(amountOf("5  kr ")).toMatchObject({ amount: "5", currencies: ["SEK", "NOK", "DKK", "ISK"] });
  expect(amountOf("€ 5 €")).toBeNull();
});

test("fractions of a second are read where the person is", () => {
  const value = new Date("2026-11-22T09:30:00.500").toISOString();
  expect(read("2026-11-22 09:30:00.5", { type: "datetime" })).toEqual({ value });
  expect(read("2026-13-22 09:30:00.5", { type: "datetime" })).toHaveProperty("fault");
});
