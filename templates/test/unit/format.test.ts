import { expect, test } from "vitest";
import { formatDate, formatNumber, formatPrice, readDate } from "@chatui/runtime";

test.each([
  ["2026-03-14", "2026-03-14T00:00:00.000Z", true],
  ["2026-03-14T22:00Z", "2026-03-14T22:00:00.000Z", false],
  ["2026-03-14 22:00Z", "2026-03-14T22:00:00.000Z", false],
  ["2026-03-14T22:00:30.5+02:00", "2026-03-14T20:00:30.500Z", false],
])("%s is read", (text, iso, day) => {
  expect(readDate(text)).toEqual({ date: new Date(iso), day });
});

test.each([
  "",
  "soon",
  "2026-02-30",
  "2026-13-01",
  "2026-03-14T25:00",
  "2026-03-14 (Saturday)",
  "2026-03-14T22:00 or so",
  "2026-03",
  "14.03.2026",
  "2026-02-30T10:00Z",
])("%j is no date", (text) => {
  expect(readDate(text)).toBeNull();
  expect(formatDate(text, "en")).toBe("");
});

test("a day is the same one everywhere, and a moment without a zone the reader's", () => {
  expect(formatDate("2026-03-14", "en")).toBe("Mar 14, 2026");
  expect(formatDate("2026-03-14 22:00", "en")).toMatch(/^Mar 14, 2026, 10:00\sPM$/);
});

test("a locale that nobody knows is English", () => {
  expect(formatDate("2026-03-14", "!")).toBe("Mar 14, 2026");
  expect(formatNumber(1234.5, "!")).toBe("1,234.5");
  expect(formatNumber(1234.5, "de")).toBe("1.234,5");
  expect(formatNumber(1234.5, "de", { style: "currency", currency: "?" })).toBe("1234.5");
});

test("no zero has a sign", () => {
  expect(formatNumber(-0, "en")).toBe("0");
  expect(formatNumber(-0.0004, "en")).toBe("0");
  expect(formatNumber(-0.004, "en", { style: "currency", currency: "USD" })).toBe("$0.00");
  expect(formatNumber(-0.0006, "en")).toBe("-0.001");
});

test.each([
  [5.5, "en", "", "5.50"],
  [1234.5, "de", "", "1.234,50"],
  [5, "en", "", "5"],
  [0.075, "en", "", "0.075"],
  [0.00012, "en", "", "0.00012"],
  [-0.00000045123, "en", "", "-0.000000451"],
  [0.0042, "en", "USD", "$0.0042"],
  [0.0142, "en", "", "0.014"],
  [0.014, "de", "EUR", "0,01\u00a0€"],
  [0.01, "en", "USD", "$0.01"],
  [0.0754, "en", "USD", "$0.08"],
  [0.05, "en", "USD", "$0.05"],
  [0.1, "en", "USD", "$0.10"],
  [-0, "en", "", "0"],
  [-0, "en", "EUR", "€0"],
  [5.5, "en", "EUR", "€5.50"],
  ["from 5.5", "en", "", "from 5.5"],
])("the price %j in %s with the currency %j is %s", (price, locale, currency, want) => {
  expect(formatPrice(price, locale, currency)).toBe(want);
});
