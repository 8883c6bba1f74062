import { jsx as _jsx, jsxs as _jsxs } from "preact/jsx-runtime";
import { useId, useState } from "preact/hooks";
import { useLocale } from "../hooks.js";
import { formatLine } from "../lines.js";
import { Link } from "./link.js";
import { useRoom } from "./room.js";
/** Longer values begin on a line of their own, or are cut where lines are brief; those beyond the second bound are cut until everything is shown. */
const long = 36;
const cut = 160;
/**
 * Further fields of an entry as label and value. Beyond most of them the rest folds away behind a button, but for a single
 * one, which takes no more room than the button. about: the entry, which the button names. several: there are other entries
 * beside it, so that between messages one line holds several fields.
 */
export function Lines({ lines, about, most = 4, several = false, }) {
    const locale = useLocale();
    const id = useId();
    const [open, setOpen] = useState(false);
    const tight = useRoom() !== null && several;
    if (!lines.length)
        return null;
    const values = lines.map((line) => formatLine(line, locale));
    const hidden = lines.length > most + 1 ? lines.length - most : 0;
    const word = open ? "Less" : hidden ? `${hidden} more` : "More";
    return (_jsxs("div", { class: tight && !open ? "labelled brief" : "labelled", children: [_jsx("dl", { id: id, class: open ? "lines all" : "lines", children: lines.slice(0, open || !hidden ? lines.length : most).map((line, i) => (_jsxs("div", { class: values[i].length > long && !line.url ? "long" : undefined, children: [_jsx("dt", { children: _jsx("bdi", { children: line.label }) }), _jsx("dd", { dir: "auto", children: line.url ? _jsx(Link, { href: line.url, children: values[i] }) : values[i] })] }, i))) }), hidden || values.some((value) => value.length > (tight ? long : cut)) ? (_jsx("button", { type: "button", class: "unfold", "aria-expanded": open, "aria-controls": id, "aria-label": `${word} about ${about.slice(0, 120)}`, onClick: () => setOpen(!open), children: word })) : null] }));
}
