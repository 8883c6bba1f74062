import { readContext } from "./context.ts";
import { type Feature, type Host, isDict, type Store, Unsupported } from "./host.ts";
import { normalize } from "./result.ts";

/** How one kind of host is asked. */
export interface Way {
  kind: Host["kind"];
  store: Store;
  can(feature: Feature): boolean;
  /** Does what the method of that name stands for; called only where can() says yes. */
  ask(feature: Feature, ...args: unknown[]): Promise<unknown>;
}

/** The host that is reached in that way, and what holds of its methods whichever host it is. */
export function hostOf({ kind, store, can, ask }: Way): Host {
  const method =
    (feature: Feature) =>
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what each method returns stands in Host
    async (...args: unknown[]): Promise<any> => {
      if (!can(feature)) throw new Unsupported(feature);
      return ask(feature, ...args);
    };
  const callTool = method("callTool");
  const requestDisplayMode = method("requestDisplayMode");
  return {
    kind,
    get: store.get,
    subscribe: store.subscribe,
    can,
    callTool: async (name, args) => normalize(await callTool(name, args)),
    sendFollowUpMessage: method("sendFollowUpMessage"),
    openExternal: method("openExternal"),
    requestDisplayMode: async (request) => {
      if (!store.get().displayModes.includes(request.mode)) throw new Unsupported(request.mode);
      const answer = await requestDisplayMode(request);
      if (isDict(answer)) store.set(readContext({ displayMode: answer["mode"] }, undefined, undefined));
      return answer;
    },
    requestModal: method("requestModal"),
    requestClose: method("requestClose"),
    notifyIntrinsicHeight: (size) => {
      // Nobody waits for it: a host that refuses the height, or never says that it took it, is no fault of the widget.
      if (can("notifyIntrinsicHeight")) ask("notifyIntrinsicHeight", size).catch(() => {});
    },
    setWidgetState: async (state) => {
      store.set({ widgetState: state });
      if (can("setWidgetState")) await ask("setWidgetState", state);
    },
    uploadFile: method("uploadFile"),
    getFileDownloadUrl: method("getFileDownloadUrl"),
  };
}
