import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, redirect } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { appQuery } from "~/api/apps";
import { meQuery } from "~/api/me";
import { isProblem } from "~/api/problem";
import { keepSignedIn, mayBeSignedIn, workspace as chosen } from "~/api/session";
import { safeNext } from "./next";
import { NotFound, PageFailed, PagePending } from "./PageStates";
import { onDemand } from "./onDemand";
import { Root } from "./Root";

/** The default export of a page, in a file of its own. */
const page = (load: () => Promise<{ default: ComponentType }>) => onDemand(() => load().then((m) => m.default));

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
    if (!isProblem(failure, "UNAUTHENTICATED")) throw failure;
    keepSignedIn(false);
    return null;
  });

const landing = createRoute({
  getParentRoute: () => visitor,
  path: "/",
  component: page(() => import("~/pages/landing")),
  beforeLoad: async ({ context }) => {
    if (mayBeSignedIn() && (await signedIn(context.client))) throw redirect({ to: "/apps", replace: true });
  },
});
const signin = createRoute({
  getParentRoute: () => visitor,
  path: "/signin",
  component: page(() => import("~/pages/signin")),
  validateSearch: nextSearch,
});
const signup = createRoute({
  getParentRoute: () => visitor,
  path: "/signup",
  component: page(() => import("~/pages/signup")),
  validateSearch: nextSearch,
});

const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  component: onDemand(() => import("./Shell").then((m) => m.Shell)),
  beforeLoad: async ({ context, location }) => {
    if (!(await signedIn(context.client))) throw redirect({ to: "/signin", search: { next: location.href } });
  },
});
const apps = createRoute({
  getParentRoute: () => inside,
  path: "/apps",
  component: page(() => import("~/pages/apps")),
});
const create = createRoute({
  getParentRoute: () => inside,
  path: "/apps/new",
  component: page(() => import("~/pages/app-new")),
  validateSearch: (search: { from?: string; prompt?: string }) => search,
});

const app = createRoute({
  getParentRoute: () => inside,
  path: "/apps/$id",
  component: onDemand(() => import("./AppFrame").then((m) => m.AppFrame)),
  loader: ({ context, params }) => context.client.ensureQueryData(appQuery(params.id)).then(() => undefined),
});
const editor = createRoute({
  getParentRoute: () => app,
  path: "/",
  component: page(() => import("~/pages/app-editor")),
});
const data = createRoute({
  getParentRoute: () => app,
  path: "/data",
  component: page(() => import("~/pages/app-data")),
});
const tools = createRoute({
  getParentRoute: () => app,
  path: "/tools",
  component: page(() => import("~/pages/app-tools")),
});
const access = createRoute({
  getParentRoute: () => app,
  path: "/access",
  component: page(() => import("~/pages/app-access")),
});
const people = createRoute({
  getParentRoute: () => app,
  path: "/people",
  component: page(() => import("~/pages/app-people")),
});
const webhooks = createRoute({
  getParentRoute: () => app,
  path: "/webhooks",
  component: page(() => import("~/pages/app-webhooks")),
});
const secrets = createRoute({
  getParentRoute: () => app,
  path: "/secrets",
  component: page(() => import("~/pages/app-secrets")),
});
const tryIt = createRoute({
  getParentRoute: () => app,
  path: "/try",
  component: page(() => import("~/pages/app-try")),
});
const releases = createRoute({
  getParentRoute: () => app,
  path: "/releases",
  component: page(() => import("~/pages/app-releases")),
});
const connect = createRoute({
  getParentRoute: () => app,
  path: "/connect",
  component: page(() => import("~/pages/app-connect")),
});
const observe = createRoute({
  getParentRoute: () => app,
  path: "/observe",
  component: page(() => import("~/pages/app-observe")),
});
const readiness = createRoute({
  getParentRoute: () => app,
  path: "/readiness",
  component: page(() => import("~/pages/app-readiness")),
});

const settings = createRoute({
  getParentRoute: () => inside,
  path: "/settings",
  component: onDemand(() => import("./SettingsFrame").then((m) => m.SettingsFrame)),
});
const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: "/",
  component: onDemand(() => import("./SettingsFrame").then((m) => m.FirstSetting)),
});
const profile = createRoute({
  getParentRoute: () => settings,
  path: "/profile",
  component: page(() => import("~/pages/settings-profile")),
});
const sessions = createRoute({
  getParentRoute: () => settings,
  path: "/sessions",
  component: page(() => import("~/pages/settings-sessions")),
});
const workspace = createRoute({
  getParentRoute: () => settings,
  path: "/workspace",
  component: page(() => import("~/pages/settings-workspace")),
});
const members = createRoute({
  getParentRoute: () => settings,
  path: "/members",
  component: page(() => import("~/pages/settings-members")),
});
const keys = createRoute({
  getParentRoute: () => settings,
  path: "/keys",
  component: page(() => import("~/pages/settings-keys")),
});
const audit = createRoute({
  getParentRoute: () => settings,
  path: "/audit",
  component: page(() => import("~/pages/settings-audit")),
});

const tree = root.addChildren([
  visitor.addChildren([landing, signin, signup]),
  inside.addChildren([
    apps,
    create,
    app.addChildren([
      editor,
      data,
      webhooks,
      secrets,
      tools,
      access,
      people,
      tryIt,
      releases,
      connect,
      observe,
      readiness,
    ]),
    settings.addChildren([settingsIndex, profile, sessions, workspace, members, keys, audit]),
  ]),
]);

export const createAppRouter = (client: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { client },
    defaultRemountDeps: ({ params }) => params, // what is typed on the page of one app is not another's
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingMs: 200,
    defaultPendingMinMs: 200,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageFailed,
    defaultPendingComponent: PagePending,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
