import { expect, test } from "vitest";
import { areaOf, extend, reach, single, within } from "./area";

const at = (row: number, column: number) => ({ row, column });
const size = { rows: 10, columns: 3 };

test("a selection grows from its cell in every direction, and ends at the edges", () => {
  const begin = { from: at(5, 1), to: at(5, 1) };
  expect(single(begin)).toBe(true);
  const up = extend(begin, "ArrowUp", false, size);
  expect(up).toEqual({ from: at(5, 1), to: at(4, 1) });
  expect(extend(up ?? begin, "ArrowRight", true, size)?.to).toEqual(at(4, 2));
  expect(extend(begin, "ArrowDown", true, size)?.to).toEqual(at(9, 1));
  expect(extend(begin, "ArrowLeft", true, size)?.to).toEqual(at(5, 0));
  expect(extend({ from: at(0, 0), to: at(0, 0) }, "ArrowUp", false, size)?.to).toEqual(at(0, 0));
  expect(extend(begin, "Enter", false, size)).toBeNull();
});

test("Home, End and the arrows with Control lead to the edges of the table", () => {
  expect(reach("Home", false, at(5, 1), size)).toEqual(at(5, 0));
  expect(reach("End", false, at(5, 1), size)).toEqual(at(5, 2));
  expect(reach("Home", true, at(5, 1), size)).toEqual(at(0, 0));
  expect(reach("End", true, at(5, 1), size)).toEqual(at(9, 2));
  expect(reach("ArrowUp", true, at(5, 1), size)).toEqual(at(0, 1));
  expect(reach("a", true, at(5, 1), size)).toBeNull();
  expect(extend({ from: at(5, 1), to: at(5, 1) }, "End", true, size)).toEqual({ from: at(5, 1), to: at(9, 2) });
});

test("an area is the same from both ends", () => {
  const area = areaOf({ from: at(4, 2), to: at(1, 0) });
  expect(area).toEqual(areaOf({ from: at(1, 0), to: at(4, 2) }));
  expect(within(area, 2, 1)).toBe(true);
  expect(within(area, 5, 1)).toBe(false);
});
