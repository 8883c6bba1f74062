import type { VNode } from "preact";
import type { Kind } from "./data.ts";

/** Which mark belongs to which name; nothing for none. A line's sample repeats its dashes, for those who see no hues. */
export function Legend({ names, kind }: { names: string[]; kind: Kind }): VNode | null {
  if (!names.length) return null;
  return (
    <ul class="legend">
      {names.map((name, i) => (
        <li key={i} class={`hue-${i}`}>
          {kind === "line" || kind === "area" ? (
            <svg class="sample" viewBox="0 0 26 10" aria-hidden="true" focusable="false">
              <path class={`stroke dash-${i}`} d="M1 5H25" />
            </svg>
          ) : (
            <span class="swatch" />
          )}
          <span class="legend-name" dir="auto">
            {name}
          </span>
        </li>
      ))}
    </ul>
  );
}
