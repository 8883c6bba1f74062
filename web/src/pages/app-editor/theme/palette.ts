import { contrast, formatColor, nearest, parseColor } from "~kit/contrast.ts";
import file from "~tokens/presets.json";
import type { Theme } from "~/api/layouts";

export type Mode = "light" | "dark";
export const colours = ["accent", "surface", "text", "muted"] as const;
export type Colour = (typeof colours)[number];

/** The ready themes, as the server has them. */
export const presets = file.presets as Preset[];
export type Preset = (typeof file.presets)[number] & Required<Pick<Theme, "density" | "font">>;

const standard = presets.find(({ name }) => name === "default") ?? (presets[0] as Preset);

export const presetOf = (theme: Theme): Preset => presets.find(({ name }) => name === theme.preset) ?? standard;

/** The colour that counts: the author's, else the ready theme's. */
export const colourOf = (theme: Theme, mode: Mode, colour: Colour): string =>
  theme[mode]?.[colour] || presetOf(theme)[mode][colour];

/** WCAG 2.2 AA, as platform/view asks it: 4.5 of text, 3 of what must be seen. */
const needed: Record<Exclude<Colour, "surface">, number> = { accent: 3, text: 4.5, muted: 4.5 };

export interface Judged {
  /** Rounded down, so that 4.499 is no 4.5. */
  ratio: number;
  needed: number;
  passes: boolean;
  /** The nearest colour that passes; null when this one does. */
  better: string | null;
}

/** How well a colour is seen on the surface; null while one of the two is half typed. */
export function judge(theme: Theme, mode: Mode, colour: Exclude<Colour, "surface">): Judged | null {
  const own = parseColor(colourOf(theme, mode, colour));
  const ground = parseColor(colourOf(theme, mode, "surface"));
  if (!own || !ground) return null;
  const ratio = contrast(own, ground);
  const passes = ratio >= needed[colour];
  return {
    ratio: Math.floor(ratio * 100) / 100,
    needed: needed[colour],
    passes,
    better: passes ? null : formatColor(nearest(own, ground, needed[colour])),
  };
}

/** The theme with a colour of one's own; "" gives the ready theme's back. */
export function withColour(theme: Theme, mode: Mode, colour: Colour, value: string): Theme {
  const { [colour]: _, ...rest } = theme[mode] ?? {};
  const palette = value && value.toLowerCase() !== presetOf(theme)[mode][colour] ? { ...rest, [colour]: value } : rest;
  const { [mode]: __, ...others } = theme;
  return Object.keys(palette).length ? { ...others, [mode]: palette } : others;
}

/** The theme with a value; one that is the ready theme's own is left out. */
export function withValue<K extends "radius" | "density" | "scale" | "font">(
  theme: Theme,
  key: K,
  value: Theme[K],
): Theme {
  const { [key]: _, ...others } = theme;
  return value === presetOf(theme)[key] ? others : { ...others, [key]: value };
}
