import { expect, test } from "vitest";
import { directionOf, readDashboard, sparkline } from "../../layouts/dashboard/src/data.ts";

test.each([
  [undefined, "+12%", "up"],
  [undefined, "-3%", "down"],
  [undefined, "−3%", "down"],
  [undefined, "+$40", "up"],
  [undefined, "▼ 2", "down"],
  [undefined, "0%", "flat"],
  [undefined, "+0.00", "flat"],
  [undefined, "12%", null],
  [undefined, "stable", null],
  [undefined, "", null],
  ["down", "+12%", "down"],
  ["sideways", "+12%", "up"],
])("a trend of %j and a change of %j go %j", (told, change, want) => {
  expect(directionOf(told, change)).toBe(want);
});

test("dashboard: reads the words of display_dashboard, and counts what it cannot show", () => {
  const data = readDashboard({
    dashboard: true,
    headerText: "H",
    stats: [{ label: "A", value: 0 }, {}, 1],
    recentChats: [{ title: "T", model: "m", time: "now" }, null],
  });
  expect(data).toMatchObject({ title: "H", entriesTitle: "Recent chats", skipped: 3, readable: true });
  expect(data.stats.map((s) => [s.label, s.value])).toEqual([["A", 0]]);
  expect(data.entries.map((e) => [e.title, e.detail, e.time])).toEqual([["T", "m", "now"]]);
});

test.each([null, 3, [], {}, { stats: {} }])("dashboard: %j is not readable", (output) => {
  expect(readDashboard(output).readable).toBe(false);
});

test("dashboard: entries come before chats unless there are none", () => {
  expect(readDashboard({ items: [{ title: "I" }], recentChats: [{ title: "C" }] }).entries[0]?.title).toBe("I");
  expect(readDashboard({ items: [], recentChats: [{ title: "C" }] }).entries[0]?.title).toBe("C");
});

test("a small line spans its box, and a level one runs through the middle", () => {
  expect(sparkline([0, 10, 5])).toBe("0,22 50,2 100,12");
  expect(sparkline([7, 7])).toBe("0,12 100,12");
});
