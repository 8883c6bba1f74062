import { jsx as _jsx, Fragment as _Fragment, jsxs as _jsxs } from "preact/jsx-runtime";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useDisplayMode } from "../hooks.js";
import { costOf, useEnlarge, useFit } from "./room.js";
const english = (more, total) => `Show ${more} more of ${total}`;
/** Up to so many entries are shown at a press; more come a page at a time. */
const atOnce = 100;
/**
 * Shows as many of count entries as stand in the room of the widget, page at most, and the rest at a press: full screen where
 * the host has it. label: what the button says; fold: false where the entries are not what makes the widget high; cuts: entries are cut where they are tight.
 */
export function useMore(count, page, label = english, fold = true, cuts = false) {
    const list = useRef(null);
    const first = useRef(0);
    const mode = useDisplayMode();
    const enlarge = useEnlarge();
    // What was asked for holds in the mode that it was asked in.
    const [asked, setAsked] = useState(null);
    const now = asked?.mode === mode ? asked.shown : null;
    const { fit, tight } = useFit(list, Math.min(count, page), !fold || now !== null, {
        cost: (of) => costOf(of, count > atOnce),
    });
    const shown = Math.min(count, now ?? fit ?? page);
    useLayoutEffect(() => {
        if (first.current)
            list.current?.children[first.current]?.focus();
    }, [shown, now]);
    // It wants more room than it has.
    const folds = now === null && (tight || fit !== null);
    const target = count <= atOnce && folds ? count : Math.min(count, shown + page);
    const next = async () => {
        first.current = Math.min(shown, count - 1);
        const wide = folds && (await enlarge());
        setAsked({ mode: wide ? "fullscreen" : mode, shown: target });
    };
    return {
        list,
        shown,
        tight,
        tabIndex: (i) => (i && i === first.current ? -1 : undefined),
        button: shown < count || (cuts && tight) ? (_jsx("button", { type: "button", class: "button wide", dir: "auto", onClick: () => void next(), children: shown === count
                ? "Show in full"
                : target === count && folds && label === english
                    ? `Show all ${count}`
                    : label(target - shown, count) })) : null,
    };
}
/** A list whose rest waits behind a button. Give it a key that changes with the data. */
export function Paged({ entries, page, item, label, fold, ...props }) {
    const more = useMore(entries.length, page, label, fold);
    return (_jsxs(_Fragment, { children: [_jsx("ul", { ref: more.list, class: props.class, lang: props.lang, children: entries.slice(0, more.shown).map((entry, i) => (_jsx("li", { class: props.itemClass, tabIndex: more.tabIndex(i), children: item(entry, i, more.tight) }, i))) }), more.button] }));
}
