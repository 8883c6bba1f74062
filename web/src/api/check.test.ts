import { expect, test } from "vitest";
import { misfitOf } from "./check";

test("why a layout cannot show a tool's answer is found under both names of its place", () => {
  const message = "The layout map needs a place.";
  const other = { location: "body.name", message: "is required" };
  expect(misfitOf([other, { location: "body.layoutTemplate", message }], 0)).toBe(message);
  expect(misfitOf([other, { location: "body.tools[1].layoutTemplate", message }], 1)).toBe(message);
  expect(misfitOf([other, { location: "body.tools[1].layoutTemplate", message }], 0)).toBe("");
  expect(misfitOf(undefined, 0)).toBe("");
});
