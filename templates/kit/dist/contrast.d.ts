/**
 * The contrast of WCAG 2.2 as package view computes it; both are tested against contrast-cases.json. For editors that show
 * an author the ratio while a colour is chosen: publishing is refused by the server, not here.
 */
export type Rgb = readonly [number, number, number];
/** Reads #rrggbb; null for anything else. */
export declare function parseColor(value: string): Rgb | null;
export declare function formatColor(c: Rgb): string;
/** Relative luminance, 0–1. */
export declare function luminance(c: Rgb): number;
/** Contrast ratio, 1–21. */
export declare function contrast(a: Rgb, b: Rgb): number;
/** The better of black and white for text on c; at least 4.58 on every colour. */
export declare function onColor(c: Rgb): Rgb;
/** The colour that reaches the ratio against ground and is reached first from c on the way to black or to white. */
export declare function nearest(c: Rgb, ground: Rgb, ratio: number): Rgb;
