/** The pages about one app, as they stand in its navigation; keywords are for the command palette, within are pages that one
 * leads to and that have no place of their own. */
export const appPlaces = [
  { to: "/apps/$id", label: "Edit", keywords: "editor draft theme" },
  {
    to: "/apps/$id/data",
    label: "Data",
    keywords: "tables rows columns import spreadsheet",
    within: ["webhooks", "secrets"],
  },
  { to: "/apps/$id/tools", label: "Tools", keywords: "query insert update delete arguments" },
  { to: "/apps/$id/access", label: "Access", keywords: "who may use sign in private public emails domains" },
  { to: "/apps/$id/people", label: "People", keywords: "signed in users authorizations attempts connection fails" },
  { to: "/apps/$id/try", label: "Try it", keywords: "test call" },
  { to: "/apps/$id/releases", label: "Releases", keywords: "publish rollback history" },
  { to: "/apps/$id/connect", label: "Connect", keywords: "chatgpt claude cursor qr" },
  { to: "/apps/$id/observe", label: "Observe", keywords: "calls logs charts" },
  { to: "/apps/$id/readiness", label: "Readiness", keywords: "directory submission checklist" },
] as const;

/** The pages about the person and the workspace. */
export const settingsPlaces = [
  { to: "/settings/profile", label: "Profile", keywords: "name email password" },
  { to: "/settings/sessions", label: "Sessions", keywords: "devices sign out" },
  { to: "/settings/workspace", label: "Workspace", keywords: "name" },
  { to: "/settings/members", label: "Members", keywords: "people invite role" },
  { to: "/settings/keys", label: "API keys", keywords: "token" },
  { to: "/settings/audit", label: "Audit", keywords: "log history" },
] as const;
