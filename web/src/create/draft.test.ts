import { expect, test } from "vitest";
import { changeFirstTool, draftOf, type NewApp, others, toolsOf } from "./draft";

test("a draft has the editable fields of an app that hold something", () => {
  const app = {
    id: "a",
    status: "draft",
    name: "Boats",
    description: "",
    mcpSlug: null,
    toolName: "find_boats",
    mockData: { items: [] },
    themeVariables: {},
    mcpUrl: null,
    createdAt: "2026-01-01T00:00:00Z",
  };
  expect(draftOf(app)).toEqual({ name: "Boats", toolName: "find_boats", mockData: { items: [] }, themeVariables: {} });
});

test("what the server adds is known, what is misspelt is not", () => {
  expect(others({ name: "a", id: "x", suspended: null, updatedAt: "", colour: "red", toolname: "x" })).toEqual({
    added: ["id", "suspended", "updatedAt"],
    unknown: ["colour", "toolname"],
  });
});

test("the first tool is changed where it stands", () => {
  const tools = [
    { name: "a", description: "A", layoutTemplate: "cards" },
    { name: "b", description: "B" },
  ] as NewApp["tools"];
  expect(toolsOf({ name: "x", tools } as NewApp)[0]).toMatchObject({
    name: "a",
    description: "A",
    layout: "cards",
    listed: true,
  });
  expect(toolsOf({ name: "x", tools } as NewApp).map(({ name, layout }) => [name, layout])).toEqual([
    ["a", "cards"],
    ["b", undefined],
  ]);
  expect(changeFirstTool({ name: "x", tools } as NewApp, { name: "c" })).toEqual({
    tools: [{ ...tools![0], name: "c" }, tools![1]],
  });
  const flat = { name: "x", toolName: "a" } as NewApp;
  expect(toolsOf(flat)[0]).toMatchObject({ name: "a", listed: false });
  expect(changeFirstTool(flat, { description: "D" })).toEqual({ toolDescription: "D" });
});
