import { jsx as _jsx } from "preact/jsx-runtime";
/** Short words in one line, or in more where there is no room; nothing where there are none. Looks: entry.css. */
export function Tags({ tags }) {
    return tags.length ? (_jsx("ul", { class: "tags", children: tags.map((tag, i) => (_jsx("li", { children: _jsx("span", { dir: "auto", children: tag }) }, i))) })) : null;
}
