import { expect, test } from "vitest";
import { formatIn, initialAnswers, problems, readings, toArguments } from "../../layouts/form/src/answers.ts";
import { isDay, readForm } from "../../layouts/form/src/data.ts";
import { readNumber, signsOf } from "../../layouts/form/src/numbers.ts";

const form = (...fields: unknown[]) => readForm({ tool: "t", fields });
const check = (field: Record<string, unknown>, answer: string | boolean) => {
  const { fields } = form({ name: "x", ...field });
  return problems(fields, new Map([["x", answer]])).get("x") ?? null;
};

test.each([
  [{}, "", null],
  [{ required: true }, " ", "Fill this in."],
  [{ maxLength: 3 }, "😀😀😀", null],
  [{ maxLength: 3 }, "abcd", "Use at most 3 characters."],
  [{ type: "number" }, "1e3", "Enter a number."],
  [{ type: "number" }, "0x10", "Enter a number."],
  [{ type: "number" }, "twelve", "Enter a number."],
  [{ type: "number" }, "Infinity", "Enter a number."],
  [{ type: "number", integer: true }, "1.5", "Enter a whole number."],
  [{ type: "number", min: 1 }, "0", "Enter 1 or more."],
  [{ type: "number", max: 12 }, "13", "Enter 12 or less."],
  [{ type: "number", min: 1, max: 12 }, "12", null],
  [{ type: "date" }, "2026-02-31", "Enter a date."],
  [{ type: "date", min: "2026-03-01" }, "2026-02-28", "Choose 2026-03-01 or later."],
  [{ type: "date", max: "2026-03-01" }, "2026-03-02", "Choose 2026-03-01 or earlier."],
  [{ type: "select", options: ["a"], required: true }, "", "Choose one."],
  [{ type: "checkbox", required: true }, false, "Tick this box to go on."],
  [{ type: "checkbox" }, false, null],
  [{ type: "email" }, "ada", "Enter an e-mail address."],
  [{ type: "email" }, "ada@example.com", null],
  [{ type: "phone" }, "+351 (21) 000-00", null],
  [{ type: "phone" }, "call me", "Enter a telephone number."],
  [{ type: "url" }, "example.com/menu", null],
  [{ type: "url" }, "example", "Enter a web address that begins with https."],
  [{ type: "url" }, "ann@example.com", "Enter a web address that begins with https."],
  [{ type: "url" }, "not a page.html", "Enter a web address that begins with https."],
  [{ type: "url" }, "javascript:alert(1)", "Enter a web address that begins with https."],
  [{ type: "url" }, "https://example.com/a", null],
  [{ type: "time" }, "24:00", "Enter a time."],
  [{ type: "time" }, "09:30", null],
  [{ type: "datetime" }, "2026-12-05", "Enter a date and a time."],
  [{ type: "datetime" }, "2026-12-05T19:30", null],
  [{ type: "tags", required: true }, "", "Fill this in."],
])("%j with %j: %j", (field, answer, want) => {
  expect(check(field as Record<string, unknown>, answer as string | boolean)).toBe(want);
});

test("arguments have the types of their fields, keep the fixed ones, and leave out what was left empty", () => {
  const read = readForm({
    tool: "t",
    arguments: { id: 7, note: "old", gone: "x" },
    fields: [
      { name: "n", type: "number" },
      { name: "pick", type: "select", options: [1, { value: 2, label: "two" }, "3"] },
      { name: "yes", type: "checkbox" },
      { name: "note" },
      { name: "gone" },
      { name: "when", type: "date" },
    ],
  });
  const answers = new Map<string, string | boolean>([
    ["n", " 2.50 "],
    ["pick", "2"],
    ["yes", false],
    ["note", " new "],
    ["gone", "  "],
    ["when", "2026-12-05"],
  ]);
  expect(toArguments(read, answers)).toEqual({ id: 7, n: 2.5, pick: 2, yes: false, note: "new", when: "2026-12-05" });
});

test("moments are sent in RFC 3339 and tags as a list, whatever they began with", () => {
  const { fields } = form(
    { name: "at", type: "datetime", value: "2026-12-05T19:30:00Z" },
    { name: "tags", type: "tags", value: ["rye", "", 3] },
    { name: "time", type: "time", value: "09:30:15" },
    { name: "none", type: "datetime", value: "soon" },
  );
  const read = { ...form(), fields };
  expect(toArguments(read, initialAnswers(fields))).toEqual({
    at: "2026-12-05T19:30:00Z",
    tags: ["rye", "3"],
    time: "09:30",
  });
  const typed = new Map([["tags", " vegan, rye ;vegan،خبز,"]]);
  expect(toArguments(read, typed)["tags"]).toEqual(["vegan", "rye", "خبز"]);
});

test("a field named like the prototype is an argument like any other", () => {
  const args = toArguments(form({ name: "__proto__" }), new Map([["__proto__", "x"]]));
  expect(Object.getOwnPropertyNames(args)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
});

test("form: refuses fields that cannot be asked, and counts them", () => {
  const read = form(
    { name: "a" },
    { name: "a" },
    { name: "b c" },
    { name: "s", type: "select", options: [] },
    { name: "f", type: "file" },
    null,
    { name: "d", type: "date", value: "2026-13-01", min: "soon" },
  );
  expect(read.fields.map((f) => f.name)).toEqual(["a", "d"]);
  expect(read.skipped).toBe(5);
  expect(read.fields[1]).toMatchObject({ initial: "", min: null });
});

test("form: begins with the values given, where they fit", () => {
  const { fields } = form(
    { name: "a", value: "x" },
    { name: "b", type: "select", options: ["1", "2"], value: "9" },
    { name: "c", type: "select", options: [1, 2], value: 2 },
    { name: "d", type: "checkbox", value: "yes" },
    { name: "e", type: "number", value: "abc" },
    { name: "f", type: "number", value: 0 },
  );
  expect([...initialAnswers(fields)]).toEqual([
    ["a", "x"],
    ["b", ""],
    ["c", "2"],
    ["d", false],
    ["e", ""],
    ["f", "0"],
  ]);
});

test.each([
  ["rm -rf", ""],
  [7, "7"],
  [undefined, ""],
  ["reserve_table", "reserve_table"],
])("a tool named %j is called as %j", (tool, want) => {
  expect(readForm({ tool, fields: [] }).tool).toBe(want);
});

test("a tool's answer is read as pairs of plain values", () => {
  expect(
    readings({ bookingId: "B-7", guest_count: 2, confirmed: true, note: "", list: [1], deep: {}, none: null }),
  ).toEqual([
    ["Booking id", "B-7"],
    ["Guest count", "2"],
    ["Confirmed", "Yes"],
  ]);
  const { fields } = form({ name: "guests", label: "How many?" });
  expect(readings({ row: { id: "1", guests: 2, seat_no: 7 }, count: 1 }, fields)).toEqual([
    ["How many?", "2"],
    ["Seat no", "7"],
  ]);
  expect(readings([1])).toEqual([]);
  const asked = form(
    { name: "at", label: "When", type: "datetime" },
    { name: "sum", label: "Sum", type: "number" },
    { name: "year", label: "Year", type: "number", integer: true },
    { name: "size", label: "Size", type: "select", options: [{ value: 2, label: "Large" }] },
  ).fields;
  const row = { at: "2026-03-14T10:30", day: "2026-03-14", sum: 1234.5, year: 1987, size: 2, order: 20417, share: 0.5 };
  expect(readings({ row }, asked, formatIn("de"))).toEqual([
    ["When", "14.03.2026, 10:30"],
    ["Day", "14.03.2026"],
    ["Sum", "1.234,5"],
    ["Year", "1987"],
    ["Size", "Large"],
    ["Order", "20417"],
    ["Share", "0,5"],
  ]);
  expect(readings(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, i]))).length).toBe(12);
});

test.each([
  ["2024-02-29", true],
  ["2023-02-29", false],
  ["2026-1-1", false],
  ["2026-01-01T00:00", false],
  [20260101, false],
])("%j is a day: %j", (value, want) => {
  expect(isDay(value)).toBe(want);
});

const refused = Number.NaN;
test.each([
  ["en", "1.5", 1.5],
  ["en", "1,500", 1500],
  ["en", "-1,234,567.25", -1234567.25],
  ["en", "+7", 7],
  ["en", ".5", 0.5],
  ["en", "0", 0],
  ["en", "1,5", 1.5],
  ["en", "3,20", 3.2],
  ["en", "1,234", 1234],
  ["en", "3,", refused],
  ["en", "1,50,000", refused],
  ["en", "1.", refused],
  ["en", "", refused],
  ["en", "-", refused],
  ["en", ".", refused],
  ["en", "1 500", refused],
  ["en", "--1", refused],
  ["en", "1.5.5", refused],
  ["de", "1,5", 1.5],
  ["de", "1.500", 1500],
  ["de", "1500", 1500],
  ["de", "1.234.567,8", 1234567.8],
  ["de", "1.5", 1.5],
  ["de", "1.5000", 1.5],
  ["de", "1234.567", refused],
  ["de", "1,234,567", refused],
  ["de", "1.50.000", refused],
  ["de", "0x10", refused],
  ["pt-BR", "-1,5", -1.5],
  ["pt-BR", "1.000", 1000],
  ["fr", "1 500,5", 1500.5],
  ["fr", "1\u202f500", 1500],
  ["fr", "1.500", refused],
  ["fr", "1.5", 1.5],
  ["de-CH", "1'500.5", 1500.5],
  ["de-CH", "1\u2019500", 1500],
  ["hi", "1,50,000", 150000],
  ["sv", "\u22121,5", -1.5],
  ["es", "1.000", 1000],
  ["ar-EG", "\u061c-\u0661\u066c\u0665\u0660\u0660\u066b\u0665", -1500.5],
  ["ar-EG", "1.5", 1.5],
  ["ar-EG", "1,5", 1.5],
  ["no_locale", "1,500.5", 1500.5],
])("in %s, %j is %j", (locale, typed, want) => {
  expect(readNumber(typed, signsOf(locale))).toBe(want);
});

test.each(["en", "de", "pt-BR", "fr", "de-CH", "hi", "sv", "es", "pl", "ar-EG", "fa", "he"])(
  "in %s, what a sentence says can be typed",
  (locale) => {
    for (const number of [1000, 12345.25, -1234567.5, 0.125, 7])
      expect(readNumber(new Intl.NumberFormat(locale).format(number), signsOf(locale))).toBe(number);
  },
);

test("a number that is there from the start stays what it is, in every locale", () => {
  const read = form({ name: "x", type: "number", value: 1.234 });
  const german = signsOf("de");
  expect([
    ...initialAnswers(
      form({ name: "n", type: "number", value: 1e-7 }, { name: "m", type: "number", value: 1e21 }).fields,
      german,
    ).values(),
  ]).toEqual(["0,0000001", "1000000000000000000000"]);
  const answers = initialAnswers(read.fields, german);
  expect([...answers]).toEqual([["x", "1,234"]]);
  expect(toArguments(read, answers, german)).toEqual({ x: 1.234 });
});

test("a web address is sent with what people leave out", () => {
  const asked = form({ name: "a", type: "url" }, { name: "b", type: "url" });
  const answers = new Map([
    ["a", " example.com/menu "],
    ["b", "http://example.com"],
  ]);
  expect(toArguments(asked, answers)).toEqual({ a: "https://example.com/menu", b: "http://example.com" });
});
