import { expect, test } from "vitest";
import type { Draft } from "./fields";
import { emptyHistory, record, redo, undo } from "./history";

const draft = { name: "Boats", description: "" } as Draft;

test("what is typed in one go is taken back in one go", () => {
  let history = record(emptyHistory, draft, { name: "B" }, "name", 0);
  history = record(history, { ...draft, name: "B" }, { name: "Bo" }, "name", 400);
  expect(undo(history)?.changes).toEqual({ name: "Boats" });
  const later = record(history, { ...draft, name: "Bo" }, { name: "Boa" }, "name", 5000);
  expect(undo(later)?.changes).toEqual({ name: "Bo" });
});

test("steps with other keys, or none, stand alone", () => {
  let history = record(emptyHistory, draft, { name: "A" }, "name", 0);
  history = record(history, { ...draft, name: "A" }, { description: "x" }, "description", 10);
  history = record(history, { ...draft, name: "A", description: "x" }, { name: "C" }, "", 20);
  history = record(history, { ...draft, name: "C", description: "x" }, { name: "D" }, "", 21);
  expect(history.past.map((step) => step.before)).toEqual([
    { name: "Boats" },
    { description: "" },
    { name: "A" },
    { name: "C" },
  ]);
});

test("undo and redo go back and forth, and a new change ends what could be redone", () => {
  const one = record(emptyHistory, draft, { name: "A" }, "", 0);
  const back = undo(one);
  expect(back?.history.past).toEqual([]);
  expect(redo(back?.history ?? emptyHistory)?.changes).toEqual({ name: "A" });
  expect(record(back?.history ?? emptyHistory, draft, { description: "x" }, "", 1).future).toEqual([]);
  expect(undo(emptyHistory)).toBeUndefined();
});
