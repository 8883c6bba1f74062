import { jsx as _jsx, jsxs as _jsxs } from "preact/jsx-runtime";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLocale } from "../hooks.js";
import { formatLine } from "../lines.js";
import { Link } from "./link.js";
/** Longer values begin on a line of their own; those beyond the second bound are cut until everything is shown. */
const long = 36;
const cut = 160;
/** A text beyond it may be cut where an entry is as high as it likes. */
const wordy = 200;
/**
 * Further fields of an entry as label and value, and the button that unfolds all of the entry: there is one where lines are
 * folded away or anything in the entry is cut. Looks: lines.css, and compact.css for entries of the class "compact".
 */
export function useLines({ lines, about, most = 4, tight = false, text = "" }) {
    const locale = useLocale();
    const id = useId();
    const [open, setOpen] = useState(false);
    const box = useRef(null);
    const compact = tight && !open;
    const seen = useSeen(box, compact);
    const values = lines.map((line) => formatLine(line, locale));
    const folded = compact ? (seen?.lines ?? lines.length) : lines.length > most + 1 ? most : lines.length;
    const shown = open ? lines.length : folded;
    const hidden = lines.length - folded;
    // Until lines are measured, the button has its place; a text alone is measured without it, which would make it narrower.
    const may = compact ? lines.length > 0 : text.length > wordy;
    const unfolds = open || hidden || (seen ? seen.cut : may) || values.some((value) => value.length > cut);
    const word = open ? "Less" : hidden ? `${hidden} more` : "More";
    const view = (_jsxs("div", { ref: box, class: "labelled", children: [lines.length ? (_jsx("dl", { id: id, class: open ? "lines all" : "lines", children: lines.slice(0, shown).map((line, i) => (_jsxs("div", { class: values[i].length > long && !line.url ? "long" : undefined, children: [_jsx("dt", { children: _jsx("bdi", { children: line.label }) }), _jsx("dd", { dir: "auto", children: line.url ? _jsx(Link, { href: line.url, children: values[i] }) : values[i] })] }, i))) })) : null, unfolds ? (_jsx("button", { type: "button", class: "unfold", "aria-expanded": open, "aria-controls": lines.length ? id : undefined, "aria-label": `${word} about ${about.slice(0, 120)}`, onClick: () => setOpen(!open), children: word })) : null] }));
    return { compact, view };
}
/** The fields alone, of an entry that is never compact. */
export function Lines(props) {
    return useLines(props).view;
}
const texts = ".name, .choose span, .sub, .site, .text, .price, .badge, .tags, .tags span, dt, dd, dd a";
/**
 * Measures the entry around an element before it is painted; null until then. A list draws its entries anew when its width
 * changes, compact ones after it has had them in their other form.
 */
function useSeen(box, compact) {
    const [seen, setSeen] = useState(null);
    const form = `${compact} ${document.documentElement.clientWidth}`;
    const known = seen?.form === form ? seen : null;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- whatever was drawn is measured; what it finds stays as it is
    useLayoutEffect(() => {
        const entry = box.current?.closest("li, .slide, .outside");
        // Without a size it is not drawn at all.
        if ((known && compact) || !entry?.clientWidth)
            return;
        const [list] = entry.getElementsByTagName("dl");
        const end = list ? list.getBoundingClientRect().bottom + 2 : 0;
        const lines = [...(list?.children ?? [])].filter((line) => line.getBoundingClientRect().bottom <= end).length;
        const cut = [...entry.querySelectorAll(texts)].some((el) => el.scrollHeight > el.clientHeight + 2 || el.scrollWidth > el.clientWidth + 1);
        if (!known || known.cut !== cut)
            setSeen({ lines, cut, form });
    });
    return known;
}
