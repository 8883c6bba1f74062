/** The vocabulary of the kit: what a widget may know about, and ask of, the host that shows it. */
export type Dict = Record<string, unknown>;
/** loading until the first result; error and cancelled are final until another result arrives. */
export type Phase = "loading" | "ready" | "error" | "cancelled";
export type Theme = "light" | "dark";
export type DisplayMode = "inline" | "fullscreen" | "pip";
export type Insets = {
    top: number;
    right: number;
    bottom: number;
    left: number;
};
/** A tool's answer in the shape of MCP's CallToolResult, whichever host delivered it. */
export interface ToolResult {
    structuredContent?: unknown;
    content?: unknown[];
    isError?: boolean;
    _meta?: Dict;
}
/** How far a call is, in the tool's own measure; total is null and message "" where it does not say. */
export interface Progress {
    progress: number;
    total: number | null;
    message: string;
}
/** Everything a host tells a widget. null means that the host has not said. */
export interface HostState {
    phase: Phase;
    /** The sentence to show in the phases error and cancelled. */
    message: string | null;
    toolInput: Dict | null;
    toolOutput: unknown;
    toolResponseMetadata: Dict | null;
    theme: Theme | null;
    displayMode: DisplayMode;
    /** The modes that may be asked for where can("requestDisplayMode"): those that widgets are made for and the host has. */
    displayModes: DisplayMode[];
    /** CSS pixels that the host gives an inline widget. */
    maxHeight: number | null;
    /** BCP 47. */
    locale: string | null;
    userAgent: unknown;
    safeArea: Insets;
    /** The host's look: MCP Apps' style variables by name, and rules that bring its fonts. */
    styles: {
        variables: Dict;
        fonts: string;
    } | null;
    view: unknown;
    widgetState: unknown;
    /** Where in the app the person wants to be: a path with its query, "/parts?tag=bolt". */
    deepLink: string | null;
}
export type Feature = "callTool" | "sendFollowUpMessage" | "openExternal" | "requestDisplayMode" | "requestModal" | "requestClose" | "notifyIntrinsicHeight" | "setWidgetState" | "uploadFile" | "getFileDownloadUrl";
/** One host. Methods reject with Unsupported when can() says no; ask can() before offering a control. */
export interface Host {
    /** The richest way to it: "openai" also where the framing window speaks MCP Apps beside window.openai. */
    readonly kind: "openai" | "mcp-apps" | "standalone";
    get(): HostState;
    /** Calls fn after every change of state or of features; answers the way to stop. */
    subscribe(fn: () => void): () => void;
    can(feature: Feature): boolean;
    /**
     * Resolves with the tool's result, isError included; rejects when the host could not make the call. heard gets the
     * progress that the tool reports, where the host hands it on: MCP Apps alone has a way to.
     */
    callTool(name: string, args: Dict, heard?: (progress: Progress) => void): Promise<ToolResult>;
    sendFollowUpMessage(message: {
        prompt: string;
    }): Promise<void>;
    openExternal(link: {
        href: string;
    }): Promise<void>;
    /** Answers what the host chose, which may be another mode; the state follows it. */
    requestDisplayMode(request: {
        mode: DisplayMode;
    }): Promise<{
        mode: DisplayMode;
    }>;
    requestModal(request: Dict): Promise<unknown>;
    requestClose(): Promise<void>;
    /** height in CSS pixels. Every way to the host is told, as soon as it takes it, and no height twice in a row. */
    notifyIntrinsicHeight(size: {
        height: number;
    }): void;
    /** Keeps small state with the widget and, where the host does so, shows it to the model. */
    setWidgetState(state: unknown): Promise<void>;
    uploadFile(file: File): Promise<{
        fileId: string;
    }>;
    getFileDownloadUrl(file: {
        fileId: string;
    }): Promise<{
        downloadUrl: string;
    }>;
}
export declare class Unsupported extends Error {
    constructor(feature: string);
}
export declare const initialState: HostState;
/** Holds the state of one host and tells its listeners about changes. */
export declare class Store {
    private state;
    private listeners;
    constructor(state?: HostState);
    get: () => HostState;
    /** Takes over what differs. A host may say the same again in new objects; nobody then starts anew and loses what was typed. */
    set(patch: Partial<HostState>): void;
    /** Tells the listeners that something has changed: the state, or what the host can do. */
    changed: () => void;
    subscribe: (fn: () => void) => (() => void);
}
export declare const isDict: (v: unknown) => v is Dict;
/** Whether two values of JSON say the same, in whatever order their members stand. */
export declare function same(a: unknown, b: unknown): boolean;
