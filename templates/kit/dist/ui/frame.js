import { jsx as _jsx, jsxs as _jsxs } from "preact/jsx-runtime";
import { useHostValue } from "../hooks.js";
import { Notice } from "./notice.js";
import { Whole } from "./whole.js";
const english = {
    loading: "Loading…",
    cancelled: "Cancelled",
    stopped: "The request was stopped before it finished.",
};
/** The life of a widget: skeleton while loading, a sentence when failed or cancelled, else its children. */
export function Frame({ words = english, ...props }) {
    const phase = useHostValue((s) => s.phase);
    const message = useHostValue((s) => s.message);
    return (_jsx("main", { class: "frame", lang: props.lang, "aria-label": props.label, "aria-busy": phase === "loading", children: phase === "loading" ? (_jsxs("div", { role: "status", children: [_jsx("span", { class: "visually-hidden", children: words.loading }), _jsx("div", { "aria-hidden": "true", children: props.skeleton })] })) : phase === "error" ? ((props.failed?.(message) ?? _jsx(Notice, { kind: "error", title: "Something went wrong", text: message }))) : phase === "cancelled" ? (_jsx(Notice, { kind: "cancelled", title: words.cancelled, text: message ?? words.stopped })) : (_jsx(Whole, { more: words.all, children: props.children })) }));
}
