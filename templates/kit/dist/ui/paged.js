import { jsx as _jsx, Fragment as _Fragment, jsxs as _jsxs } from "preact/jsx-runtime";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
const english = (more, total) => `Show ${more} more of ${total}`;
/** Shows page of count entries and as many again at every press. label: what the button says. */
export function useMore(count, page, label = english) {
    const [shown, setShown] = useState(page);
    const list = useRef(null);
    const first = useRef(0);
    useLayoutEffect(() => {
        if (first.current)
            list.current?.children[first.current]?.focus();
    }, [shown]);
    const left = count - shown;
    const next = () => {
        first.current = shown;
        setShown(shown + page);
    };
    return {
        list,
        shown,
        tabIndex: (i) => (i && i === first.current ? -1 : undefined),
        button: left > 0 ? (_jsx("button", { type: "button", class: "button wide", dir: "auto", onClick: next, children: label(Math.min(left, page), count) })) : null,
    };
}
/** A list whose rest waits behind a button. Give it a key that changes with the data. */
export function Paged({ entries, page, item, label, ...props }) {
    const more = useMore(entries.length, page, label);
    return (_jsxs(_Fragment, { children: [_jsx("ul", { ref: more.list, class: props.class, children: entries.slice(0, more.shown).map((entry, i) => (_jsx("li", { class: props.itemClass, tabIndex: more.tabIndex(i), children: item(entry, i) }, i))) }), more.button] }));
}
