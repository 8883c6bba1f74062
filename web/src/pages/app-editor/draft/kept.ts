import type { Tagged } from "~/api/client";
import type { Draft } from "./fields";

/** What was typed and is not saved, in this browser: for a page that is left, or a machine that stops, meanwhile. */
export interface Kept {
  base: Tagged<Draft>;
  draft: Draft;
}

const key = (person: string, app: string) => `berth.unsaved.${person}.${app}`;

/** What is kept of an app's draft; null when there is nothing, or it cannot be read. */
export function kept(person: string, app: string): Kept | null {
  try {
    const value = JSON.parse(localStorage.getItem(key(person, app)) ?? "null") as Kept | null;
    return value &&
      typeof value.base?.etag === "string" &&
      typeof value.base.data?.name === "string" &&
      typeof value.draft?.name === "string"
      ? value
      : null;
  } catch {
    return null;
  }
}

/** Keeps, or with null forgets. Storage that is full or off keeps nothing. */
export function keep(person: string, app: string, value: Kept | null): void {
  try {
    if (value) localStorage.setItem(key(person, app), JSON.stringify(value));
    else localStorage.removeItem(key(person, app));
  } catch {
    // the page itself still has it
  }
}
