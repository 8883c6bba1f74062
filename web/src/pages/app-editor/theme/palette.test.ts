import { expect, test } from "vitest";
import cases from "~tokens/contrast-cases.json";
import { colourOf, judge, presets, withColour, withValue } from "./palette";

test("every ready theme can be read", () => {
  for (const { name } of presets)
    for (const mode of ["light", "dark"] as const)
      for (const colour of ["accent", "text", "muted"] as const)
        expect(judge({ preset: name }, mode, colour)?.passes, `${name} ${mode} ${colour}`).toBe(true);
});

test("a colour that cannot be read comes with the nearest that can", () => {
  const judged = judge({ light: { muted: "#dddddd" } }, "light", "muted");
  expect(judged).toMatchObject({ passes: false, needed: 4.5 });
  expect(judge({ light: { muted: judged?.better ?? "" } }, "light", "muted")?.passes).toBe(true);
  expect(judge({ light: { muted: "#ddd" } }, "light", "muted")).toBeNull();
});

test("the formula is the one that the server is tested against", () => {
  expect(cases.cases.length).toBeGreaterThan(0);
  for (const { a, b, contrast: ratio } of cases.cases)
    expect(judge({ light: { text: a, surface: b } }, "light", "text")?.ratio).toBeCloseTo(
      Math.floor(ratio * 100) / 100,
      1,
    );
});

test("a value of the ready theme's own is left out", () => {
  const theme = withColour({ preset: "forest" }, "dark", "accent", "#123456");
  expect(theme).toEqual({ preset: "forest", dark: { accent: "#123456" } });
  expect(withColour(theme, "dark", "accent", "")).toEqual({ preset: "forest" });
  expect(withColour(theme, "dark", "accent", colourOf({ preset: "forest" }, "dark", "accent"))).toEqual({
    preset: "forest",
  });
  expect(withValue(withValue({}, "radius", 3), "radius", 16)).toEqual({});
});
