import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { dropApp } from "./dropApp";

test("an app that is gone is in no list, and the others stay", () => {
  const client = new QueryClient();
  client.setQueryData(["apps", "list", "", ""], {
    pages: [{ items: [{ id: "a" }], nextCursor: "x" }, { items: [{ id: "b" }, { id: "c" }] }],
    pageParams: ["", "x"],
  });
  client.setQueryData(["apps", "stats"], { items: [{ appId: "b" }] });
  client.setQueryData(["app", "b"], { data: {} });
  dropApp(client, "b");
  expect(client.getQueryData(["apps", "list", "", ""])).toEqual({
    pages: [{ items: [{ id: "a" }], nextCursor: "x" }, { items: [{ id: "c" }] }],
    pageParams: ["", "x"],
  });
  expect(client.getQueryData(["apps", "stats"])).toEqual({ items: [{ appId: "b" }] });
  expect(client.getQueryData(["app", "b"])).toBeUndefined();
});
