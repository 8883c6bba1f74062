import { expect, test } from "vitest";
import type { ToolDraft } from "~/api/tools";
import { callOf } from "./probe";

const tool = (name: string, more: Partial<ToolDraft> = {}): ToolDraft => ({ name, description: "", ...more });
const search = tool("search", { handler: { kind: "query", table: "breads" }, example: { kind: "gone" } });
const add = tool("add", { handler: { kind: "insert", table: "breads" } });

test("what is called unasked only reads, with arguments that it takes", () => {
  expect(callOf([tool("show")])).toEqual({ tool: "show", arguments: { message: "Hello" } });
  expect(callOf([search, add])).toEqual({ tool: "search", arguments: {} });
  expect(callOf([add, search])).toEqual({ tool: "search", arguments: {} });
  expect(callOf([add])).toBeUndefined();
});

test("arguments that an author has chosen are kept to", () => {
  const input = {
    type: "object",
    required: ["city", "message"],
    properties: { city: { type: "string" }, message: { type: "string" }, day: { type: "string" } },
  };
  expect(callOf([{ ...search, input, example: { city: "Porto" } }])?.arguments).toEqual({
    city: "Porto",
    message: "Hello",
  });
});
