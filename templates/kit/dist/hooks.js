import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useState } from "preact/hooks";
export const HostContext = createContext(null);
/** The host of the widget; only inside what mount() renders. */
export function useHost() {
    const host = useContext(HostContext);
    if (!host)
        throw new Error("no host: render through mount()");
    return host;
}
/** A part of the host's state; renders again when it changes. select must answer a stable reference. */
export function useHostValue(select) {
    const host = useHost();
    const [value, setValue] = useState(() => select(host.get()));
    useLayoutEffect(() => {
        const update = () => setValue(() => select(host.get()));
        update();
        return host.subscribe(update);
        // eslint-disable-next-line react-hooks/exhaustive-deps -- select is a new function each time and means the same
    }, [host]);
    return value;
}
export const useToolInput = () => useHostValue((s) => s.toolInput);
export const useToolOutput = () => useHostValue((s) => s.toolOutput);
export const useToolResponseMetadata = () => useHostValue((s) => s.toolResponseMetadata);
export const useDisplayMode = () => useHostValue((s) => s.displayMode);
export const useDisplayModes = () => useHostValue((s) => s.displayModes);
export const useMaxHeight = () => useHostValue((s) => s.maxHeight);
/** The host's language, BCP 47; "en" until it has said. */
export const useLocale = () => useHostValue((s) => s.locale ?? "en");
export const useUserAgent = () => useHostValue((s) => s.userAgent);
export const useSafeArea = () => useHostValue((s) => s.safeArea);
/** Where in the app the person wants to be, a path with its query; null where the host has not said. */
export const useDeepLink = () => useHostValue((s) => s.deepLink);
export const useView = () => useHostValue((s) => s.view);
/** The host's theme, else the system's; follows changes of either. */
export function useTheme() {
    const told = useHostValue((s) => s.theme);
    const [system, setSystem] = useState(() => (darkQuery().matches ? "dark" : "light"));
    useEffect(() => {
        const query = darkQuery();
        const update = () => setSystem(query.matches ? "dark" : "light");
        query.addEventListener("change", update);
        return () => query.removeEventListener("change", update);
    }, []);
    return told ?? system;
}
const darkQuery = () => window.matchMedia("(prefers-color-scheme: dark)");
/** State kept with the widget, and the way to replace it. */
export function useWidgetState(fallback) {
    const host = useHost();
    const state = useHostValue((s) => s.widgetState);
    return [state ?? fallback, (next) => host.setWidgetState(next)];
}
/** Whether the host offers a feature; changes once a handshake is done. */
export function useCan(feature) {
    const host = useHost();
    const [can, setCan] = useState(() => host.can(feature));
    useLayoutEffect(() => {
        const update = () => setCan(host.can(feature));
        update();
        return host.subscribe(update);
    }, [host, feature]);
    return can;
}
