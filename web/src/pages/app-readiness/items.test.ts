import { expect, test } from "vitest";
import { asked, placeOf, type Item } from "./items";

const item = (id: string, client: Item["client"], status: Item["status"], field: string | null = null): Item => ({
  id,
  client,
  status,
  field,
  title: id,
  detail: "",
});

test("a directory's list has what it asks alone and what both ask", () => {
  const items = [item("a", "both", "ok"), item("b", "chatgpt", "todo"), item("c", "claude", "todo")];
  expect(asked(items, "chatgpt").map(({ id }) => id)).toEqual(["a", "b"]);
  expect(asked(items, "").length).toBe(3);
});

test.each([
  [item("privacy", "both", "todo", "listing.privacyUrl"), { kind: "listing", field: "privacyUrl" }],
  [item("tool-name", "both", "todo", "toolName"), { kind: "editor", field: "toolName" }],
  [item("public-address", "both", "todo"), { kind: "page", to: "/apps/$id/connect", label: "See how" }],
  [item("published", "both", "warning"), { kind: "page", to: "/apps/$id", label: "Open the editor" }],
  [item("screenshots", "claude", "warning"), null],
  [item("privacy", "both", "ok", "listing.privacyUrl"), null],
])("%j is mended there", (given, place) => {
  expect(placeOf(given)).toEqual(place);
});
