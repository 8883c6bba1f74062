import { safeHref } from "@chatui/runtime";

const longest = 2000;

/** The address of a link if it is absolute and its scheme is https, http or mailto, else "". */
export function linkTarget(address: string): string {
  if (address.length > longest || !URL.canParse(address)) return "";
  const { protocol, username, password, href } = new URL(address);
  return /^(https?|mailto):$/.test(protocol) && !username && !password ? href : "";
}

/** The address of a picture: https only, since a text is where data: URLs have no place. */
export const imageSource = (address: string): string => (address.length > longest ? "" : safeHref(address));
