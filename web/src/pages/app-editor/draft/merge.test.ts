import { expect, test } from "vitest";
import { fieldNames, type Draft } from "./fields";
import { differences, merge } from "./merge";

const base: Draft = {
  name: "Boats",
  description: "",
  mcpSlug: null,
  toolName: "get_boats",
  toolDescription: "",
  layoutTemplate: "cards",
  themeVariables: {},
  mockData: { items: [{ title: "A" }] },
  responseText: "",
  systemPrompt: "",
};

test("changes of different fields go together", () => {
  const merged = merge(fieldNames, base, { ...base, name: "Ships" }, { ...base, description: "For hire" });
  expect(merged).toEqual({
    draft: { ...base, name: "Ships", description: "For hire" },
    conflicts: [],
    taken: ["description"],
  });
});

test("a field that both changed is a conflict, and mine until it is settled", () => {
  const merged = merge(
    fieldNames,
    base,
    { ...base, name: "Ships", mockData: { items: [] } },
    { ...base, name: "Vessels", toolName: "x" },
  );
  expect(merged.conflicts).toEqual(["name"]);
  expect(merged.draft).toEqual({ ...base, name: "Ships", mockData: { items: [] }, toolName: "x" });
});

test("the same change twice is none", () => {
  expect(
    merge(
      fieldNames,
      base,
      { ...base, mockData: { items: [{ title: "B" }] } },
      { ...base, mockData: { items: [{ title: "B" }] } },
    ),
  ).toMatchObject({ conflicts: [], taken: [] });
});

test("differences are told where they are", () => {
  expect(
    differences({ items: [{ title: "A" }, { title: "B" }] }, { items: [{ title: "A" }, { title: "C", price: 1 }] }),
  ).toEqual([
    { path: "items[1].title", mine: "B", theirs: "C" },
    { path: "items[1].price", mine: undefined, theirs: 1 },
  ]);
  expect(differences("a", "b")).toEqual([{ path: "", mine: "a", theirs: "b" }]);
});
