import { isDict } from "./host.js";
import { short, text } from "./text.js";
/** At most two actions; what is no action is left out, a label is cut at the 40 characters that the schemas allow. */
export function readActions(value) {
    return (Array.isArray(value) ? value : [])
        .filter(isDict)
        .map((a) => ({ label: short(text(a["label"]), 40), prompt: text(a["prompt"]) }))
        .filter((a) => a.label && a.prompt)
        .slice(0, 2);
}
