import type { Schemas } from "~/api/client";

export type Item = Schemas["Readiness"];
export type Directory = "chatgpt" | "claude";

export const directories: readonly { value: Directory; label: string }[] = [
  { value: "chatgpt", label: "ChatGPT" },
  { value: "claude", label: "Claude" },
];

/** What a directory asks; "" is both. */
export const asked = (items: readonly Item[], of: Directory | "") =>
  items.filter(({ client }) => of === "" || client === "both" || client === of);

/** The groups of the checklist, what is to do first. */
export const groups = [
  { status: "todo", title: "To do", hint: "A directory would refuse the app." },
  { status: "warning", title: "Worth a look", hint: "A reviewer may ask, or only you can tell." },
  { status: "ok", title: "Done", hint: "" },
] as const;

/** Where an item is mended. */
export type Place =
  | { kind: "listing"; field: string }
  | { kind: "editor"; field: string }
  | { kind: "page"; to: "/apps/$id/connect" | "/apps/$id/releases" | "/apps/$id"; label: string }
  | null;

export function placeOf({ id, field, status }: Item): Place {
  if (status === "ok") return null;
  if (field?.startsWith("listing.")) return { kind: "listing", field: field.slice("listing.".length) };
  if (field) return { kind: "editor", field };
  if (id === "public-address") return { kind: "page", to: "/apps/$id/connect", label: "See how" };
  if (id === "published" || id === "checks") return { kind: "page", to: "/apps/$id", label: "Open the editor" };
  return null;
}
