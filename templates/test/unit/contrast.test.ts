import { expect, test } from "vitest";
import { contrast, formatColor, nearest, onColor, parseColor, type Rgb } from "../../kit/src/contrast.ts";
import table from "../../tokens/contrast-cases.json";
import { presets } from "../../tokens/presets.json";

test("agrees with the cases that package view is tested with", () => {
  expect(table.cases.length).toBeGreaterThan(20);
  for (const c of table.cases) {
    const a = parseColor(c.a) as Rgb;
    const b = parseColor(c.b) as Rgb;
    expect(contrast(a, b), `${c.a} ${c.b}`).toBeCloseTo(c.contrast, 3);
    expect(formatColor(onColor(a)), c.a).toBe(c.onA);
    expect(formatColor(nearest(a, b, 3)), `${c.a} ${c.b}`).toBe(c.nearest3);
    expect(formatColor(nearest(a, b, 4.5)), `${c.a} ${c.b}`).toBe(c.near4);
  }
});

test("refuses what is no colour", () => {
  for (const value of table.invalid) expect(parseColor(value), JSON.stringify(value)).toBeNull();
});

test("ready themes are readable", () => {
  for (const preset of presets) {
    for (const mode of [preset.light, preset.dark]) {
      const of = (value: string): Rgb => parseColor(value) as Rgb;
      for (const text of [mode.text, mode.muted])
        expect(contrast(of(text), of(mode.surface)), `${preset.name} ${text}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of(mode.accent), of(mode.surface)), preset.name).toBeGreaterThanOrEqual(3);
    }
  }
});
