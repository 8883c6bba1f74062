import { readContext } from "./context.js";
import { isDict, Unsupported } from "./host.js";
import { normalize } from "./result.js";
/**
 * The host behind one store. what(feature, argument) answers the ways to it by which an action may go, the best first: each
 * action takes one of them, once, whatever becomes of it; only the height goes by all.
 */
export function hostOf(kind, store, ways) {
    const can = (feature) => ways(feature).some((way) => way.can(feature));
    const method = (feature) => 
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what each method returns stands in Host
    async (...args) => {
        const way = ways(feature, args[0]).find((way) => way.can(feature));
        if (!way)
            throw new Unsupported(feature);
        return way.ask(feature, ...args);
    };
    const callTool = method("callTool");
    const requestDisplayMode = method("requestDisplayMode");
    const setWidgetState = method("setWidgetState");
    const told = new Map();
    let height;
    const tellHeight = () => {
        for (const way of height === undefined ? [] : ways("notifyIntrinsicHeight")) {
            if (told.get(way) === height || !way.can("notifyIntrinsicHeight"))
                continue;
            told.set(way, height);
            // Nobody waits for it: a host that refuses the height, or never says that it took it, is no fault of the widget.
            way.ask("notifyIntrinsicHeight", { height }).catch(() => { });
        }
    };
    store.subscribe(tellHeight);
    return {
        get kind() {
            return kind();
        },
        get: store.get,
        subscribe: store.subscribe,
        can,
        callTool: async (name, args, heard) => normalize(await callTool(name, args, heard)),
        sendFollowUpMessage: method("sendFollowUpMessage"),
        openExternal: method("openExternal"),
        requestDisplayMode: async (request) => {
            if (!store.get().displayModes.includes(request.mode))
                throw new Unsupported(request.mode);
            const answer = await requestDisplayMode(request);
            if (isDict(answer))
                store.set(readContext({ displayMode: answer["mode"] }, undefined, undefined));
            return answer;
        },
        requestModal: method("requestModal"),
        requestClose: method("requestClose"),
        notifyIntrinsicHeight: (size) => {
            height = size.height;
            tellHeight();
        },
        setWidgetState: async (state) => {
            store.set({ widgetState: state });
            if (can("setWidgetState"))
                await setWidgetState(state);
        },
        uploadFile: method("uploadFile"),
        getFileDownloadUrl: method("getFileDownloadUrl"),
    };
}
