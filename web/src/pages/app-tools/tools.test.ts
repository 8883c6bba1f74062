import { expect, test } from "vitest";
import type { Layout } from "~/api/layouts";
import type { Column, Table } from "~/api/tables";
import { isKind, rowsOf, type HandlerOf, type Kind } from "~/api/tools";
import { asked, changeFilter, fixed, sortsOf, toggleSearch, withFilter, withoutFilter, withValues } from "./choices";
import { columnsShown, entryOf, fieldsOf, fill, isColumnar, orderLines, showColumns, toggleLine } from "./fieldMap";
import { othersOf } from "./Inputs";
import { kinds, newTool } from "./kinds";

const columns: Column[] = [
  { name: "name", type: "text", required: true },
  { name: "price", type: "money", currency: "EUR" },
  { name: "vegan", type: "boolean" },
  { name: "day", type: "date" },
  { name: "picture", type: "image" },
  { name: "status", type: "enum", values: ["new", "done"] },
];
const column = (name: string) => columns.find((c) => c.name === name) as Column;
const table: Table = {
  name: "breads",
  title: "Breads",
  columns,
  ownedRows: false,
  rows: 0,
  createdAt: "",
  updatedAt: "",
};

function begun<K extends Kind>(kind: K): HandlerOf<K> {
  const handler = kinds[kind]?.handler(table);
  if (!isKind(handler, kind)) throw new Error(`${kind} begins as another kind`);
  return handler;
}

test("a query is named after its table, searches its texts, and shows pictures as cards", () => {
  expect(newTool("query", table, ["search_breads"])).toMatchObject({
    name: "search_breads_2",
    layoutTemplate: "cards",
    handler: { kind: "query", table: "breads", search: ["name"], filters: [], limit: 20 },
  });
  expect(newTool("insert", table, [])).toMatchObject({
    name: "add_bread",
    description: "Adds a bread. Use when somebody wants to add one. Requires name.",
    handler: { kind: "insert", table: "breads" },
  });
});

test("an order is called as its column is", () => {
  const labels = sortsOf(columns).map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(["Name, A to Z", "Price, lowest first", "Vegan, yes first"]));
});

test("rows are shown by queries that are live", () => {
  expect(rowsOf(newTool("query", table, []))).toBe("breads");
  expect(rowsOf({ ...newTool("query", table, []), mode: "mock" })).toBe("");
  expect(rowsOf(newTool("insert", table, []))).toBe("");
  expect(rowsOf(undefined)).toBe("");
});

test("filters are named by what they ask for, and never twice", () => {
  let handler = begun("query");
  handler = withFilter(handler, column("price"));
  handler = withFilter(handler, column("vegan"));
  handler = withFilter(handler, column("day"));
  handler = withFilter(handler, column("price"));
  expect(handler.filters?.map(({ argument, op }) => `${argument} ${op}`)).toEqual([
    "max_price lte",
    "vegan eq",
    "from_day gte",
    "max_price_2 lte",
  ]);
  handler = changeFilter(handler, 3, column("price"), "gte");
  expect(handler.filters?.[3]).toEqual({ argument: "min_price", column: "price", op: "gte" });
  expect(withoutFilter(handler, 0).filters).toHaveLength(3);
  expect(toggleSearch(toggleSearch(handler, "status"), "name").search).toEqual(["status"]);
});

test("an insert asks for every column until it is told which, and writes constants unasked", () => {
  const all = begun("insert");
  expect(asked(all, columns)).toHaveLength(columns.length);
  const narrow = withValues(all, columns, ["name", "day"], [["status", "new"]]);
  expect(narrow.values).toEqual({ name: "{{args.name}}", day: "{{args.day}}", status: "new" });
  expect(asked(narrow, columns)).toEqual(["name", "day"]);
  expect(fixed(narrow)).toEqual([["status", "new"]]);
  expect(withValues(narrow, columns, columns.map(({ name }) => name), [])).toEqual(all); // prettier-ignore
});

const string = { type: "string" as const };
const layout = (properties: object, name = "cards"): Layout =>
  ({
    name,
    list: "items",
    dataSchema: {
      properties: { items: { items: { required: ["title"], properties: { title: string, ...properties } } } },
    },
  }) as unknown as Layout;

test("columns fill fields, and others become lines in an order of one's own", () => {
  const cards = layout({ image: string, price: string, lines: { type: "array" } });
  const entry = entryOf(cards);
  expect(fieldsOf(entry ?? {}).map(({ name, required }) => [name, required])).toEqual([
    ["title", true],
    ["image", false],
    ["price", false],
  ]);
  let map = fill({ item: {} }, "price", column("price"));
  expect(map.item?.["price"]).toEqual({ from: "/price", as: "money", currency: "EUR" });
  expect(fill(map, "price", undefined).item).toEqual({});
  for (const name of ["vegan", "day", "status"]) map = toggleLine(map, "lines", column(name));
  map = orderLines(map, "lines", ["status", "vegan", "day"]);
  expect(map.item?.["lines"]?.lines?.map(({ from }) => from)).toEqual(["/status", "/vegan", "/day"]);
  expect(toggleLine(map, "lines", column("vegan")).item?.["lines"]?.lines).toHaveLength(2);
});

test("a table shows the columns that are chosen, in their order, and keeps how each is headed", () => {
  const rows = layout({}, "table");
  rows.dataSchema = { properties: { items: { items: { type: "object" } } } };
  expect(isColumnar(rows)).toBe(true);
  expect(isColumnar(layout({}))).toBe(false);
  const own = { item: { what: { from: "/name" } }, data: { columns: { const: [{ key: "what", label: "What" }] } } };
  const map = showColumns(own, columns, ["price", "name", "vegan"]);
  expect(columnsShown(map)).toEqual(["price", "name", "vegan"]);
  expect(map["data"]).toEqual({
    columns: {
      const: [
        { key: "price", label: "Price", type: "number", currency: "EUR" },
        { key: "what", label: "What" },
        { key: "vegan", label: "Vegan" },
      ],
    },
  });
  expect(map.item).toEqual({
    id: { from: "/id" },
    price: { from: "/price" },
    what: { from: "/name" },
    vegan: { from: "/vegan", as: "text" },
  });
});

test("an argument that is no single value is named in words", () => {
  expect(othersOf({ type: "array", items: { type: "string" } })).toBe("a list of texts");
  expect(othersOf({ type: ["array", "null"], items: { type: "object" } })).toBe("a list");
  expect(othersOf({ type: "object" })).toBe("a group of values");
  expect(othersOf({ type: "string", enum: ["new", "done"] })).toBe("one of new, done");
  expect(othersOf({})).toBe("anything");
});
