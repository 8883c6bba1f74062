import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { appQuery } from "~/api/apps";
import { meQuery } from "~/api/me";
import { isProblem } from "~/api/problem";
import { workspace as chosen } from "~/api/session";
import { safeNext } from "./next";
import { NotFound, PageFailed, PagePending } from "./PageStates";
import { onDemand } from "./onDemand";
import { page } from "./places";
import { Root } from "./Root";

interface Context {
  client: QueryClient;
}

const root = createRootRouteWithContext<Context>()({
  component: Root,
  beforeLoad: ({ context, location }) => {
    // A link may name the workspace that it is about: ?workspace=…
    const { workspace: named, ...search } = location.search as { workspace?: unknown };
    if (typeof named !== "string" || !named) return;
    chosen.set(named);
    context.client.clear();
    throw redirect({ to: location.pathname, search: search as never, hash: location.hash, replace: true });
  },
});

const visitor = createRoute({ getParentRoute: () => root, id: "visitor" });
const nextSearch = (search: Record<string, unknown>): { next?: string } => {
  const next = safeNext(search["next"]);
  return next ? { next } : {};
};

const signedIn = (client: QueryClient) =>
  client.ensureQueryData(meQuery).catch((failure: unknown) => {
    if (isProblem(failure, "UNAUTHENTICATED")) return null;
    throw failure;
  });

const landing = createRoute({
  getParentRoute: () => visitor, path: "/", component: page("landing") ?? NotFound,
  beforeLoad: async ({ context }) => {
    if (await signedIn(context.client)) throw redirect({ to: "/apps", replace: true });
  },
});
const signin = createRoute({ getParentRoute: () => visitor, path: "/signin", component: page("signin") ?? NotFound, validateSearch: nextSearch });
const signup = createRoute({ getParentRoute: () => visitor, path: "/signup", component: page("signup") ?? NotFound, validateSearch: nextSearch });

const inside = createRoute({
  getParentRoute: () => root, id: "inside",
  component: onDemand(() => import("./Shell").then((m) => m.Shell)),
  beforeLoad: async ({ context, location }) => {
    if (!(await signedIn(context.client))) throw redirect({ to: "/signin", search: { next: location.href } });
  },
});
const apps = createRoute({ getParentRoute: () => inside, path: "/apps", component: page("apps") ?? NotFound });
const create = createRoute({ getParentRoute: () => inside, path: "/apps/new", component: page("app-new") ?? NotFound, validateSearch: (search: { from?: string; prompt?: string }) => search });

const app = createRoute({
  getParentRoute: () => inside, path: "/apps/$id",
  component: onDemand(() => import("./AppFrame").then((m) => m.AppFrame)),
  loader: ({ context, params }) => context.client.ensureQueryData(appQuery(params.id)).then(() => undefined),
});
const editor = createRoute({ getParentRoute: () => app, path: "/", component: page("app-editor") ?? NotFound });
const tryIt = createRoute({ getParentRoute: () => app, path: "/try", component: page("app-try") ?? NotFound });
const releases = createRoute({ getParentRoute: () => app, path: "/releases", component: page("app-releases") ?? NotFound });
const connect = createRoute({ getParentRoute: () => app, path: "/connect", component: page("app-connect") ?? NotFound });
const observe = createRoute({ getParentRoute: () => app, path: "/observe", component: page("app-observe") ?? NotFound });
const readiness = createRoute({ getParentRoute: () => app, path: "/readiness", component: page("app-readiness") ?? NotFound });

const settings = createRoute({ getParentRoute: () => inside, path: "/settings", component: onDemand(() => import("./SettingsFrame").then((m) => m.SettingsFrame)) });
const settingsIndex = createRoute({ getParentRoute: () => settings, path: "/", component: onDemand(() => import("./SettingsFrame").then((m) => m.FirstSetting)) });
const profile = createRoute({ getParentRoute: () => settings, path: "/profile", component: page("settings-profile") ?? NotFound });
const sessions = createRoute({ getParentRoute: () => settings, path: "/sessions", component: page("settings-sessions") ?? NotFound });
const workspace = createRoute({ getParentRoute: () => settings, path: "/workspace", component: page("settings-workspace") ?? NotFound });
const members = createRoute({ getParentRoute: () => settings, path: "/members", component: page("settings-members") ?? NotFound });
const keys = createRoute({ getParentRoute: () => settings, path: "/keys", component: page("settings-keys") ?? NotFound });
const audit = createRoute({ getParentRoute: () => settings, path: "/audit", component: page("settings-audit") ?? NotFound });

const tree = root.addChildren([
  visitor.addChildren([landing, signin, signup]),
  inside.addChildren([
    apps, create,
    app.addChildren([editor, tryIt, releases, connect, observe, readiness]),
    settings.addChildren([settingsIndex, profile, sessions, workspace, members, keys, audit]),
  ]),
]);

export const createAppRouter = (client: QueryClient) =>
  createRouter({
    routeTree: tree, context: { client }, defaultPreload: "intent", defaultPreloadStaleTime: 0, scrollRestoration: true, defaultPendingMs: 200, defaultPendingMinMs: 200,
    defaultNotFoundComponent: NotFound, defaultErrorComponent: PageFailed, defaultPendingComponent: PagePending,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
