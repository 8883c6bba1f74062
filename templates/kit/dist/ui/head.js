import { jsx as _jsx, jsxs as _jsxs } from "preact/jsx-runtime";
/** Heading of level two and the sentence below it; nothing when both are "". */
export function Head({ title, subtitle }) {
    if (!title && !subtitle)
        return null;
    return (_jsxs("header", { class: "head", children: [title ? (_jsx("h2", { class: "title", dir: "auto", children: title })) : null, subtitle ? (_jsx("p", { class: "lead", dir: "auto", children: subtitle })) : null] }));
}
/** Says how many entries of the data could not be shown; nothing when all could. */
export function Skipped({ count }) {
    if (count <= 0)
        return null;
    return (_jsx("p", { class: "note", dir: "auto", children: count === 1 ? "1 entry could not be shown." : `${count} entries could not be shown.` }));
}
