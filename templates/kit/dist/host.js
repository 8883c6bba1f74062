/** The vocabulary of the kit: what a widget may know about, and ask of, the host that shows it. */
export class Unsupported extends Error {
    constructor(feature) {
        super(`This host cannot do that: ${feature}.`);
        this.name = "Unsupported";
    }
}
export const initialState = {
    phase: "loading",
    message: null,
    toolInput: null,
    toolOutput: null,
    toolResponseMetadata: null,
    theme: null,
    displayMode: "inline",
    displayModes: ["inline", "fullscreen", "pip"],
    maxHeight: null,
    locale: null,
    userAgent: null,
    safeArea: { top: 0, right: 0, bottom: 0, left: 0 },
    styles: null,
    view: null,
    widgetState: null,
    deepLink: null,
};
/** Holds the state of one host and tells its listeners about changes. */
export class Store {
    state;
    listeners = new Set();
    constructor(state = initialState) {
        this.state = state;
    }
    get = () => this.state;
    /** Takes over what differs. A host may say the same again in new objects; nobody then starts anew and loses what was typed. */
    set(patch) {
        const now = { ...this.state };
        const news = Object.entries(patch).filter(([key, value]) => !same(value, now[key]));
        if (!news.length)
            return;
        this.state = { ...this.state, ...Object.fromEntries(news) };
        this.changed();
    }
    /** Tells the listeners that something has changed: the state, or what the host can do. */
    changed = () => {
        for (const fn of [...this.listeners])
            fn();
    };
    subscribe = (fn) => {
        this.listeners.add(fn);
        return () => this.listeners.delete(fn);
    };
}
export const isDict = (v) => typeof v === "object" && v !== null && !Array.isArray(v);
/** Whether two values of JSON say the same, in whatever order their members stand. */
export function same(a, b) {
    if (a === b)
        return true;
    if (typeof a !== "object" || typeof b !== "object" || !a || !b || Array.isArray(a) !== Array.isArray(b))
        return false;
    const [one, other] = [a, b];
    const keys = Object.keys(one);
    return keys.length === Object.keys(other).length && keys.every((key) => key in other && same(one[key], other[key]));
}
