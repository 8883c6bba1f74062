import { jsx as _jsx, Fragment as _Fragment, jsxs as _jsxs } from "preact/jsx-runtime";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { heightOf, slack, useEnlarge, useRoom } from "./room.js";
/**
 * What a widget shows, cut where it is higher than its room, with a button to see all of it. A list that folds by itself is
 * measured first. What somebody works with is not cut while it grows.
 */
export function Whole({ children, more = "Show all", }) {
    const room = useRoom();
    const enlarge = useEnlarge();
    const inner = useRef(null);
    const [cut, setCut] = useState(null);
    const [open, setOpen] = useState(false);
    const touched = useRef(false);
    useLayoutEffect(() => {
        const element = inner.current;
        if (!element || room === null || open)
            return setCut(null);
        let frame = 0;
        const measure = () => {
            const high = element.getBoundingClientRect().height;
            const free = room - (heightOf(element) - high);
            setCut((before) => high > free + slack && (before !== null || !touched.current) ? Math.max(80, Math.floor(free) - 52) : null);
        };
        // Lists answer to a measurement before the next frame, and what is inside is cut first.
        const later = () => {
            cancelAnimationFrame(frame);
            frame = requestAnimationFrame(() => {
                if (element.querySelector(".whole"))
                    frame = requestAnimationFrame(measure);
                else
                    measure();
            });
        };
        const observer = new ResizeObserver(later);
        observer.observe(element);
        return () => {
            observer.disconnect();
            cancelAnimationFrame(frame);
        };
    }, [room, open]);
    const showAll = async () => {
        if (!(await enlarge()))
            setOpen(true);
    };
    const focused = (event) => {
        touched.current = true;
        const end = inner.current?.parentElement?.getBoundingClientRect().bottom ?? 0;
        if (cut !== null && event.target.getBoundingClientRect().bottom > end)
            setOpen(true);
    };
    return (_jsxs(_Fragment, { children: [_jsx("div", { class: cut === null ? "whole" : "whole cut", style: { maxHeight: cut === null ? "" : `${cut}px` }, onFocusIn: focused, onPointerDown: () => (touched.current = true), children: _jsx("div", { ref: inner, class: "inner", children: children }) }), cut === null ? null : (_jsx("button", { type: "button", class: "button wide all", onClick: () => void showAll(), children: more }))] }));
}
