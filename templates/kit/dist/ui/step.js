import { jsx as _jsx } from "preact/jsx-runtime";
import { Icon } from "./icon.js";
import { nextIcon, previousIcon } from "./icons.js";
import { press } from "./press.js";
/** A round button to the thing before or after; its arrow follows the direction of the page. Styled by step.css. */
export function Step({ to, label, end, go, button }) {
    return (_jsx("button", { ref: button ?? null, type: "button", class: `step ${to}`, "aria-label": label, ...press(go, end), children: _jsx(Icon, { path: to === "next" ? nextIcon : previousIcon }) }));
}
/**
 * Where a key leads among count things of which one is at index at; null for keys that lead nowhere. Arrows follow the
 * direction of the page: in a right-to-left one the left arrow goes on.
 */
export function stepKey(key, at, count, rtl) {
    const forward = rtl ? -1 : 1;
    const targets = [
        ["ArrowLeft", at - forward],
        ["ArrowRight", at + forward],
        ["Home", 0],
        ["End", count - 1],
    ];
    const target = targets.find(([name]) => name === key)?.[1];
    return target === undefined ? null : Math.min(count - 1, Math.max(0, target));
}
