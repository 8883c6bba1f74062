import { jsx as _jsx, jsxs as _jsxs } from "preact/jsx-runtime";
import { Icon } from "./icon.js";
import { backIcon } from "./icons.js";
import { press } from "./press.js";
/** The quiet way back, above what it leads back from. */
export function Back(props) {
    return (_jsxs("button", { type: "button", class: "back", ...press(props.onClick, props.rests), children: [_jsx(Icon, { path: backIcon }), props.label] }));
}
