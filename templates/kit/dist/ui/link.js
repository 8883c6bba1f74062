import { jsx as _jsx } from "preact/jsx-runtime";
import { useHost } from "../hooks.js";
/** A link to the outside. Inside a host the host opens it, since its sandbox may forbid new windows. */
export function Link(props) {
    const host = useHost();
    const open = (event) => {
        if (host.kind === "standalone" || !host.can("openExternal"))
            return;
        event.preventDefault();
        void host.openExternal({ href: props.href }).catch(() => { });
    };
    return (_jsx("a", { class: props.class, href: props.href, target: "_blank", rel: "noopener noreferrer", onClick: open, children: props.children }));
}
