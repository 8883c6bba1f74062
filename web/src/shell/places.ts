import type { ComponentType } from "react";
import { onDemand } from "./onDemand";

/** Every folder of pages/ with an index.tsx is a page; its default export is the component. Each becomes a file of its own. */
const pages = import.meta.glob<{ default: ComponentType }>("../pages/*/index.tsx");

const file = (folder: string) => `../pages/${folder}/index.tsx`;

/** Whether a page is there. What is not is in no navigation, and its address is not found. */
export const exists = (folder: string): boolean => file(folder) in pages;

/** The component of a page, loaded when it is needed; undefined when there is none. */
export function page(folder: string) {
  const load = pages[file(folder)];
  return load && onDemand(() => load().then((m) => m.default));
}

export interface Place<To extends string = string> {
  to: To;
  folder: string;
  label: string;
  /** For the command palette. */
  keywords?: string;
}

const there = <P extends Place>(places: readonly P[]): readonly P[] => places.filter(({ folder }) => exists(folder));

/** The pages about one app, as they stand in its navigation. */
export const appPlaces = there([
  { to: "/apps/$id", folder: "app-editor", label: "Edit", keywords: "editor draft data theme" },
  { to: "/apps/$id/try", folder: "app-try", label: "Try it", keywords: "test call" },
  { to: "/apps/$id/releases", folder: "app-releases", label: "Releases", keywords: "publish rollback history" },
  { to: "/apps/$id/connect", folder: "app-connect", label: "Connect", keywords: "chatgpt claude cursor qr" },
  { to: "/apps/$id/observe", folder: "app-observe", label: "Observe", keywords: "calls logs charts" },
  { to: "/apps/$id/readiness", folder: "app-readiness", label: "Readiness", keywords: "directory submission checklist" },
] as const);

/** The pages about the person and the workspace. */
export const settingsPlaces = there([
  { to: "/settings/profile", folder: "settings-profile", label: "Profile", keywords: "name email password" },
  { to: "/settings/sessions", folder: "settings-sessions", label: "Sessions", keywords: "devices sign out" },
  { to: "/settings/workspace", folder: "settings-workspace", label: "Workspace", keywords: "name" },
  { to: "/settings/members", folder: "settings-members", label: "Members", keywords: "people invite role" },
  { to: "/settings/keys", folder: "settings-keys", label: "API keys", keywords: "token" },
  { to: "/settings/audit", folder: "settings-audit", label: "Audit", keywords: "log history" },
] as const);
