import { expect, test } from "vitest";
import { endOf } from "./lifetimes";

test("a key ends after as many days, or never", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  expect(endOf("30", now)).toBe("2026-12-21T12:00:00.000Z");
  expect(endOf("", now)).toBeNull();
});
