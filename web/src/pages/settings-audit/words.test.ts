import { expect, test } from "vitest";
import { differences, namesGone, what, type Entry } from "./words";

const entry = (action: string, before: unknown, after: unknown, target = "id"): Entry => ({
  id: "1",
  at: "2026-11-21T12:00:00Z",
  actor: "ana@example.com",
  actorKind: "session",
  action,
  target,
  before,
  after,
  address: "",
  userAgent: "",
  device: "",
  requestId: "",
});
const names = new Map([
  ["boats", "Boats for hire"],
  ["bo", "Bo"],
]);

test.each([
  [entry("app.create", null, { name: "Tides" }), "created Tides"],
  [entry("app.update", { name: "Old" }, { name: "New" }, "boats"), "changed Boats for hire"],
  [entry("app.update", { toolName: "a" }, { toolName: "b" }), "changed an app"],
  [entry("app.delete", { name: "Tides" }, null), "deleted Tides"],
  [
    entry("app.publish", { publishVersion: 1 }, { publishVersion: 2, liveVersion: 2 }, "boats"),
    "published Boats for hire as version 2",
  ],
  [entry("app.activate", { liveVersion: 2 }, { liveVersion: 1 }, "boats"), "made version 1 of Boats for hire live"],
  [entry("app.sampling", { enabled: false }, { enabled: true }, "boats"), "turned sampling of Boats for hire on"],
  [entry("member.update", { role: "viewer" }, { role: "owner" }, "bo"), "made Bo an owner"],
  [entry("member.remove", { email: "bo@example.com", role: "viewer" }, null), "removed bo@example.com"],
  [entry("member.remove", { email: "ana@example.com" }, null), "left the workspace"],
  [entry("invitation.create", null, { email: "", role: "editor" }), "invited somebody as editor"],
  [entry("key.delete", { name: "<b>CI</b>" }, null), "revoked the API key <b>CI</b>"],
  [entry("app.suspend", null, { reason: "Phishing." }, "boats"), "suspended Boats for hire"],
  [entry("app.resume", { reason: "Phishing." }, null, "boats"), "ended the suspension of Boats for hire"],
  [
    entry("table.import", null, { table: "breads", created: 3 }, "boats"),
    "imported rows into breads of Boats for hire",
  ],
  [entry("row.update", { table: "breads" }, { table: "breads" }), "changed a row of breads of an app"],
  [
    entry("app.mode", { tool: "get_weather", mode: "live" }, { tool: "get_weather", mode: "mock" }, "boats"),
    "set get_weather of Boats for hire to mock",
  ],
  [
    entry("secret.set", null, { name: "API_KEY", hosts: ["a.example"] }, "boats"),
    "set the secret API_KEY of Boats for hire",
  ],
  [entry("webhook.create", null, { host: "hooks.example.com" }), "made a webhook to hooks.example.com"],
  [entry("workspace.suspend", null, { reason: "Spam." }), "suspended the workspace and its apps"],
  [entry("workspace.resume", { reason: "Spam." }, null), "ended the suspension of the workspace"],
  [entry("task.complete", { done: false }, { done: true }), "completed a task"],
  [entry("something.else_new", null, "text"), "something else new"],
])("%j", (given, sentence) => {
  expect(what(given, names)).toBe(sentence);
});

test("a suspension tells its reason", () => {
  expect(differences(entry("app.suspend", null, { reason: "Phishing." }))).toEqual([
    { field: "Reason", before: "", after: "Phishing." },
  ]);
});

test("only what differs is told, in words", () => {
  expect(
    differences(
      entry(
        "app.update",
        { name: "A", toolName: "same", mockData: { bytes: 1200, sha256: "0123456789abcdef" } },
        { name: "B", toolName: "same", mockData: { bytes: 1300, sha256: "fedcba9876543210" } },
      ),
    ),
  ).toEqual([
    { field: "Name", before: "A", after: "B" },
    { field: "Data", before: "1,200 bytes (01234567)", after: "1,300 bytes (fedcba98)" },
  ]);
  const long = { sha256: "0123456789abcdef", length: 64000 };
  expect(differences(entry("app.update", { responseText: "Short." }, { responseText: long }))).toEqual([
    { field: "Response text", before: "Short.", after: "64,000 characters (01234567)" },
  ]);
  expect(differences(entry("app.publish", { liveVersion: 0 }, { liveVersion: 1 }))).toEqual([
    { field: "Live version", before: "", after: "1" },
  ]);
  expect(differences(entry("session.create", null, null))).toEqual([]);
});

test("an app that is gone has the name that it had at its end", () => {
  const ended = entry("app.delete", { name: "Tides" }, null, "tides");
  const gone = new Map(namesGone([ended, entry("app.unpublish", {}, {}, "tides")]));
  expect(what(entry("app.unpublish", {}, {}, "tides"), gone)).toBe("unpublished Tides");
});
