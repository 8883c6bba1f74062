import { jsx as _jsx } from "preact/jsx-runtime";
import { useState } from "preact/hooks";
import { Icon } from "./icon.js";
import { imageIcon } from "./icons.js";
/** A picture that gives way to a quiet placeholder when there is none or it does not load. src: out of safeImage. */
export function Picture({ src, alt, icon = imageIcon }) {
    const [broken, setBroken] = useState(false);
    return (_jsx("div", { class: "picture", children: src && !broken ? (_jsx("img", { src: src, alt: alt, loading: "lazy", decoding: "async", referrerpolicy: "no-referrer", onError: () => setBroken(true) })) : (_jsx(Icon, { path: icon })) }));
}
