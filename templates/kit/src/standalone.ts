import { type Host, type HostState, Store } from "./host.ts";
import { hostOf } from "./methods.ts";

/** No host at all: a page opened by a person. It shows what the configuration holds and can only open links. */
export function standaloneHost(win: Window, initial: Partial<HostState>): Host {
  const store = new Store();
  store.set({ locale: win.navigator.language || "en", ...initial });
  return hostOf({
    kind: "standalone",
    store,
    can: (feature) => feature === "openExternal" || feature === "setWidgetState",
    ask: async (feature, link) => {
      if (feature === "openExternal") win.open((link as { href: string }).href, "_blank", "noopener,noreferrer");
    },
  });
}
