import { expect, test } from "vitest";
import { draftOf, others } from "./draft";

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
