import { jsx as _jsx } from "preact/jsx-runtime";
/** A decorative icon out of icons.ts; the control around it carries the name. */
export function Icon({ path }) {
    return (_jsx("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false", children: _jsx("path", { d: path }) }));
}
