import { expect, test } from "vitest";
import { entriesOf, form } from "./words";

const { begunFrom, isTyped, nothing, own, put, without } = form;

test("what was kept is taken where it may have been typed here", () => {
  expect(isTyped({})).toBe(true);
  expect(isTyped({ access: { now: "person", from: "public" }, emails: { now: "ana@example.com", from: "" } })).toBe(
    true,
  );
  expect(isTyped({ access: { now: "all", from: "public" } })).toBe(false);
  expect(isTyped({ access: "person" })).toBe(false); // from which, nobody knows
  expect(isTyped({ emails: { now: ["ana@example.com"], from: "" } })).toBe(false);
  expect(isTyped({ emails: null })).toBe(false);
  expect(isTyped(null)).toBe(false);
});

const stored = { access: "public", emails: "a@example.com", domains: "example.com" } as const;

test("a field keeps what was stored when it was begun, and is forgotten when it says what is stored", () => {
  const typed = put(put(nothing, "access", "mixed", stored), "access", "person", { ...stored, access: "mixed" });
  expect(typed).toEqual({ access: { now: "person", from: "public" } });
  expect(put(typed, "access", "public", stored)).toBe(nothing);
  expect(without(typed, ["access"])).toBe(nothing);
  expect(begunFrom(typed, { ...stored, access: "mixed" })).toEqual({ access: { now: "person", from: "mixed" } });
});

test("a field clashes where something else was stored after it was begun, and the other fields do not", () => {
  const typed = put(put(nothing, "emails", "b@example.com", stored), "domains", "@example.com", stored);
  expect(own(typed, stored)).toEqual({ changed: ["emails"], clashing: [] });
  expect(own(typed, { ...stored, access: "mixed" })).toEqual({ changed: ["emails"], clashing: [] });
  expect(own(typed, { ...stored, emails: "c@example.com" })).toEqual({ changed: ["emails"], clashing: ["emails"] });
  expect(own(typed, { ...stored, emails: "b@example.com" })).toEqual({ changed: [], clashing: [] });
});

test("a list is taken as mail programs copy it, and nobody twice", () => {
  const pasted =
    'Ana Öz <ana@example.com>; "Lima, Bo" <bo@example.com>,cy@example.com, <di@example.com>\nEd <ed@example.com>';
  const all = ["ana@example.com", "bo@example.com", "cy@example.com", "di@example.com", "ed@example.com"];
  expect(entriesOf(pasted)).toEqual(all);
  expect(entriesOf("Ana@example.com\n\nana@example.com ")).toEqual(["Ana@example.com"]);
  expect(entriesOf("<ana@example.com> Bo <bo@example.com>")).toEqual(["ana@example.com", "bo@example.com"]);
  expect(entriesOf("Ana, bo@example.com")).toEqual(["Ana", "bo@example.com"]); // the server says what is wrong with it
});

test("blank cells of a spreadsheet between addresses keep nobody waiting", () => {
  for (const blank of ["\n", " ", "\t"])
    expect(entriesOf(`ana@example.com${blank.repeat(3_000)}bo@example.com`)).toEqual([
      "ana@example.com",
      "bo@example.com",
    ]);
});
