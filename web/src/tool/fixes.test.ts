import { expect, test } from "vitest";
import { faultsOf } from "~/pages/app-editor/draft/faults";
import { around, within } from "~/pages/app-editor/parts/reveal";
import { fixesOf } from "./fixes";
import { nameFault } from "./name";

const finding = (rule: string, suggestion: string) => ({ rule, severity: "warning" as const, message: "", suggestion });

test.each([
  ["name.format", "Use my_boats.", ["my_boats"]],
  ["name.action", "Begin with a verb, for example get_boats or search_boats.", ["get_boats", "search_boats"]],
  ["name.empty", "Name it after an action and an object, for example search_products.", []],
  [
    "description.when",
    "Add a sentence such as “Use when a customer asks about the boats.”",
    ["Use when a customer asks about the boats."],
  ],
  [
    "description.needs",
    "Add a sentence such as “Requires the order ID.”, or “Needs no further information.”",
    ["Requires the order ID.", "Needs no further information."],
  ],
  ["description.what", "Begin with a verb: “Retrieve the boats …”.", []],
])("%s: what one click can do", (rule, suggestion, want) => {
  expect(fixesOf(finding(rule, suggestion), "Boats.").map(({ label }) => label)).toEqual(want);
});

test("a sentence is added to what is there", () => {
  expect(fixesOf(finding("description.when", "“Use when asked.”"), "Boats. ")[0]?.changes).toEqual({
    toolDescription: "Boats. Use when asked.",
  });
});

test("a name is told what is wrong, and a better one", () => {
  expect(nameFault("search_boats")).toBeNull();
  expect(nameFault("Café boats!")).toEqual({
    message: "Letters (a–z), digits, _ and - only, without “é”, spaces, “!”.",
    better: "cafe_boats",
  });
  expect(nameFault("x".repeat(65))?.message).toContain("At most 64");
  expect(faultsOf("themeVariables", { dark: { text: "#12" } })).toEqual([
    { at: "dark.text", message: expect.any(String) as string },
  ]);
  expect(faultsOf("mcpSlug", "-a")).toHaveLength(1);
  expect(faultsOf("mcpSlug", null)).toEqual([]);
});

test("locations", () => {
  expect(within("mockData.items[1].title", "mockData.items[1]")).toBe(true);
  expect(within("mockData.items[10]", "mockData.items[1]")).toBe(false);
  expect(around("mockData.items[1].title")).toBe("mockData.items[1]");
  expect(around("mockData.items[1]")).toBe("mockData.items");
  expect(around("mockData")).toBe("");
});
