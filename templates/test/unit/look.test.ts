import { initialState } from "@chatui/runtime";
import { beforeEach, expect, test } from "vitest";
import { readContext } from "../../kit/src/context.ts";
import { wearLook } from "../../kit/src/look.ts";

const root = document.documentElement;
const worn = (name: string): string => root.style.getPropertyValue(`--host-${name}`);
const wear = (variables: unknown): void => {
  const patch = readContext({ styles: { variables } }, undefined, undefined);
  wearLook(win)({ ...initialState, ...patch });
};
const paper = {
  "--color-background-primary": "rgb(250, 249, 245)",
  "--color-background-secondary": "rgb(240, 238, 230)",
  "--color-text-primary": "rgb(20, 20, 19)",
  "--color-text-secondary": "rgb(80, 80, 76)",
};
const inverse = { "--color-background-inverse": "rgb(20, 20, 19)", "--color-text-inverse": "rgb(255, 255, 255)" };

// Written as browsers write a mixture of a colour with itself.
const mixed = (): string => {
  const [r, g, b, alpha] = (/rgba?\(([^)]*)\)/.exec(asked)?.[1] ?? "").split(",").map(Number);
  return `color(srgb ${r! / 255} ${g! / 255} ${b! / 255}${alpha === undefined ? "" : ` / ${alpha}`})`;
};
let asked = "";
const body = {
  style: {
    set color(value: string) {
      asked = value || asked;
    },
  },
};
const win = {
  document: { documentElement: root, body },
  getComputedStyle: () => ({ color: mixed() }),
} as unknown as Window;
beforeEach(() => {
  root.removeAttribute("style");
});

test("the host's colours are taken together", () => {
  wear({ ...paper, ...inverse, "--font-sans": "Anthropic Sans, sans-serif" });
  expect(["surface", "soft", "text", "muted"].map(worn)).toEqual(Object.values(paper));
  expect(worn("accent")).toBe("rgb(20, 20, 19)");
  expect(worn("on-accent")).toBe("rgb(255, 255, 255)");
  expect(worn("font")).toContain("Anthropic Sans");
});

test("without one of them, or where one is no colour, none is taken", () => {
  const { "--color-text-secondary": _, ...rest } = paper;
  for (const variables of [
    rest,
    { ...paper, "--color-text-primary": "url(https://x.example/)" },
    { ...paper, "--color-text-primary": "var(--x)" },
    { ...paper, "--color-background-primary": 7 },
    null,
    "x",
  ]) {
    wear(variables);
    expect(["surface", "soft", "text", "muted", "accent", "tint"].map(worn), JSON.stringify(variables)).toEqual(
      Array(6).fill(""),
    );
  }
});

test("colours that cannot be read on each other are not taken, and what shines through is none", () => {
  for (const variables of [
    { ...paper, "--color-text-secondary": "rgb(200, 200, 200)" },
    { ...paper, "--color-background-primary": "rgba(0, 0, 0, 0)" },
  ]) {
    wear(variables);
    expect(worn("surface"), JSON.stringify(variables)).toBe("");
  }
  wear({ ...paper, ...inverse, "--color-text-inverse": "rgb(40, 40, 40)" });
  expect([worn("surface"), worn("accent")]).toEqual([paper["--color-background-primary"], ""]);
});

test("a host that changes its look changes the document's", () => {
  const follow = wearLook(win);
  follow({ ...initialState, styles: { variables: paper, fonts: "" } });
  expect(worn("surface")).not.toBe("");
  follow({ ...initialState, styles: { variables: {}, fonts: "" } });
  expect(worn("surface")).toBe("");
});
