import { readContext } from "./context.ts";
import { type Feature, type Host, isDict, type Store, Unsupported } from "./host.ts";
import { normalize } from "./result.ts";

/** One way to a host: window.openai, the framing window, or what a page can do by itself. */
export interface Way {
  can(feature: Feature): boolean;
  /** Does what the method of that name stands for; called only where can() says yes. */
  ask(feature: Feature, ...args: unknown[]): Promise<unknown>;
}

/**
 * The host behind one store. what(feature, argument) answers the ways to it by which an action may go, the best first: each
 * action takes one of them, once, whatever becomes of it; only the height goes by all.
 */
export function hostOf(
  kind: () => Host["kind"],
  store: Store,
  ways: (feature: Feature, argument?: unknown) => Way[],
): Host {
  const can = (feature: Feature): boolean => ways(feature).some((way) => way.can(feature));
  const method =
    (feature: Feature) =>
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what each method returns stands in Host
    async (...args: unknown[]): Promise<any> => {
      const way = ways(feature, args[0]).find((way) => way.can(feature));
      if (!way) throw new Unsupported(feature);
      return way.ask(feature, ...args);
    };
  const callTool = method("callTool");
  const requestDisplayMode = method("requestDisplayMode");
  const setWidgetState = method("setWidgetState");
  const told = new Map<Way, number>();
  let height: number | undefined;
  const tellHeight = (): void => {
    for (const way of height === undefined ? [] : ways("notifyIntrinsicHeight")) {
      if (told.get(way) === height || !way.can("notifyIntrinsicHeight")) continue;
      told.set(way, height as number);
      // Nobody waits for it: a host that refuses the height, or never says that it took it, is no fault of the widget.
      way.ask("notifyIntrinsicHeight", { height }).catch(() => {});
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
      if (!store.get().displayModes.includes(request.mode)) throw new Unsupported(request.mode);
      const answer = await requestDisplayMode(request);
      if (isDict(answer)) store.set(readContext({ displayMode: answer["mode"] }, undefined, undefined));
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
      if (can("setWidgetState")) await setWidgetState(state);
    },
    uploadFile: method("uploadFile"),
    getFileDownloadUrl: method("getFileDownloadUrl"),
  };
}
