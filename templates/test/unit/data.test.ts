import { expect, test } from "vitest";
import { readCards } from "../../layouts/cards/src/data.ts";
import { problem, readAnswer } from "../../layouts/todo-list/src/model.ts";

test("cards: shows what it can and counts what it cannot", () => {
  const { cards, skipped, readable, actions } = readCards({
    items: [
      { title: " A ", price: 3, url: "javascript:x", tags: ["t", 1, "", null] },
      { description: "d" },
      { price: "$1" },
      null,
      "x",
    ],
    actions: [{ label: "L", prompt: "P" }, { label: "L" }, { label: "M", prompt: "Q" }, { label: "N", prompt: "R" }],
  });
  expect(cards.map((c) => [c.title, c.price, c.url, c.tags])).toEqual([
    ["A", 3, "", ["t", "1"]],
    ["Untitled", "", "", []],
  ]);
  expect([skipped, readable]).toEqual([3, true]);
  expect(actions).toEqual([
    { label: "L", prompt: "P" },
    { label: "M", prompt: "Q" },
  ]);
});

test.each([null, undefined, 3, "x", [], {}, { items: null }, { items: {} }])("cards: %j holds no list", (output) => {
  expect(readCards(output)).toMatchObject({ readable: false, cards: [] });
});

test("tasks: a list, a change, or neither", () => {
  expect(
    readAnswer({
      tasks: [
        { id: 1, title: "t", description: null, completed: true, created_at: "2025-12-20T09:15:00Z" },
        { id: "2" },
      ],
    }),
  ).toEqual({
    tasks: [{ id: 1, title: "t", description: "", completed: true, createdAt: "2025-12-20T09:15:00Z" }],
    change: null,
    skipped: 1,
  });
  expect(readAnswer({ task_id: 1, status: "deleted", title: "t" })).toEqual({
    tasks: null,
    change: { status: "deleted", title: "t" },
    skipped: 0,
  });
  expect(readAnswer({ task_id: 1, status: "exploded", title: "t" }).change).toBeNull();
});

test("tasks: lengths count characters, not UTF-16 units", () => {
  expect(problem("😀".repeat(200), "")).toBeNull();
  expect(problem("😀".repeat(201), "")).toBe("Title exceeds 200 characters");
  expect(problem("t", "d".repeat(1001))).toBe("Description exceeds 1000 characters");
  expect(problem(" \n", "")).toBe("Title cannot be empty");
});
