import { expect, test } from "vitest";
import type { App } from "~/api/apps";
import type { Table } from "~/api/tables";
import type { NewApp } from "~/create/draft";
import { stepsOf, tableSteps, toolsProposed } from "./proposal";

const tool = {
  name: "find",
  description: "Finds.",
  layoutTemplate: "cards",
  handler: { kind: "query", table: "breads" },
};
const app = {
  name: "Bakery",
  description: "",
  instructions: "",
  systemPrompt: "",
  themeVariables: { radius: 8 },
  tools: [tool],
} as unknown as App;
const breads = {
  name: "breads",
  title: "Breads",
  rows: 1,
  columns: [{ name: "name", type: "text" }],
} as unknown as Table;

test("what changes is said field by field, and what does not is not", () => {
  expect(stepsOf(app, { name: "Bakery", themeVariables: { radius: 8 }, tools: [tool] } as unknown as NewApp)).toEqual(
    [],
  );
  const made = { name: "Boats", themeVariables: {}, tools: [{ ...tool, layoutTemplate: "table" }, { name: "add" }] };
  expect(stepsOf(app, made as unknown as NewApp)).toEqual([
    { field: "name", label: "Name", lines: ["Bakery → Boats"] },
    { field: "themeVariables", label: "Look", lines: ["radius: 8 → nothing"] },
    { field: "tools", label: "Tools", lines: ["find: layout, cards → table", "add: new"] },
  ]);
});

test("who may use it is said where that changes", () => {
  const open = { ...app, access: "public" } as App;
  const made = { name: "Bakery", themeVariables: { radius: 8 }, tools: [tool], access: "person" } as unknown as NewApp;
  expect(stepsOf(open, made)).toEqual([
    { field: "access", label: "Access", lines: ["anybody → only people who sign in"] },
  ]);
});

test("a draft with one flat tool changes the first, and keeps what it does not speak of", () => {
  const [first] = toolsProposed(app, { name: "Bakery", toolName: "show", layoutTemplate: "list" } as NewApp);
  expect(first).toMatchObject({ name: "show", layoutTemplate: "list", handler: tool.handler });
});

test("tables get columns and further rows; rows that are there stay", () => {
  const seen = [{ table: breads, rows: [{ name: "Rye" }] }];
  const columns = [...breads.columns, { name: "price", title: "Price", type: "money" }];
  const made = (rows: object[]) => ({ tables: [{ name: "breads", columns, rows }] }) as unknown as NewApp;
  expect(tableSteps(seen, made([{ name: "Rye", price: 3 }, { name: "Oat" }]))).toMatchObject([
    { made: false, added: ["Price"], removed: [], rows: [{ name: "Oat" }] },
  ]);
  expect(tableSteps([{ table: { ...breads, rows: 900 }, rows: [{ name: "Rye" }] }], made([{}, {}]))[0]?.rows).toEqual(
    [],
  );
  expect(
    tableSteps(seen, { tables: [{ name: "breads", columns: breads.columns, rows: [] }] } as unknown as NewApp),
  ).toEqual([]);
  expect(tableSteps([], made([{ name: "Oat" }]))).toMatchObject([{ made: true, rows: [{ name: "Oat" }] }]);
});
