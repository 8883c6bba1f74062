import { expect, test } from "vitest";
import { lostOf } from "./lost";

const cards = {
  title: "Breads",
  items: [
    {
      id: "r",
      title: "Rye *",
      description: "Dark",
      price: 3.5,
      tags: ["sour"],
      lines: [{ label: "Weight", value: 750 }],
    },
    { id: "o", title: "Oat", price: 2, vegan: true, lines: [{ label: "Weight", value: 500 }] },
  ],
};

test("fields of which nothing is left are named", () => {
  const titles = { items: [{ title: "Rye *" }, { title: "Oat" }] };
  expect(lostOf(cards, "items", titles)).toEqual(["Weight", "Description", "Price", "Tags"]);
  expect(lostOf(cards, "items", cards)).toEqual([]);
  expect(lostOf(cards, "items", { text: "### Rye \\*\n\n- **Price:** 3.5\n- Dark\n- sour\n- 750" })).toEqual([]);
});

test("what one entry keeps is shown, and what has no entries has no fields", () => {
  expect(lostOf(cards, "items", { title: "Oat", facts: [{ label: "Price", value: 2 }, 500] })).toEqual([
    "Description",
    "Tags",
  ]);
  expect(lostOf({ text: "Hello" }, null, {})).toEqual([]);
  expect(lostOf(null, "items", {})).toEqual([]);
});

test("the series of a chart are its fields", () => {
  const chart = {
    labels: ["Jan"],
    series: [
      { name: "Sold", values: [118] },
      { name: "Used", values: [] },
    ],
  };
  expect(lostOf(chart, null, { items: [{ title: "Jan" }] })).toEqual(["Sold"]);
});

test("moments and numbers are found as people write them", () => {
  const items = [{ title: "Talk", date: "2026-11-26T10:00:00Z", price: 1234.5, loss: -1234567 }];
  const text = "### Talk\n\n- **Date:** 2026-11-26 10:00 UTC\n- **Price:** €1,234.50\n- −€1,234,567.00";
  expect(lostOf({ items }, "items", { text })).toEqual([]);
  expect(lostOf({ items }, "items", { text: "### Talk" })).toEqual(["Date", "Price", "Loss"]);
  const late = { items: [{ at: "2026-11-26T23:30:00-05:00" }] };
  expect(lostOf(late, "items", { text: "2026-11-27 04:30 UTC" })).toEqual([]);
});

test("the columns of a table go by what stands above them", () => {
  const table = {
    columns: ["region", { key: "rev", label: "Revenue" }, { key: "lastOrder", type: "date" }],
    rows: [{ region: "Iberia", rev: 41, lastOrder: "2026-03-31" }],
  };
  expect(lostOf(table, "rows", { title: "Iberia" })).toEqual(["Revenue", "Last order"]);
});
