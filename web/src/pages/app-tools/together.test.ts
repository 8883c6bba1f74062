import { expect, test } from "vitest";
import type { ToolDraft } from "~/api/tools";
import { together } from "./together";

const tool = (name: string, description = "", more: Partial<ToolDraft> = {}): ToolDraft => ({
  name,
  description,
  ...more,
});
const from = [tool("find"), tool("add")];

test("what two have changed in different fields, and added, is one list", () => {
  const mine = [tool("find", "Finds bread."), tool("add"), tool("mine")];
  const theirs = [tool("find", "", { title: "Find" }), tool("put"), tool("theirs")];
  const all = [tool("find", "Finds bread.", { title: "Find" }), tool("put"), tool("theirs"), tool("mine")];
  expect(together(from, mine, theirs)).toEqual(all);
});

test.each([
  ["both changed a field", [tool("find", "Finds."), tool("add")], [tool("find", "Looks."), tool("add")]],
  ["one took a tool away", [tool("find", "Finds."), tool("add")], [tool("find")]],
  ["one moved a tool", [tool("find", "Finds."), tool("add")], [tool("add"), tool("find")]],
  ["both added a tool of one name", [...from, tool("new", "Mine.")], [...from, tool("new", "Theirs.")]],
])("where %s, nobody decides", (_, mine, theirs) => {
  expect(together(from, mine, theirs)).toBeNull();
});

test("the same change of both is no clash", () => {
  expect(together(from, [tool("find", "Finds."), tool("add")], [tool("find", "Finds."), tool("add")])).toEqual([
    tool("find", "Finds."),
    tool("add"),
  ]);
});
