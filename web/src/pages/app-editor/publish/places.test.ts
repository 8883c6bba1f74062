import { expect, test } from "vitest";
import { nameOf, pageOf } from "./places";

test("a problem leads to where it can be mended", () => {
  expect(pageOf("body.mockData.items[0]", "is required")).toBeNull();
  expect(pageOf("body.allow.emails[1]", "must be an e-mail address")?.to).toBe("/apps/$id/access");
  const owned =
    'names the table "notes", whose rows belong to the people who make them: the app\'s access must be person or mixed';
  expect(pageOf("body.tools[0].handler.table", owned)?.to).toBe("/apps/$id/access");
  expect(pageOf("body.tools[2].handler.filters[0].op", "cannot be lte")).toEqual({
    to: "/apps/$id/tools",
    search: { tool: "2" },
  });
});

test("a problem is named by what people call its place", () => {
  expect(nameOf("body.mockData.items[0].title")).toBe("Data, items[0].title");
  expect(nameOf("body.tools[1].handler.table")).toBe("Tool 2, table");
  expect(nameOf("body.tools[1].layoutTemplate", ["find_notes", "search_notes"])).toBe("search_notes, layout");
  expect(nameOf("body.tools[0]", ["find_notes"])).toBe("find_notes");
  expect(nameOf("body.allow.emails[1]")).toBe("Access");
});
