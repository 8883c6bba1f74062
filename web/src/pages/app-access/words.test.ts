import { expect, test } from "vitest";
import { isTyped } from "./words";

test("what was kept is taken where it may have been typed here", () => {
  expect(isTyped({})).toBe(true);
  expect(isTyped({ access: "person", emails: "ana@example.com", domains: "" })).toBe(true);
  expect(isTyped({ access: "all" })).toBe(false);
  expect(isTyped({ emails: ["ana@example.com"] })).toBe(false);
  expect(isTyped(null)).toBe(false);
});
