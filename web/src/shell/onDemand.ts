import { lazy, type ComponentType } from "react";
import { lost, reachable } from "~/api/server";

/**
 * A component whose file is fetched when it is first wanted, or ahead by preload. While the server is away it waits. A
 * file that a server in reach does not have belongs to a build that is gone: the page is loaded anew, once.
 */
export function onDemand(load: () => Promise<ComponentType>) {
  let loading: Promise<{ default: ComponentType }> | undefined;
  const fetched = () => (loading ??= load().then((component) => ({ default: component })));
  return Object.assign(
    lazy(() => fetched().catch(recover)),
    {
      preload: () =>
        fetched().then(
          () => undefined,
          () => undefined,
        ),
    },
  );
}

const key = "berth.reloaded";

async function recover(cause: unknown): Promise<never> {
  lost(); // asks until there is an answer
  await back();
  // Browsers remember that a module failed: only a new page asks for it again.
  const now = Date.now();
  if (now - Number(sessionStorage.getItem(key)) < 10_000) throw cause;
  sessionStorage.setItem(key, String(now));
  location.reload();
  return new Promise<never>(() => undefined);
}

const back = () =>
  new Promise<void>((resolve) => {
    const stop = reachable.subscribe(() => {
      if (!reachable.get()) return;
      stop();
      resolve();
    });
  });
