import { expect, test } from "vitest";
import { mostPrompt, tooLong } from "./prompt";

test("what fits is sent, counted in characters and without the space around it", () => {
  expect(tooLong("")).toBe("");
  expect(tooLong(` ${"🥐".repeat(mostPrompt)} `)).toBe("");
});

test("what does not fit is named, with the way that rows can go", () => {
  expect(tooLong("a".repeat(4001))).toBe("4,001 characters are too many: 4,000 fit. Say it in fewer words.");
  expect(tooLong("Rye,3.20\n".repeat(600))).toContain("the page Data takes them all");
});
