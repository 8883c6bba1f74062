import { expect, test } from "vitest";
import { choiceOf, further, homeOf, writes } from "./typing";

const command = { ctrlKey: false, metaKey: false, altKey: false };

test("a key that writes is told from one that commands", () => {
  expect(writes({ ...command, key: "2" })).toBe(true);
  expect(writes({ ...command, key: "F2" })).toBe(false);
  expect(writes({ ...command, key: "z", ctrlKey: true })).toBe(false);
  expect(writes({ key: "@", ctrlKey: true, altKey: true, metaKey: false })).toBe(true); // AltGr
});

test("a word or its beginning is the choice that it means", () => {
  const yes = { type: "boolean" } as const;
  expect(["y", "YES", "t", "ja", "1"].map((text) => choiceOf(text, yes))).toEqual(["yes", "yes", "yes", "yes", "yes"]);
  expect(["n", "no", "nein", "fal", "0"].map((text) => choiceOf(text, yes))).toEqual(["no", "no", "no", "no", "no"]);
  expect(choiceOf("z", yes)).toBeUndefined();
  const kinds = { type: "enum", values: ["Rye loaf", "Rye", "Oat"] } as const;
  expect(
    ["r", "rye", "RYE L", "o", "x"].map((text) => choiceOf(text, { ...kinds, values: [...kinds.values] })),
  ).toEqual(["Rye loaf", "Rye", "Rye loaf", "Oat", undefined]);
});

test("letters make a word in one cell, until there is a pause", () => {
  const first = further(null, "1/ok", "y", 100);
  expect(further(first, "1/ok", "e", 300).text).toBe("ye");
  expect(further(first, "2/ok", "n", 300).text).toBe("n");
  expect(further(first, "1/ok", "n", 1200).text).toBe("n");
});

test("Enter goes down from where Tab began, in that row alone", () => {
  expect(homeOf({ row: 3, idx: 1 }, 3, 4)).toBe(1);
  expect(homeOf({ row: 3, idx: 1 }, 4, 4)).toBe(4);
  expect(homeOf(null, 3, 4)).toBe(4);
});
