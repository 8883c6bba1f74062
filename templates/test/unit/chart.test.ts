import { expect, test } from "vitest";
import { formatNumber } from "@chatui/runtime";
import { sizes } from "../../layouts/chart/src/sizes.ts";
import { writeLabels } from "../../layouts/chart/src/labels.ts";
import { type Chart, readChart, slices } from "../../layouts/chart/src/data.ts";
import { layOut, type Plot } from "../../layouts/chart/src/plot.ts";
import { arcPath, areaPath, fit, labelEvery, linePath, textWidth, ticks, wrap } from "../../layouts/chart/src/scale.ts";

test("chart: pads labels and values to one length, reads plain numbers in strings, and says what is missing", () => {
  const chart = readChart({
    type: "bar",
    labels: ["a"],
    series: [{ name: "S", values: [1, "2.5", "0x10"] }, { values: [7] }, { name: "none" }, null],
  });
  expect(chart.labels).toEqual(["a", "2", "3"]);
  expect(chart.series).toEqual([
    { name: "S", values: [1, 2.5, null] },
    { name: "Series 2", values: [7, null, null] },
  ]);
  expect(chart.missing).toEqual(["2 series could not be shown.", "3 values are missing."]);
});

test("chart: numbers that arithmetic cannot bear are missing or zero", () => {
  expect(
    readChart({ series: [{ values: [1.7e308, -1e101, Number.MIN_VALUE, 1e100, Number.NaN] }] }).series[0]?.values,
  ).toEqual([null, null, 0, 1e100, null]);
});

test("chart: bounds series and points", () => {
  const chart = readChart({ series: Array.from({ length: 8 }, () => ({ values: Array(501).fill(1) })) });
  expect([chart.series.length, chart.labels.length]).toEqual([6, 500]);
  expect(chart.missing).toEqual(["2 series could not be shown.", "1 point could not be shown."]);
});

test.each([null, 3, [], {}, { series: {} }])("chart: %j is not readable", (output) => {
  expect(readChart(output).readable).toBe(false);
});

test.each([
  [[0, 100], 5, false, [0, 20, 40, 60, 80, 100]],
  [[94, 598], 4, false, [0, 200, 400, 600]],
  [[980, 1020], 4, false, [980, 990, 1000, 1010, 1020]],
  [[980, 1020], 4, true, [0, 500, 1000, 1500]],
  [[-12, 18], 3, true, [-20, -10, 0, 10, 20]],
  [[0.1, 0.3], 3, true, [0, 0.1, 0.2, 0.3]],
  [[0, 0], 2, false, [-1, 0, 1]],
  [[5, 5], 4, false, [0, 2, 4, 6]],
  [[-5, -5], 2, false, [-5, -2.5, 0]],
  [[-5, -5], 2, true, [-5, -2.5, 0]],
])("ticks of %j, about %d, zero %j", (values, wanted, zero, want) => {
  expect(ticks(values, wanted, zero).values).toEqual(want);
});

test.each([
  [1e100, -1e100],
  [5e-100, 6e-100],
  [1e21, 1],
  [1e-100, 0],
])("ticks of %d and %d are few and hold both", (a, b) => {
  const { low, high, values } = ticks([a, b], 5, false);
  expect(values.length).toBeLessThan(20);
  expect(low).toBeLessThanOrEqual(Math.min(a, b));
  expect(high).toBeGreaterThanOrEqual(Math.max(a, b) * (1 - 1e-9));
});

test("lines are interrupted where a value is missing, and a surface has its own stretch on each side", () => {
  expect(linePath([[0, 1], [1, 2], null, [3, 4]])).toBe("M0 1L1 2M3 4");
  expect(areaPath([[0, 1], [1, 2], null, [3, 4]], 9)).toBe("M0 1L1 2L1 9L0 9ZM3 4L3 9L3 9Z");
  expect(linePath([])).toBe("");
});

test("a whole turn is a ring, since an arc that ends where it began is not drawn", () => {
  expect(arcPath(0, 1, 100, 20)).toBe(
    "M50 0a50 50 0 1 1 0 100a50 50 0 1 1 0 -100ZM50 20a30 30 0 1 0 0 60a30 30 0 1 0 0 -60Z",
  );
  expect(arcPath(0.25, 0.5, 100, 20)).toBe("M100 50A50 50 0 0 1 50 100L50 80A30 30 0 0 0 80 50Z");
});

test("labels never touch, and are cut to their room", () => {
  expect(labelEvery(12, 20, 30)).toBe(1);
  expect(labelEvery(12, 60, 30)).toBe(3);
  expect(labelEvery(500, 60, 0.6)).toBe(114);
  const cut = fit("Delivery and returns", 60, 13);
  expect(cut.endsWith("…")).toBe(true);
  expect(textWidth(cut, 13)).toBeLessThanOrEqual(60 + 13);
  expect(fit("Q1", 60, 13)).toBe("Q1");
  expect(fit("W".repeat(5000), 60, 13).length).toBeLessThan(12);
  expect(wrap("Delivery and returns", 72, 13)).toEqual(["Delivery", "and", "returns"]);
  expect(wrap("Delivery and returns", 72, 13, 1)).toEqual([fit("Delivery and returns", 72, 13)]);
  expect(wrap("Q1", 72, 13)).toEqual(["Q1"]);
  const many = wrap("a few words ".repeat(500), 72, 13);
  expect([many.length, many.at(-1)?.endsWith("…")]).toEqual([3, true]);
});

test("names of bars stand on lines of their own rather than be cut, below a drawing that stays as high", () => {
  const chart = (label: string): Chart =>
    readChart({ type: "bar", labels: ["A", label, "C", "D"], series: [{ name: "S", values: [1, 2, 3, 4] }] });
  const laid = (label: string): Plot =>
    layOut(chart(label), { width: 358, font: 13, rtl: false, most: 260 }, (v) => String(v));
  const [short, long] = [laid("B"), laid("Delivery and returns")];
  expect(long.labels).toEqual([["A"], ["Delivery", "and", "returns"], ["C"], ["D"]]);
  expect([long.bottom, long.height - short.height]).toEqual([short.bottom, Math.round(2 * 13 * 1.25)]);
});

test("a donut gathers the smallest and leaves out what is no part", () => {
  const ring = slices(
    readChart({
      type: "donut",
      labels: ["a", "b", "c", "d", "e", "f", "g"],
      series: [{ values: [1, 2, 3, 4, 5, 6, -7] }, { values: [9] }],
    }),
    4,
  );
  expect(ring.slices.map((s) => [s.label, s.value])).toEqual([
    ["f", 6],
    ["e", 5],
    ["d", 4],
    ["3 others", 6],
  ]);
  expect([ring.total, ring.left]).toEqual([21, 1]);
  expect(ring.slices.reduce((sum, s) => sum + s.share, 0)).toBeCloseTo(1);
});

test("a plot keeps its points inside, mirrors them where the script runs from the right, and finds the nearest", () => {
  const chart = readChart({ labels: ["a", "b", "c"], series: [{ values: [1, 2, 3] }] });
  const size = { width: 300, font: 13, most: 340 };
  const ltr = layOut(chart, { ...size, rtl: false }, String);
  const rtl = layOut(chart, { ...size, rtl: true }, String);
  for (const i of [0, 1, 2]) {
    expect(ltr.x(i) + rtl.x(i)).toBeCloseTo(300);
    expect(ltr.nearest(ltr.x(i) + 3)).toBe(i);
    expect(rtl.nearest(rtl.x(i) - 3)).toBe(i);
  }
  expect(ltr.nearest(-99)).toBe(0);
  expect(ltr.nearest(999)).toBe(2);
  expect(ltr.y(ltr.ticks.high)).toBeCloseTo(ltr.top);
  expect(ltr.y(ltr.ticks.low)).toBeCloseTo(ltr.bottom);
});

test.each([
  ["days of this year", ["2026-11-02", "2026-11-03"], ["Nov 2", "Nov 3"]],
  ["days of another year", ["1969-07-20", "1969-07-21"], ["Jul 20, 1969", "Jul 21, 1969"]],
  ["days of two years", ["2025-12-31", "2026-01-01"], ["Dec 31, 2025", "Jan 1, 2026"]],
  ["first days of months", ["2025-11-01", "2025-12-01"], ["Nov 2025", "Dec 2025"]],
  ["the first day of one", ["2026-11-01"], ["Nov 1"]],
  ["moments of a day", ["2026-11-02T06:00", "2026-11-02 18:30"], ["6:00 AM", "6:30 PM"]],
  ["moments of two days", ["2026-11-02T06:00", "2026-11-03T06:00"], ["Nov 2, 6:00 AM", "Nov 3, 6:00 AM"]],
  ["one moment", ["2026-11-02T06:00"], ["Nov 2, 6:00 AM"]],
  ["words among days", ["2026-11-02", "later"], ["2026-11-02", "later"]],
  ["nothing", [], []],
])("labels that are %s", (_, labels, want) => {
  const got = writeLabels(labels, "en", new Date("2026-11-27T12:00:00Z"));
  expect(got.map((label) => label.replaceAll("\u202f", " "))).toEqual(want);
});

test("days and years of moments are those of the reader, not those that are written", () => {
  const write = (labels: string[]) => writeLabels(labels, "en", new Date("2026-11-27T12:00:00Z")).join();
  // A minute after the other, which is on one day in all zones there are.
  const minutes = write(["2026-11-27T23:59:00+11:52", "2026-11-28T00:00:00+11:52"]);
  expect(minutes).toBe(write(["2026-11-27T12:07:00Z", "2026-11-27T12:08:00Z"]));
  expect(minutes).not.toContain("Nov");
  expect(write(["2025-12-31T23:59:00-12:08"])).not.toContain("202"); // 2026-01-01T12:07:00Z
});

test.each([
  [0.0000015, true, "1.5E-6"],
  [0.00005, true, "0.00005"],
  [0.0125, true, "0.0125"],
  [0, true, "0"],
  [0.5, true, "0.5"],
  [12345, true, "12.3K"],
  [1e16, true, "1E16"],
  [0.0000015, false, "1.5E-6"],
  [0.000123, false, "0.000123"],
])("%d, brief: %s, is %s, and no two steps of an axis look alike", (value, brief, want) => {
  expect(formatNumber(value, "en", sizes(value, brief, false))).toBe(want);
});
