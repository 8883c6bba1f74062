import { jsx as _jsx } from "preact/jsx-runtime";
import { Component, render } from "preact";
import { connect, readConfig } from "./connect.js";
import { HostContext } from "./hooks.js";
import { wearLook } from "./look.js";
import { Notice } from "./ui/notice.js";
/** Renders a widget into #app: finds the host, keeps the document in step with it and reports the height. */
export function mount(name, widget, win = window) {
    const host = connect(win, name, readConfig(win.document));
    const root = win.document.documentElement;
    const wear = wearLook(win);
    const follow = () => {
        applyDocument(root, host);
        wear(host.get());
    };
    host.subscribe(follow);
    follow();
    render(_jsx(HostContext.Provider, { value: host, children: _jsx(Guard, { children: widget }) }), win.document.getElementById("app"));
    reportHeight(win, host);
    return host;
}
/** The direction of the script that a language is written in: the one that its tag names, else its usual one. */
function direction(locale) {
    try {
        return /^(Adlm|Arab|Aran|Armi|Hebr|Mand|Nkoo|Rohg|Samr|Syr|Thaa|Yezi)/.test(new Intl.Locale(locale).maximize().script ?? "")
            ? "rtl"
            : "ltr";
    }
    catch {
        return "ltr";
    }
}
/** Theme, language, direction and safe area of the host, written where CSS sees them. */
function applyDocument(root, host) {
    const { theme, safeArea, displayMode } = host.get();
    const locale = host.get().locale ?? "en";
    if (theme)
        root.dataset["theme"] = theme;
    else
        delete root.dataset["theme"];
    root.dataset["display"] = displayMode;
    root.lang = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(locale) ? locale : "en";
    root.dir = direction(locale);
    for (const side of ["top", "right", "bottom", "left"]) {
        root.style.setProperty(`--safe-${side}`, `${Number(safeArea[side]) || 0}px`);
    }
}
/** Tells the host the height of the content whenever it changes. */
function reportHeight(win, host) {
    const report = () => host.notifyIntrinsicHeight({ height: Math.ceil(win.document.body.getBoundingClientRect().height) });
    new ResizeObserver(report).observe(win.document.body);
    host.subscribe(report);
}
/** Shows a sentence instead of a blank frame when a widget cannot cope with what it was given. */
class Guard extends Component {
    state = { broken: false };
    static getDerivedStateFromError() {
        return { broken: true };
    }
    render() {
        if (!this.state.broken)
            return this.props.children;
        return _jsx(Notice, { kind: "error", title: "This result cannot be shown", text: "Its data is not what this view expects." });
    }
}
