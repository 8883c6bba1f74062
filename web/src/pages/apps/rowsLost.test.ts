import { expect, test } from "vitest";
import type { App } from "~/api/apps";
import { isMissing, keepsRows } from "./rowsLost";

const app = (handler: unknown, status = "published") =>
  ({ status, tools: [{ name: "show", handler }] }) as unknown as App;

test("what does not come back with a draft is said", () => {
  expect(keepsRows(app({ kind: "query", table: "breads" }))).toBe(true);
  expect(isMissing(app({ kind: "query", table: "breads" }))).toContain("rows are gone");
  expect(keepsRows(app({ kind: "mock" }))).toBe(false);
  expect(isMissing(app({ kind: "mock" }))).toBe("Publish it to serve it again.");
  expect(isMissing(app(null, "draft"))).toBeUndefined();
});
