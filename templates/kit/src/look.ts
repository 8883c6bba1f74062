import { contrast, type Rgb } from "../../tokens/contrast.ts";
import type { HostState } from "./host.ts";

/** The variables of the host (MCP Apps 2026-01-26) by what the default theme calls them. */
const grounds = {
  surface: "--color-background-primary",
  soft: "--color-background-secondary",
  text: "--color-text-primary",
  muted: "--color-text-secondary",
};
const accents = { accent: "--color-background-inverse", "on-accent": "--color-text-inverse" };

/**
 * Answers what gives a document the look of its host, as --host-surface and so on, which only the default theme uses. Colours
 * are taken together or not at all: where one is missing, is no colour, or could not be read on another.
 */
export function wearLook(win: Window): (state: HostState) => void {
  const root = win.document.documentElement;
  let worn: unknown = null;
  let wornTheme: unknown = null;
  return ({ styles, theme }) => {
    if (styles === worn && theme === wornTheme) return;
    [worn, wornTheme] = [styles, theme];
    const told = styles?.variables ?? {};
    const set = (name: string, value: string): void => root.style.setProperty(`--host-${name}`, value);
    const take = (names: Record<string, string>): Record<string, string> | null => {
      const taken = Object.entries(names).map(([name, variable]) => [name, colour(told[variable])]);
      return taken.every(([, value]) => value) ? (Object.fromEntries(taken) as Record<string, string>) : null;
    };
    const wear = (names: Record<string, string>, found: Record<string, string> | null): void => {
      for (const name of Object.keys(names)) set(name, found?.[name] ?? "");
    };
    const ground = take(grounds);
    const { surface, soft, text, muted } = (ground ?? {}) as Record<string, string>;
    const readable =
      ground &&
      [text, muted].every((ink) => [surface, soft].every((paper) => reads(win, ink as string, paper as string)));
    wear(grounds, readable ? ground : null);
    const accent = readable ? take(accents) : null;
    const pair = accent as { accent: string; "on-accent": string } | null;
    const strong = pair && reads(win, pair.accent, surface as string) && reads(win, pair["on-accent"], pair.accent);
    wear(accents, strong ? accent : null);
    set("accent-hover", strong && pair ? `color-mix(in srgb,${pair.accent} 85%,${pair["on-accent"]})` : "");
    set("tint", readable ? (soft as string) : "");
    const family = told["--font-sans"];
    set("font", typeof family === "string" && family.length < 500 && CSS.supports("font-family", family) ? family : "");
    bringFonts(win, styles?.fonts ?? "");
  };
}

/** A colour that stands for itself; "" for anything else. */
const colour = (value: unknown): string =>
  typeof value === "string" && value.length < 200 && !/var\(|url\(/i.test(value) && CSS.supports("color", value)
    ? value
    : "";

/** Whether one opaque colour can be read on the other (WCAG 2.2 AA); true where the browser writes colours otherwise. */
function reads(win: Window, ink: string, paper: string): boolean {
  const [a, b] = [ink, paper].map((value) => resolved(win, value));
  return a !== null && b !== null && (!a || !b || contrast(a, b) >= 4.5);
}

/** The colour in numbers, null where something shines through it, undefined where it has none of sRGB. */
function resolved(win: Window, value: string): Rgb | null | undefined {
  const { body } = win.document;
  const before = body.style.color;
  body.style.color = value;
  const said = win.getComputedStyle(body).color;
  body.style.color = before;
  const [r, g, b, alpha = 1] = said.match(/[\d.]+/g)?.map(Number) ?? [];
  if (/^rgb/.test(said)) return alpha < 1 ? null : ([r, g, b] as unknown as Rgb);
  return / \/ /.test(said) ? null : undefined;
}

/** Takes the host's fonts and nothing else that its rules say. */
function bringFonts(win: Window, rules: string): void {
  const sheets = win.document.adoptedStyleSheets;
  if (!sheets || (!rules && !sheets.length)) return;
  const sheet = new CSSStyleSheet();
  try {
    sheet.replaceSync(rules.replaceAll(/@import[^;]*;/gi, ""));
    for (let i = sheet.cssRules.length - 1; i >= 0; i--)
      if (!(sheet.cssRules[i] instanceof CSSFontFaceRule)) sheet.deleteRule(i);
    win.document.adoptedStyleSheets = [sheet];
  } catch {
    // What cannot be read brings no fonts.
  }
}
