import { expect, test } from "vitest";
import type { Column } from "~/api/tables";
import type { ToolDraft } from "~/api/tools";
import { following } from "./following";

const before: Column[] = [
  { name: "guests", title: "People", type: "integer" },
  { name: "room", type: "enum", values: ["A", "B"] },
];
const after: Column[] = [
  { name: "guests", title: "Guests", type: "integer" },
  { name: "room", title: "Which room", type: "enum", values: ["A", "B", "C"] },
];
const form = (...fields: object[]): ToolDraft => ({
  name: "show_form",
  description: "",
  layoutTemplate: "form",
  mockData: { title: "Book", tool: "keep", fields },
});
const keep: ToolDraft = { name: "keep", description: "", handler: { kind: "insert", table: "requests" } };

test("a form takes over the new title and choices of a column", () => {
  const tools = [form({ name: "guests", label: "People" }, { name: "room", label: "Room", options: ["A", "B"] }), keep];
  expect(following(tools, "requests", before, after)).toEqual([
    form({ name: "guests", label: "Guests" }, { name: "room", label: "Which room", options: ["A", "B", "C"] }),
    keep,
  ]);
});

test("an argument of another name fills the column that the tool says", () => {
  const writes: ToolDraft = {
    ...keep,
    handler: { kind: "insert", table: "requests", values: { guests: "{{args.n}}" } },
  };
  expect(following([form({ name: "n", label: "People" }), writes], "requests", before, after)?.[0]).toEqual(
    form({ name: "n", label: "Guests" }),
  );
});

test("what its author wrote stays, and so do forms of other tables", () => {
  const own = [form({ name: "guests", label: "How many" }, { name: "room", label: "?", options: ["A"] }), keep];
  expect(following(own, "requests", before, after)).toBeNull();
  const tools = [form({ name: "guests", label: "People" }), keep];
  expect(following(tools, "other", before, after)).toBeNull();
  expect(following(tools, "requests", before, before)).toBeNull();
});
