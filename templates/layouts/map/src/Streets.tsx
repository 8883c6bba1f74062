import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import type { Size, View } from "./geo.ts";
import type { Tiles } from "./ground.ts";

/** Pixels of a tile, and the closest that tile servers have. */
const tile = 256;
const most = 19;

/** The view in which tiles are as large as they were drawn, so that their letters are sharp: as far or a little farther. */
export function tileView(view: View, size: Size): View {
  const zoom = Math.floor(Math.log2(size.width / (tile * view.span)) + 1e-6);
  return zoom < 0 || zoom > most ? view : { ...view, span: size.width / (tile * 2 ** zoom) };
}

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
      {tilesOf(view, size).map(({ x, y, z, turn, left, top, side }) => (
        <img
          key={`${z}/${x}/${y}/${turn}`}
          class="tile"
          alt=""
          draggable={false}
          referrerpolicy="strict-origin"
          src={tiles.url.replace("{z}", `${z}`).replace("{x}", `${x}`).replace("{y}", `${y}`)}
          style={{ left: `${left}px`, top: `${top}px`, width: `${side}px`, height: `${side}px` }}
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

/** The tiles that the picture needs. turn: which copy of the world. */
export function tilesOf(view: View, size: Size) {
  const z = Math.max(0, Math.min(most, Math.round(Math.log2(size.width / (tile * view.span)))));
  const n = 2 ** z;
  const side = size.width / (view.span * n);
  const left = view.x * n - size.width / 2 / side;
  const top = view.y * n - size.height / 2 / side;
  const found = [];
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(n, top + size.height / side); y++) {
    for (let x = Math.floor(left); x < left + size.width / side; x++) {
      const turn = Math.floor(x / n);
      found.push({ z, x: x - turn * n, y, turn, left: (x - left) * side, top: (y - top) * side, side });
    }
  }
  return found;
}
