import { formatNumber, useLocale } from "@chatui/runtime";
import { Icon, Link, plusIcon, press } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Base } from "./Base.tsx";
import type { Place } from "./data.ts";
import { fitView, place, type Point, scaleBar, settle, type Size, spans, type View } from "./geo.ts";
import { type Ground, sheetFor } from "./ground.ts";
import { clusters, freeCorner, labels } from "./marks.ts";
import { Pin } from "./Pin.tsx";
import { Streets } from "./Streets.tsx";
import { useDrag } from "./drag.ts";

const minusIcon = "M5 12h14";
const allIcon = "M9 4H5a1 1 0 0 0-1 1v4m11-5h4a1 1 0 0 1 1 1v4M4 15v4a1 1 0 0 0 1 1h4m11-5v4a1 1 0 0 1-1 1h-4";

/** The spans for a lone place: some streets, or enough of its country to be recognised. */
const alone = { streets: 0.00004, outlines: 0.035 };
/** The part of a country that says where a plain ground lies. */
const locator = { width: 92, height: 70, span: 0.035 };

interface CanvasProps {
  places: Place[];
  ground: Ground;
  chosen: number | null;
  choose: (index: number) => void;
}

/** The map itself. It moves by buttons and by the mouse: a finger's drag would fight with the page that scrolls around it. */
export function Canvas({ places, ground, chosen, choose }: CanvasProps): VNode {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const [moved, setMoved] = useState<View | null>(null);
  const [broken, setBroken] = useState(false);
  const tiles = broken ? null : ground.tiles;
  // Only places with a position; where[i] is the index of the i-th in the whole list.
  const { points, where } = useMemo(() => positioned(places), [places]);
  const fitted = useMemo(
    () => (size ? fitView(points, size, tiles ? alone.streets : alone.outlines) : null),
    [points, size, tiles],
  );
  const view = size && fitted ? settle(moved ?? fitted, size) : null;
  const move = (next: View): void => void (size && setMoved(settle(next, size)));
  const zoom = (factor: number): void => {
    const middle = chosen === null ? null : places[chosen]?.point;
    if (view)
      move({ ...view, ...(middle && factor < 1 ? { x: middle[0], y: middle[1] } : {}), span: view.span * factor });
  };
  useChosenInView(places, chosen, view, size, move);
  useDrag(frame, view, size, move);
  const open = (members: number[]): void => {
    const inside = members.map((m) => points[m] as Point);
    const closer = size ? fitView(inside, size, alone.outlines, 60) : null;
    if (view && closer && closer.span < view.span * 0.9 && spread(inside) > spans.least / 10) {
      setMoved(closer);
      // The button that was pressed is gone once the pins stand apart.
      frame.current?.focus();
    } else choose(where[members[0] as number] as number);
  };
  const farthest = Math.max(1, fitted?.span ?? 1);
  return (
    <div class="map">
      <div ref={frame} class="canvas" dir="ltr" role="group" aria-label="Map" tabIndex={-1}>
        {view && size ? (
          <>
            <Base view={view} size={size} sheets={ground.sheets} ruled={!tiles} />
            {tiles ? <Streets tiles={tiles} view={view} size={size} failed={() => setBroken(true)} /> : null}
            <Pins
              view={view}
              size={size}
              points={points}
              where={where}
              places={places}
              ground={ground}
              plain={!tiles}
              chosen={chosen}
              press={(members) => (members.length > 1 ? open(members) : choose(where[members[0] as number] as number))}
            />
          </>
        ) : null}
      </div>
      <div class="bar">
        <div class="zoom">
          <button
            type="button"
            class="tool"
            aria-label="Zoom in"
            {...press(() => zoom(0.5), !view || view.span <= spans.least * 1.5)}
          >
            <Icon path={plusIcon} />
          </button>
          <button
            type="button"
            class="tool"
            aria-label="Zoom out"
            {...press(() => zoom(2), !view || view.span >= farthest * 0.99)}
          >
            <Icon path={minusIcon} />
          </button>
          <button type="button" class="tool" aria-label="Show all places" {...press(() => setMoved(null), !moved)}>
            <Icon path={allIcon} />
          </button>
        </div>
        {view && size ? <Scale view={view} size={size} /> : null}
        {tiles ? (
          <p class="credit" dir="auto">
            {tiles.href ? <Link href={tiles.href}>{tiles.attribution}</Link> : tiles.attribution}
          </p>
        ) : null}
      </div>
    </div>
  );
}

interface PinsProps extends Omit<CanvasProps, "choose"> {
  view: View;
  size: Size;
  points: Point[];
  where: number[];
  /** Without tiles. */
  plain: boolean;
  press: (members: number[]) => void;
}

/** The pins with their names and, on a ground without outlines, a small map of where it lies. */
function Pins({ view, size, points, where, places, ground, plain, chosen, press }: PinsProps): VNode {
  const pins = clusters(points, view, size);
  const corner = plain && !sheetFor(ground.sheets, view, size) ? freeCorner(pins, size, locator) : null;
  const names = where.map((i) => (places[i] as Place).name);
  const beside = labels(pins, names, size, corner ? [corner] : []);
  return (
    <>
      {corner ? (
        <div class="locator" aria-hidden="true" style={{ left: `${corner.left}px`, top: `${corner.top}px` }}>
          <Base view={settle({ ...view, span: locator.span }, locator)} size={locator} sheets={ground.sheets} />
          <span class="here" style={dot(view)} />
        </div>
      ) : null}
      {pins.map((c, n) => {
        const indices = c.members.map((m) => where[m] as number);
        return (
          <Pin
            key={indices.join()}
            x={c.x}
            y={c.y}
            indices={indices}
            places={places}
            chosen={chosen}
            label={beside[n] ?? null}
            press={() => press(c.members)}
          />
        );
      })}
    </>
  );
}

/** Where the small map has the middle of the large one; near a pole that is not its own middle. */
function dot(view: View): { left: string; top: string } {
  const [x, y] = place([view.x, view.y], settle({ ...view, span: locator.span }, locator), locator);
  return { left: `${x}px`, top: `${y}px` };
}

function positioned(places: Place[]): { points: Point[]; where: number[] } {
  const where = places.flatMap((p, i) => (p.point ? [i] : []));
  return { points: where.map((i) => places[i]?.point as Point), where };
}

const spread = (points: Point[]): number => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
};

/** Moves the map when the pin of the chosen place would not be in it. */
function useChosenInView(
  places: Place[],
  chosen: number | null,
  view: View | null,
  size: Size | null,
  move: (view: View) => void,
): void {
  useLayoutEffect(() => {
    const point = chosen === null ? null : places[chosen]?.point;
    if (!point || !view || !size) return;
    if (!clusters([point], view, size).length) move({ x: point[0], y: point[1], span: view.span });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the map moves for a choice, not against the person who moves it
  }, [chosen]);
}

/** The size of the picture, which is that of the element; null until it has one. */
function useSize(frame: { current: HTMLDivElement | null }): Size | null {
  const [[width, height], setSize] = useState([0, 0]);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = (): void => {
      const { clientWidth: w, clientHeight: h } = element;
      setSize((old) => (old[0] === w && old[1] === h ? old : [w, h]));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return useMemo(
    () => (width && height ? { width: width as number, height: height as number } : null),
    [width, height],
  );
}

function Scale({ view, size }: { view: View; size: Size }): VNode {
  const locale = useLocale();
  const { metres, pixels } = scaleBar(view, size);
  return (
    <p class="scale">
      <span class="visually-hidden">Scale: </span>
      <span class="ruler" style={{ width: `${pixels}px` }} />
      {distance(metres, locale)}
    </p>
  );
}

/** A distance as the reader's language writes it: "850 m", "1.2 km", "340 km". */
export function distance(metres: number, locale: string): string {
  const far = metres >= 1000;
  const value = far ? metres / 1000 : metres;
  return formatNumber(value, locale, {
    style: "unit",
    unit: far ? "kilometer" : "meter",
    maximumFractionDigits: far && value < 10 ? 1 : 0,
  });
}
