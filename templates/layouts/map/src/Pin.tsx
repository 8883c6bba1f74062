import type { VNode } from "preact";
import type { Place } from "./data.ts";
import type { Box } from "./marks.ts";

interface PinProps {
  x: number;
  y: number;
  /** Which of the places it stands for. */
  indices: number[];
  places: Place[];
  chosen: number | null;
  /** Where its name stands beside it. */
  label: Box | null;
  press: () => void;
}

/** A place, or several that stand too close together; these carry no number of the list but how many they are. */
export function Pin({ x, y, indices, places, chosen, label, press }: PinProps): VNode {
  const first = indices[0] as number;
  const single = indices.length === 1;
  const active = chosen !== null && indices.includes(chosen);
  const names = indices
    .slice(0, 3)
    .map((i) => places[i]?.name.slice(0, single ? 120 : 60))
    .join(", ");
  const count = `${indices.length} places`;
  return (
    <>
      <button
        type="button"
        class={`pin${single ? "" : " group"}${active ? " active" : ""}`}
        style={{ left: `${Math.round(x)}px`, top: `${Math.round(y)}px` }}
        {...(single ? { "aria-pressed": active } : {})}
        aria-label={single ? `${first + 1}. ${names}` : `${count}: ${names}${indices.length > 3 ? "…" : ""}`}
        onClick={press}
      >
        {single ? first + 1 : count}
      </button>
      {label ? (
        <span
          class={active ? "label active" : "label"}
          aria-hidden="true"
          dir="auto"
          style={{ left: `${label.left}px`, top: `${label.top}px`, width: `${label.right - label.left}px` }}
          data-side={label.left > x ? "right" : label.right < x ? "left" : "middle"}
        >
          {places[first]?.name.slice(0, 60)}
        </span>
      ) : null}
    </>
  );
}
