import type { VNode } from "preact";
import type { Place } from "./data.ts";

interface PinProps {
  x: number;
  y: number;
  /** Which of the places it stands for. */
  indices: number[];
  places: Place[];
  chosen: number | null;
  press: () => void;
}

/** A place, or several that stand too close together; these carry no number of the list but how many they are. */
export function Pin({ x, y, indices, places, chosen, press }: PinProps): VNode {
  const first = indices[0] as number;
  const active = chosen !== null && indices.includes(chosen);
  const at = { left: `${Math.round(x)}px`, top: `${Math.round(y)}px` };
  if (indices.length === 1) {
    return (
      <button
        type="button"
        class={active ? "pin active" : "pin"}
        style={at}
        aria-pressed={active}
        aria-label={`${first + 1}. ${places[first]?.name.slice(0, 120)}`}
        onClick={press}
      >
        {first + 1}
      </button>
    );
  }
  const names = indices
    .slice(0, 3)
    .map((i) => places[i]?.name.slice(0, 60))
    .join(", ");
  return (
    <button
      type="button"
      class={active ? "pin group active" : "pin group"}
      style={at}
      aria-label={`${indices.length} places: ${names}${indices.length > 3 ? "…" : ""}`}
      onClick={press}
    >
      {`×${indices.length}`}
    </button>
  );
}
