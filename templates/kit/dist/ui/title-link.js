import { Fragment as _Fragment, jsx as _jsx, jsxs as _jsxs } from "preact/jsx-runtime";
import { Icon } from "./icon.js";
import { externalIcon } from "./icons.js";
import { Link } from "./link.js";
/** A text that leads outside where there is an address, with the sign for it; else just the text. Looks: entry.css. */
export function TitleLink({ href, children }) {
    if (!href)
        return _jsx(_Fragment, { children: children });
    return (_jsxs(Link, { href: href, class: "link", children: [children, _jsxs("span", { class: "sign", children: ["\u2060", _jsx(Icon, { path: externalIcon })] })] }));
}
