import { expect, test } from "vitest";
import type { Column } from "~/api/tables";
import { cellsOf, copy, paste, textOf } from "./block";
import { begin, columns } from "./double";

test("a block is read by column, as an import reads it", () => {
  const three: Column[] = [
    { name: "price", type: "money", currency: "EUR" },
    { name: "weight", type: "number" },
    { name: "day", type: "date" },
  ];
  const block = [
    ["1.234,50", "1.500", "3/4/2026"],
    ["1.234", "2.500", "22/4/2026"],
  ];
  const { added, faults } = paste(block, { top: 0, left: 0, bottom: 0, right: 0 }, [], three);
  expect(faults.size).toBe(0);
  expect(added).toEqual([
    { price: 1234.5, weight: 1500, day: "2026-04-03" },
    { price: 1234, weight: 2500, day: "2026-04-22" },
  ]);
  const usual = paste([["1,234.50", "1.500"], ["1.234", "2.5"]], { top: 0, left: 0, bottom: 0, right: 0 }, [], three); // prettier-ignore
  expect(usual.added).toEqual([{ price: 1234.5, weight: 1.5 }, { price: 1.234, weight: 2.5 }]); // prettier-ignore
});

test("what is copied is pasted as it was", () => {
  const cells = [
    ['a\t"b"', "x"],
    ["two\nlines", ""],
  ];
  expect(cellsOf(textOf(cells))).toEqual(cells);
});

test("a block goes to its cells, below the last row it makes rows, and what cannot be read stays with its cell", async () => {
  const { session } = await begin(2);
  const area = { top: 1, left: 0, bottom: 1, right: 0 };
  const pasted = paste(cellsOf("Rye\tmuch\tx\nOat\t3,5"), area, session.get().lines.slice(1, 3), columns);
  expect(pasted.changes).toEqual([{ key: "r1", values: { name: "Rye" } }]);
  expect(pasted.faults.get("r1/price")).toMatchObject({ text: "much" });
  expect(pasted.added).toEqual([{ name: "Oat", price: 3.5 }]);
  expect(pasted.outside).toBe(1);
});

test("one cell fills the area, and an area is copied as text", async () => {
  const { session } = await begin(3);
  const area = { top: 0, left: 1, bottom: 2, right: 1 };
  const { lines } = session.get();
  expect(paste([["7"]], area, lines, columns).changes).toHaveLength(3);
  expect(copy({ ...area, left: 0, bottom: 1 }, lines.slice(0, 2), columns)).toBe("Bread 0\t0\nBread 1\t1");
});
