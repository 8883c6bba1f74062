import { formatNumber, useLocale } from "@chatui/runtime";
import { Icon, plusIcon, press } from "@chatui/runtime/ui";
import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Base } from "./Base.tsx";
import type { Place } from "./data.ts";
import { clusters, fitView, type Point, scaleBar, settle, type Size, spans, type View } from "./geo.ts";
import { Pin } from "./Pin.tsx";

const minusIcon = "M5 12h14";
const allIcon = "M9 4H5a1 1 0 0 0-1 1v4m11-5h4a1 1 0 0 1 1 1v4M4 15v4a1 1 0 0 0 1 1h4m11-5v4a1 1 0 0 1-1 1h-4";
/** Pins nearer to each other than this are drawn as one, in CSS pixels. */
const apart = 36;

interface CanvasProps {
  places: Place[];
  chosen: number | null;
  choose: (index: number) => void;
}

/** The map itself. It moves by buttons only: a drag would fight with the page that scrolls around it. */
export function Canvas({ places, chosen, choose }: CanvasProps): VNode {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const [moved, setMoved] = useState<View | null>(null);
  // Only places with a position; where[i] is the index of the i-th in the whole list.
  const { points, where } = useMemo(() => positioned(places), [places]);
  const fitted = useMemo(() => (size ? fitView(points, size) : null), [points, size]);
  const view = size && fitted ? settle(moved ?? fitted, size) : null;
  const zoom = (factor: number): void => {
    const middle = chosen === null ? null : places[chosen]?.point;
    if (view && size)
      setMoved(
        settle(
          { ...view, ...(middle && factor < 1 ? { x: middle[0], y: middle[1] } : {}), span: view.span * factor },
          size,
        ),
      );
  };
  useChosenInView(places, chosen, view, size, setMoved);
  const open = (members: number[]): void => {
    const inside = members.map((m) => points[m] as Point);
    const closer = size ? fitView(inside, size, 60) : null;
    if (view && closer && closer.span < view.span * 0.9 && spread(inside) > spans.least / 10) {
      setMoved(closer);
      // The button that was pressed is gone once the pins stand apart.
      frame.current?.focus();
    } else choose(where[members[0] as number] as number);
  };
  const pins = view && size ? clusters(points, view, size, apart) : [];
  return (
    <div class="map">
      <div ref={frame} class="canvas" dir="ltr" role="group" aria-label="Map" tabIndex={-1}>
        {view && size ? <Base view={view} size={size} /> : null}
        {pins.map((c) => {
          const indices = c.members.map((m) => where[m] as number);
          return (
            <Pin
              key={indices.join()}
              x={c.x}
              y={c.y}
              indices={indices}
              places={places}
              chosen={chosen}
              press={() => (indices.length > 1 ? open(c.members) : choose(indices[0] as number))}
            />
          );
        })}
      </div>
      <div class="bar">
        <div class="zoom">
          <button
            type="button"
            class="tool"
            aria-label="Zoom in"
            {...press(() => zoom(0.5), !view || view.span <= spans.least)}
          >
            <Icon path={plusIcon} />
          </button>
          <button
            type="button"
            class="tool"
            aria-label="Zoom out"
            {...press(() => zoom(2), !view || view.span >= spans.most)}
          >
            <Icon path={minusIcon} />
          </button>
          <button type="button" class="tool" aria-label="Show all places" {...press(() => setMoved(null), !moved)}>
            <Icon path={allIcon} />
          </button>
        </div>
        {view && size ? <Scale view={view} size={size} /> : null}
      </div>
    </div>
  );
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
    if (!clusters([point], view, size, apart).length) move(settle({ x: point[0], y: point[1], span: view.span }, size));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the map moves for a choice, not against the person who moves it
  }, [chosen]);
}

/** The size of the picture, which follows the width of the element; null until it has one. */
function useSize(frame: { current: HTMLDivElement | null }): Size | null {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return useMemo(
    () => (width ? { width, height: Math.round(Math.max(220, Math.min(420, width * 0.7))) } : null),
    [width],
  );
}

function Scale({ view, size }: { view: View; size: Size }): VNode {
  const locale = useLocale();
  const { metres, pixels } = scaleBar(view, size);
  const far = metres >= 1000;
  const text = formatNumber(far ? metres / 1000 : metres, locale, { style: "unit", unit: far ? "kilometer" : "meter" });
  return (
    <p class="scale">
      <span class="visually-hidden">Schematic map. Scale: </span>
      <span class="ruler" style={{ width: `${pixels}px` }} />
      {text}
    </p>
  );
}
