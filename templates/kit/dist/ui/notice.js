import { jsx as _jsx, jsxs as _jsxs } from "preact/jsx-runtime";
import { Icon } from "./icon.js";
import { alertIcon, inboxIcon, stopIcon } from "./icons.js";
const icons = { empty: inboxIcon, error: alertIcon, cancelled: stopIcon };
/** A whole-widget state in words: nothing there, failed, or cancelled. */
export function Notice(props) {
    return (_jsxs("div", { class: `notice notice-${props.kind}`, role: props.kind === "error" ? "alert" : "status", children: [_jsx(Icon, { path: icons[props.kind] }), _jsxs("div", { children: [_jsx("p", { class: "notice-title", dir: "auto", children: props.title }), props.text ? (_jsx("p", { class: "notice-text", dir: "auto", children: props.text })) : null, props.children] })] }));
}
/** Says that there is nothing: as the data words it, else in a general sentence. */
export function Nothing({ said, title = "Nothing to show", text, }) {
    return _jsx(Notice, { kind: "empty", title: said || title, text: said ? null : text });
}
