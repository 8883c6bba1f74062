import { isDict, text } from "@chatui/runtime";
import { grid, land } from "./land.ts";
import { type Size, type View, way } from "./geo.ts";

/** A square part of the world with what is drawn on it: paths of SVG on its grid. See platform/atlas, which makes them. */
export interface Sheet {
  x: number;
  y: number;
  side: number;
  grid: number;
  land: string;
  borders: string;
}

/** Street tiles: an address with {z}, {x} and {y}, and who is named for them. */
export interface Tiles {
  url: string;
  attribution: string;
  /** Where the attribution leads, or "". */
  href: string;
}

export interface Ground {
  tiles: Tiles | null;
  sheets: Sheet[];
}

/** What a map stands on where nobody sent more: the whole world, coarse. */
const own: Sheet = { x: 0.5, y: 0.5, side: 1, grid, land, borders: "" };

/** Reads the ground out of the _meta of a result; what is not as it should be is left out. */
export function readGround(meta: unknown): Ground {
  const told = isDict(meta) ? meta["berth/map"] : null;
  if (!isDict(told)) return { tiles: null, sheets: [] };
  const sheets = (Array.isArray(told["sheets"]) ? told["sheets"] : []).slice(0, 4).flatMap((s) => readSheet(s) ?? []);
  return { tiles: readTiles(told["tiles"]), sheets };
}

function readTiles(told: unknown): Tiles | null {
  if (!isDict(told)) return null;
  const [url, attribution] = [text(told["url"]), text(told["attribution"])];
  if (!/^https:\/\/[^{}\s]+\//.test(url) || !["{z}", "{x}", "{y}"].every((part) => url.includes(part))) return null;
  const href = /(https:\/\/\S+)$/.exec(attribution)?.[1] ?? "";
  const words = attribution.slice(0, attribution.length - href.length).trim();
  return words ? { url, attribution: words, href } : null;
}

function readSheet(told: unknown): Sheet | null {
  if (!isDict(told)) return null;
  const numbers = ["x", "y", "side", "grid"].map((name) => told[name]);
  const paths = [told["land"], told["borders"] ?? ""];
  if (!numbers.every((n) => typeof n === "number" && Number.isFinite(n))) return null;
  if (!paths.every((p) => typeof p === "string" && p.length < 60_000 && /^[Mlz\d -]*$/.test(p))) return null;
  const [x, y, side, cells] = numbers as [number, number, number, number];
  const [area, borders] = paths as [string, string];
  return side > 0 && cells > 0 ? { x, y, side, grid: cells, land: area, borders } : null;
}

/** How many pixels a cell of a sheet may take: beyond that its outlines would lie more than they tell. */
const roughest = 5;
/** No outlines are right to less than this, as a part of the world's width: half a kilometre. */
const least = 0.000008;

/** The finest sheet that holds the view; null where none is fine enough. */
export function sheetFor(sheets: Sheet[], view: View, size: Size): Sheet | null {
  const high = (view.span * size.height) / size.width;
  const holds = (s: Sheet): boolean =>
    s.side >= 1 ||
    (Math.abs(way(s.x, view.x)) + view.span / 2 <= s.side / 2 && Math.abs(s.y - view.y) + high / 2 <= s.side / 2);
  const sheet = sheets.find(holds) ?? own;
  const cell = Math.max(least, sheet.side / sheet.grid);
  return (cell / view.span) * size.width <= roughest ? sheet : null;
}
