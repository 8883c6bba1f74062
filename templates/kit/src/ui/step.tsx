import type { RefObject, VNode } from "preact";
import { Icon } from "./icon.tsx";
import { nextIcon, previousIcon } from "./icons.ts";
import { press } from "./press.ts";

export interface StepProps {
  to: "previous" | "next";
  /** What a press shows: "Next picture". */
  label: string;
  /** Nothing lies on that side. The button keeps the focus, so that arrow keys and the other button stay in reach. */
  end: boolean;
  go: () => void;
  button?: RefObject<HTMLButtonElement | null>;
}

/** A round button to the thing before or after; its arrow follows the direction of the page. Styled by step.css. */
export function Step({ to, label, end, go, button }: StepProps): VNode {
  return (
    <button ref={button ?? null} type="button" class={`step ${to}`} aria-label={label} {...press(go, end)}>
      <Icon path={to === "next" ? nextIcon : previousIcon} />
    </button>
  );
}

/**
 * Where a key leads among count things of which one is at index at; null for keys that lead nowhere. Arrows follow the
 * direction of the page: in a right-to-left one the left arrow goes on.
 */
export function stepKey(key: string, at: number, count: number, rtl: boolean): number | null {
  const forward = rtl ? -1 : 1;
  const targets: [string, number][] = [
    ["ArrowLeft", at - forward],
    ["ArrowRight", at + forward],
    ["Home", 0],
    ["End", count - 1],
  ];
  const target = targets.find(([name]) => name === key)?.[1];
  return target === undefined ? null : Math.min(count - 1, Math.max(0, target));
}
