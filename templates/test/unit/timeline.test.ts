import { expect, test } from "vitest";
import { readTimeline } from "../../layouts/timeline/src/data.ts";
import { entriesOf, momentOf } from "../../layouts/timeline/src/group.ts";

const entries = (data: unknown, locale = "en-US") => entriesOf(readTimeline(data), locale);

test("shows what it can and counts what it cannot", () => {
  const { events, skipped } = readTimeline({
    items: [
      { title: " A ", date: 2026, status: "done", url: "javascript:x" },
      { date: "2026-01-01", status: "paused" },
      { description: "d", status: ["done"] },
      { status: "done" },
      {},
      null,
      3,
    ],
  });
  expect(events.map((e) => [e.title, e.date, e.status, e.label, e.url])).toEqual([
    ["A", "2026", "done", "", ""],
    ["Untitled", "2026-01-01", null, "paused", ""],
    ["Untitled", "", null, "", ""],
  ]);
  expect(skipped).toBe(4);
});

test.each([null, undefined, 3, "x", [], {}, { items: null }, { items: {} }])("%j holds no list", (output) => {
  expect(readTimeline(output)).toMatchObject({ readable: false, events: [], skipped: 0 });
});

test("groups follow each other, and an event without a date stays in the one before", () => {
  const items = [
    { title: "a", date: "2026-03-31" },
    { title: "b", date: "2026-04-01" },
    { title: "c" },
    { title: "d", date: "2026-04-02" },
    { title: "e", group: "Later", date: "2026-04-03" },
    { title: "f", date: "2026-04-04" },
  ];
  const list = entries({ groupBy: "month", items });
  expect(list.map((e) => e.heading)).toEqual(["March 2026", "April 2026", "", "", "Later", "April 2026"]);
  expect(list.map((e) => e.last)).toEqual([true, false, false, true, true, true]);
  expect(entries({ items }).map((e) => e.heading)).toEqual(["", "", "", "", "Later", ""]);
});

test("a day is the same one in every time zone, and its heading says it once", () => {
  const list = entries({
    groupBy: "day",
    items: [
      { title: "a", date: "2026-01-01" },
      { title: "b", date: "2026-01-01T14:05" },
      { title: "c", date: "soon" },
    ],
  });
  expect(list.map((e) => [e.heading, e.when])).toEqual([
    ["Thursday, January 1, 2026", ""],
    ["", expect.stringMatching(/^2:05\sPM$/)],
    ["", "soon"],
  ]);
  expect(entries({ groupBy: "year", items: [{ title: "a", date: "2026-01-01" }] })[0]).toMatchObject({
    heading: "2026",
    when: "Jan 1, 2026",
  });
});

test("words, and dates that are none, are shown as they are", () => {
  const dates = ["Spring 1969", "2026-13-45", "2026-01-01T99:00", "2026-01-01 or later", "1/2/2026"];
  expect(
    entries({ groupBy: "month", items: dates.map((date) => ({ title: "x", date })) }).map((e) => [e.heading, e.when]),
  ).toEqual(dates.map((date) => ["", expect.stringContaining(date.slice(0, 4))]));
  expect(dates.map(momentOf)).toEqual(dates.map(() => undefined));
  expect(momentOf("2026-01-01T10:00:00+02:00")).toBe("2026-01-01T10:00:00+02:00");
});

test("a locale that nobody knows does no harm", () => {
  expect(
    entries({ groupBy: "month", items: [{ title: "a", date: "2026-01-01" }] }, "x-not-a-locale-")[0],
  ).toMatchObject({ heading: "January 2026" });
});
