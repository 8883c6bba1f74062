import { expect, test } from "vitest";
import { safeNext } from "../next";
import { matching, type Command } from "./commands";

const command = (id: string, title: string, keywords = ""): Command => ({
  id,
  title,
  keywords,
  section: "Go to",
  run: () => undefined,
});
const commands = [
  command("apps", "All apps", "list home"),
  command("new", "New app", "describe"),
  command("theme", "Theme: dark"),
];

test.each([
  ["", ["apps", "new", "theme"]],
  ["app", ["apps", "new"]],
  ["NEW a", ["new"]],
  ["home", ["apps"]],
  ["da th", ["theme"]],
  ["xyz", []],
])("%j finds %j", (typed, want) => {
  expect(matching(commands, typed).map(({ id }) => id)).toEqual(want);
});

test.each(["https://evil.example", "//evil.example", "/\\evil.example", "/signin?next=/x", "apps", 7, undefined])(
  "%j is no place to go to after signing in",
  (next) => {
    expect(safeNext(next)).toBeUndefined();
  },
);

test("a page of ours is", () => {
  expect(safeNext("/apps/a?tab=data")).toBe("/apps/a?tab=data");
});
