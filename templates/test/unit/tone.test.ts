import { moveOf, toneOf } from "@chatui/runtime";
import { expect, test } from "vitest";
import { moodOf } from "../../layouts/dashboard/src/data.ts";

test("words of a status have a tone, whoever writes them", () => {
  for (const [word, tone] of [
    ["Paid", "success"],
    ["IN_STOCK", "success"],
    ["in-stock", "success"],
    ["Livré", "success"],
    ["Delayed", "warning"],
    ["On hold.", "warning"],
    ["Pendente", "warning"],
    ["Overdue", "danger"],
    ["überfällig", "danger"],
    ["Sold out!", "danger"],
    ["Cancelled", "neutral"],
  ] as const)
    expect(toneOf(word), word).toBe(tone);
});

test("other words have none, also where they hold such a word", () => {
  for (const word of [
    "",
    "New",
    "Not paid",
    "Paid parking",
    "Staff pick",
    "constructor",
    "__proto__",
    "paid ".repeat(40),
  ])
    expect(toneOf(word), word).toBeNull();
});

test("figures that moved have a tone, amounts and codes have none", () => {
  for (const figure of ["−3.2%", "-€20", "▼ 4 %", "- 1,200.50 €"]) expect(moveOf(figure), figure).toBe("danger");
  for (const figure of ["+4%", "▲ 0.5 %", "+$3"]) expect(moveOf(figure), figure).toBe("success");
  for (const figure of ["", "3%", "-3", "-3 °C", "+351 912 345 678", "−0%", "-5-10%", "a-3%"])
    expect(moveOf(figure), figure).toBeNull();
});

test("a change is good or bad news by what it is a change of", () => {
  expect(moodOf({ label: "Revenue", direction: "up" })).toBe("success");
  expect(moodOf({ label: "Revenue", direction: "down" })).toBe("danger");
  expect(moodOf({ label: "Open tickets", direction: "down" })).toBe("success");
  expect(moodOf({ label: "Error rate", direction: "up" })).toBe("danger");
  expect(moodOf({ label: "p95 latency", direction: "up" })).toBe("danger");
  expect(moodOf({ label: "Temperature", direction: "up" })).toBeNull();
  expect(moodOf({ label: "Revenue", direction: "flat" })).toBeNull();
  expect(moodOf({ label: "Revenue", direction: null })).toBeNull();
});
