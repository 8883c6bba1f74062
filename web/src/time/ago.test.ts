import { expect, test } from "vitest";
import { ago, due } from "./ago";

const now = Date.parse("2026-11-21T12:00:00Z");

test.each([
  ["2026-11-21T12:00:00Z", "just now"],
  ["2026-11-21T11:59:01Z", "just now"],
  ["2026-11-21T12:00:30Z", "just now"],
  ["2026-11-21T09:00:00Z", "3 hours ago"],
  ["2026-11-20T11:00:00Z", "yesterday"],
  ["2026-11-27T13:00:00Z", "in 6 days"],
  ["2026-11-28T11:59:58Z", "in 7 days"],
  ["2027-02-19T11:59:58Z", "in 3 months"],
  ["2027-11-22T12:00:00Z", "next year"],
])("%s is %s", (at, words) => {
  expect(ago(at, now)).toBe(words);
});

test.each([
  ["2026-11-21T12:00:04Z", "in a moment"],
  ["2026-11-21T11:58:00Z", "in a moment"],
  ["2026-11-21T12:01:00Z", "in 1 minute"],
  ["2026-11-21T14:00:00Z", "in 2 hours"],
])("what is due at %s is so %s", (at, words) => {
  expect(due(at, now)).toBe(words);
});
