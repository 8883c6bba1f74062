/**
 * The contrast of WCAG 2.2 as package view computes it; both are tested against contrast-cases.json. For editors that show
 * an author the ratio while a colour is chosen: publishing is refused by the server, not here.
 */
export type Rgb = readonly [number, number, number];

/** Reads #rrggbb; null for anything else. */
export function parseColor(value: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value);
  // "$" also matches before a final line break.
  if (!match || value.length !== 7) return null;
  return [match[1], match[2], match[3]].map((h) => Number.parseInt(h as string, 16)) as unknown as Rgb;
}

export function formatColor(c: Rgb): string {
  return `#${c.map((v) => v.toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance, 0–1. */
export function luminance(c: Rgb): number {
  const [r, g, b] = c.map((v) => {
    const s = v / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio, 1–21. */
export function contrast(a: Rgb, b: Rgb): number {
  const x = luminance(a);
  const y = luminance(b);
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** The better of black and white for text on c; at least 4.58 on every colour. */
export function onColor(c: Rgb): Rgb {
  return contrast(black, c) >= contrast(white, c) ? black : white;
}

function mix(a: Rgb, b: Rgb, step: number): Rgb {
  return a.map((v, i) => (v * (256 - step) + (b[i] as number) * step + 128) >> 8) as unknown as Rgb;
}

/** The colour that reaches the ratio against ground and is reached first from c on the way to black or to white. */
export function nearest(c: Rgb, ground: Rgb, ratio: number): Rgb {
  for (let step = 0; step <= 256; step++) {
    for (const end of [black, white]) {
      const m = mix(c, end, step);
      if (contrast(m, ground) >= ratio) return m;
    }
  }
  return onColor(ground);
}
