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
