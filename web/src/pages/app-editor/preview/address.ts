import type { Theme } from "~/api/layouts";
import { isObject } from "../data/schema";

/** As much as an address may hold (api/apps_preview.go). */
const most = { theme: 4 << 10, data: 16 << 10 };

interface Unsaved {
  /** The tool whose widget is meant; absent: the first. */
  tool?: string | undefined;
  layout?: string | undefined;
  theme?: Theme | undefined;
  data?: unknown;
}

/** The address of an app's document with what is not saved. Data that is too long is left out: the widget gets it from its host. */
export function previewAddress(
  id: string,
  workspace: string,
  host: "chatgpt" | "mcp",
  { tool, layout, theme, data }: Unsaved,
): string {
  const query = new URLSearchParams();
  if (workspace) query.set("workspace", workspace);
  if (host === "chatgpt") query.set("host", "chatgpt");
  if (tool) query.set("tool", tool);
  if (layout) query.set("layoutTemplate", layout);
  if (theme && bytes(theme) <= most.theme) query.set("themeVariables", JSON.stringify(theme));
  if (isObject(data) && fitsAddress(data)) query.set("mockData", JSON.stringify(data));
  return `/api/v1/apps/${encodeURIComponent(id)}/preview?${query}`;
}

export const fitsAddress = (data: unknown) => bytes(data) <= most.data;

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value) ?? "").length;

/** A theme without what is only half typed, so that the document can be made of the rest. */
export function sound(theme: Theme): Theme {
  const colours = (palette: Theme["light"]) =>
    palette &&
    Object.fromEntries(Object.entries(palette).filter(([, colour]) => /^#[0-9a-f]{6}$/i.test(String(colour))));
  const { light, dark, ...rest } = theme;
  return { ...rest, ...(light && { light: colours(light) ?? {} }), ...(dark && { dark: colours(dark) ?? {} }) };
}

/** The hosts that data names in https addresses: pictures from new ones need a document with a new policy. */
export function hostsIn(data: unknown): string {
  const hosts = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value === "string")
      for (const [, host] of value.matchAll(/https:\/\/([a-z0-9.-]+(?::\d+)?)(?=[/?#)\s]|$)/gi))
        if (host) hosts.add(host.toLowerCase());
    if (Array.isArray(value)) value.forEach(walk);
    else if (isObject(value)) Object.values(value).forEach(walk);
  };
  walk(data);
  return [...hosts].sort().join(" ");
}
