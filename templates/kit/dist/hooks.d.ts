import type { Dict, DisplayMode, Feature, Host, HostState, Insets, Theme } from "./host.js";
export declare const HostContext: import("preact").Context<Host | null>;
/** The host of the widget; only inside what mount() renders. */
export declare function useHost(): Host;
/** A part of the host's state; renders again when it changes. select must answer a stable reference. */
export declare function useHostValue<T>(select: (state: HostState) => T): T;
export declare const useToolInput: () => Dict | null;
export declare const useToolOutput: () => unknown;
export declare const useToolResponseMetadata: () => Dict | null;
export declare const useDisplayMode: () => DisplayMode;
export declare const useDisplayModes: () => DisplayMode[];
export declare const useMaxHeight: () => number | null;
/** The host's language, BCP 47; "en" until it has said. */
export declare const useLocale: () => string;
export declare const useUserAgent: () => unknown;
export declare const useSafeArea: () => Insets;
/** Where in the app the person wants to be, a path with its query; null where the host has not said. */
export declare const useDeepLink: () => string | null;
export declare const useView: () => unknown;
/** The host's theme, else the system's; follows changes of either. */
export declare function useTheme(): Theme;
/** State kept with the widget, and the way to replace it. */
export declare function useWidgetState<T>(fallback: T): [T, (state: T) => Promise<void>];
/** Whether the host offers a feature; changes once a handshake is done. */
export declare function useCan(feature: Feature): boolean;
