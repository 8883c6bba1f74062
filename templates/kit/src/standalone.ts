import { type Feature, type Host, type HostState, Store, Unsupported } from "./host.ts";

/** No host at all: a page opened by a person. It shows what the configuration holds and can only open links. */
export function standaloneHost(win: Window, initial: Partial<HostState>): Host {
  const store = new Store();
  store.set({ locale: win.navigator.language || "en", ...initial });
  const no = (feature: Feature) => async (): Promise<never> => {
    throw new Unsupported(feature);
  };
  return {
    kind: "standalone",
    get: store.get,
    subscribe: store.subscribe,
    can: (feature) => feature === "openExternal" || feature === "setWidgetState",
    callTool: no("callTool"),
    sendFollowUpMessage: no("sendFollowUpMessage"),
    openExternal: async ({ href }) => void win.open(href, "_blank", "noopener,noreferrer"),
    requestDisplayMode: no("requestDisplayMode"),
    requestModal: no("requestModal"),
    requestClose: no("requestClose"),
    notifyIntrinsicHeight: () => {},
    setWidgetState: async (state) => store.set({ widgetState: state }),
    uploadFile: no("uploadFile"),
    getFileDownloadUrl: no("getFileDownloadUrl"),
  };
}
