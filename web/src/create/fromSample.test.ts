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

test("what is no form, however wrong, is none", () => {
  for (const fields of ["date", [null], [{ required: true }], [{ name: 3 }], {}, null])
    expect(keeping({ tool: "book", fields })).toBeNull();
  expect(keeping({ tool: 3, fields: [{ name: "day" }] })).toBeNull();
  expect(keeping({ tool: "book", fields: [null, { name: "day", label: 3 }] })?.table.columns).toHaveLength(2);
});

test("columns have names that tables take, each once, and answers come under the names that the form sends", () => {
  const names = ["firstName", "guest.name", "guest_name", "a-b", "id", "status", "1st", "day", "day"];
  const kept = keeping({ tool: "book", fields: names.map((name) => ({ name })) });
  const values = (kept?.tool.handler as unknown as { values: object }).values;
  expect(values).toEqual({
    first_name: "{{args.firstName}}",
    guest_name: "{{args.guest_name_2}}",
    guest_name_2: "{{args.guest_name}}",
    a_b: "{{args.a-b}}",
    answer: "{{args.id}}",
    status: "{{args.status}}",
    st: "{{args.1st}}",
    day: "{{args.day}}",
    status_2: "new",
  });
  expect(kept?.table.columns?.map(({ name }) => name)).toEqual(Object.keys(values));
  const sent = (kept?.data["fields"] as { name: string }[]).map(({ name }) => name);
  expect(sent).toEqual(["firstName", "guest_name_2", "guest_name", "a-b", "id", "status", "1st", "day"]);
});

test("choices are kept, and sent, as text", () => {
  const options = [2, { value: 4, label: "Four" }, { value: "more", label: "More" }, "more", {}, [3]];
  const kept = keeping({ tool: "book", fields: [{ name: "seats", type: "select", integer: true, options }] });
  expect(kept?.table.columns?.[0]).toMatchObject({ type: "enum", values: ["2", "4", "more"] });
  const [seats] = kept?.data["fields"] as { options: unknown[] }[];
  expect(seats?.options.slice(0, 3)).toEqual(["2", { value: "4", label: "Four" }, { value: "more", label: "More" }]);
  expect(seats?.options.at(-1)).toBe("");
  const none = keeping({ tool: "book", fields: [{ name: "seats", type: "select" }] });
  expect(none?.table.columns?.[0]).toEqual({ name: "seats", title: "seats", type: "text", required: false });
});

test("the title of a column is one line that is not too long", () => {
  const kept = keeping({ tool: "book", fields: [{ name: "day", label: `Which\n${"day ".repeat(40)}` }] });
  const title = kept?.table.columns?.[0]?.title ?? "";
  expect(title).toMatch(/^Which day day/);
  expect(title.length).toBeLessThanOrEqual(100);
});
