import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import type { Size, View } from "./geo.ts";
import type { Tiles } from "./ground.ts";

/** Pixels of a tile, and the closest that tile servers have. */
const tile = 256;
const most = 19;

interface StreetsProps {
  tiles: Tiles;
  view: View;
  size: Size;
  /** Called when a tile could not be had, and none before. */
  failed: () => void;
}

/** Pictures of streets over the ground, which shows through where one is missing. */
export function Streets({ tiles, view, size, failed }: StreetsProps): VNode {
  const loaded = useRef(false);
  return (
    <div class="streets" aria-hidden="true">
      {tilesOf(view, size).map(({ x, y, z, turn, ...box }) => (
        <img
          key={`${z}/${x}/${y}/${turn}`}
          class="tile"
          alt=""
          draggable={false}
          referrerpolicy="strict-origin"
          src={tiles.url.replace("{z}", `${z}`).replace("{x}", `${x}`).replace("{y}", `${y}`)}
          style={Object.fromEntries(Object.entries(box).map(([name, n]) => [name, `${n}px`]))}
          onLoad={(e) => {
            loaded.current = true;
            e.currentTarget.classList.add("here");
          }}
          onError={() => loaded.current || failed()}
        />
      ))}
    </div>
  );
}

/** The tiles that the picture needs, at about the size they were drawn. turn: which copy of the world. */
export function tilesOf(view: View, size: Size) {
  const z = Math.max(0, Math.min(most, Math.round(Math.log2(size.width / (tile * view.span)))));
  const n = 2 ** z;
  const side = size.width / (view.span * n);
  const left = view.x * n - size.width / 2 / side;
  const top = view.y * n - size.height / 2 / side;
  // Whole pixels, so that no seams are seen.
  const span = (from: number, i: number): [start: number, length: number] => {
    const start = Math.round((i - from) * side);
    return [start, Math.round((i + 1 - from) * side) - start];
  };
  const found = [];
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(n, top + size.height / side); y++) {
    for (let x = Math.floor(left); x < left + size.width / side; x++) {
      const turn = Math.floor(x / n);
      const [[l, width], [t, height]] = [span(left, x), span(top, y)];
      found.push({ z, x: x - turn * n, y, turn, left: l, top: t, width, height });
    }
  }
  return found;
}
