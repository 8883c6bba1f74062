import { jsx as _jsx } from "preact/jsx-runtime";
import { toneOf } from "../tone.js";
/** A short text that stands out, in the colour of what it means; nothing for "". tone: what it means, where that is known. */
export function Badge({ text, tone = toneOf(text) }) {
    return text ? (_jsx("p", { class: tone ? `badge ${tone}` : "badge", dir: "auto", children: text })) : null;
}
