import { jsx as _jsx, Fragment as _Fragment, jsxs as _jsxs } from "preact/jsx-runtime";
import { useState } from "preact/hooks";
import { useCan, useHost } from "../hooks.js";
import { press } from "./press.js";
/**
 * The author's buttons, where the host takes messages. One that has been pressed rests until the message is sent. about:
 * the entry that they belong to, where every entry has its own; they then name it, are in .asks, and none is primary.
 */
export function Actions({ actions, about }) {
    const host = useHost();
    const can = useCan("sendFollowUpMessage");
    const [busy, setBusy] = useState(false);
    const [failed, setFailed] = useState(false);
    if (!can || !actions.length)
        return null;
    const send = async (prompt) => {
        setBusy(true);
        setFailed(false);
        await host.sendFollowUpMessage({ prompt }).catch(() => setFailed(true));
        setBusy(false);
    };
    return (_jsxs(_Fragment, { children: [_jsx("div", { class: about ? "asks" : "actions", children: actions.map((action, i) => (_jsx("button", { type: "button", class: i || about ? "button" : "button primary", "aria-label": about ? `${action.label}: ${about}` : undefined, dir: "auto", ...press(() => send(action.prompt), busy), children: action.label }, i))) }), failed ? (_jsx("p", { class: "note", role: "alert", dir: "auto", children: "The message could not be sent. Try again." })) : null] }));
}
