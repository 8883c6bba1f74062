import { expect, test } from "vitest";
import type { Row, Table } from "~/api/tables";
import type { ToolDraft } from "~/api/tools";
import { askOf, asksOf } from "./asks";

const table: Table = {
  name: "breads",
  title: "Breads",
  columns: [
    { name: "name", type: "text" },
    { name: "price", type: "money", currency: "EUR" },
    { name: "vegan", type: "boolean" },
    { name: "kind", type: "enum", values: ["dark", "light"] },
  ],
  ownedRows: false,
  rows: 2,
  createdAt: "",
  updatedAt: "",
};
const row = (values: Row["values"]): Row => ({ id: "", values, owner: null, createdAt: "", updatedAt: "" });
const rows = [
  row({ name: "Brioche", price: 1.8, vegan: false, kind: "light" }),
  row({ name: "Rye", price: 2.8, vegan: true, kind: "dark" }),
];
const tool: ToolDraft = {
  name: "search_breads",
  description: "",
  handler: {
    kind: "query",
    table: "breads",
    search: ["name"],
    filters: [
      { argument: "max_price", column: "price", op: "lte" },
      { argument: "vegan", column: "vegan", op: "eq" },
      { argument: "kind", column: "kind", op: "eq" },
      { argument: "gone", column: "gone", op: "eq" },
    ],
  },
};

test("what can be asked finds a row that there is", () => {
  expect(asksOf(tool, table, rows, "en")).toEqual([
    { says: "Anything vegan under €3?", tool: "search_breads", args: { vegan: true, max_price: 3 } },
    { says: "Which breads are light?", tool: "search_breads", args: { kind: "light" } },
    { says: "Do you have Brioche?", tool: "search_breads", args: { query: "Brioche" } },
  ]);
});

test("without filters, rows or a table there is less to ask", () => {
  const plain: ToolDraft = { ...tool, handler: { kind: "query", table: "breads" } };
  expect(asksOf(plain, table, rows).map(({ says }) => says)).toEqual(["Show me all breads."]);
  expect(asksOf(tool, table, [])).toEqual([]);
  expect(asksOf({ ...tool, handler: { kind: "insert", table: "breads" } }, table, rows)).toEqual([]);
});

test("what costs as much as a round number is not under it, and a question is asked as it is", () => {
  const faq = [row({ name: "Where is my order?", price: 2, vegan: true })];
  expect(asksOf(tool, table, faq, "en").map(({ says, args }) => [says, args])).toEqual([
    ["Anything vegan under €3?", { vegan: true, max_price: 3 }],
    ["Where is my order?", { query: "Where is my order?" }],
    ["Show me all breads.", {}],
  ]);
});

test("a form can be asked for, unless its tool takes something of its own", () => {
  const form: ToolDraft = { name: "show_form", description: "", layoutTemplate: "form", mockData: { title: "Book" } };
  const says = "Show me the form “Book”.";
  expect(askOf(form)).toEqual([{ says, tool: "show_form", args: { message: says } }]);
  expect(askOf({ ...form, mockData: null })[0]?.says).toBe("Show me the form.");
  expect(askOf({ ...form, input: { type: "object" } })).toEqual([]);
  expect(askOf({ ...form, layoutTemplate: "list" })).toEqual([]);
});
