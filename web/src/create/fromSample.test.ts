import { expect, test } from "vitest";
import type { Layout } from "~/api/layouts";
import { fromSample, keeping } from "./fromSample";

const layouts = import.meta.glob<Layout>("../../../templates/layouts/{form,list}/layout.json", { eager: true, import: "default" }); // prettier-ignore
const layout = (name: string) => ({ ...layouts[`../../../templates/layouts/${name}/layout.json`]!, name });

test("an app that begins with the form keeps what is sent", () => {
  const { tables, tools, layoutTemplate } = fromSample("Osteria", layout("form"));
  expect(layoutTemplate).toBeUndefined();
  const [form, keeps] = tools ?? [];
  const data = form?.mockData as { tool: string; fields: { name: string }[] };
  expect(data).not.toHaveProperty("arguments");
  expect(data.tool).toBe(keeps?.name);
  const [answers] = tables ?? [];
  expect(answers?.columns?.map(({ name, type }) => `${name} ${type}`)).toEqual([
    ...["date date", "time enum", "guests integer", "name text", "wishes text", "reminder boolean"],
    "status enum",
  ]);
  expect(keeps?.handler).toMatchObject({ kind: "insert", table: answers?.name, values: { name: "{{args.name}}", status: "new" } }); // prettier-ignore
  expect(keeps?.description).toMatch(/Requires day, time, guests, name\.$/);
});

test("another layout is shown as it is", () => {
  expect(fromSample("Lunch", layout("list"))).toEqual({ name: "Lunch", layoutTemplate: "list" });
});

test("what a form needs takes no table's name, and nothing is needed without a form", () => {
  expect(keeping({ tool: "book", fields: [{ name: "day" }] }, ["answers", "answers_2"])?.table.name).toBe("answers_3");
  expect(keeping({ tool: "book", fields: [] })).toBeNull();
  expect(keeping(null)).toBeNull();
});
