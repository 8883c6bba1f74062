import { createStore } from "~/api/store";

/** The field that somebody asked to be taken to; what is folded around it opens. n tells two wishes apart. */
export const revealed = createStore<{ path: string; n: number } | null>(null);

let n = 0;

/** Opens the place of a field ("toolName", "mockData.items[2].title") and puts the focus there. */
export function reveal(path: string): void {
  revealed.set({ path, n: ++n });
}

/** Whether a location stands at, or below, another. */
export const within = (path: string, at: string): boolean =>
  path === at || (path.startsWith(at) && /^[.[]/.test(path.slice(at.length)));

/** The location around a location; "" around the outermost. */
export const around = (path: string): string => path.replace(/(\.[^.[\]]+|\[\d+\]|^[^.[\]]+)$/, "");

/** Puts the focus on the control of a path, or on that of what is around it. Answers whether there was one. */
export function focusPath(path: string, exact: boolean): boolean {
  for (let at = path; at; at = exact ? "" : around(at)) {
    const control = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(at)}"]`);
    if (!control) continue;
    control.focus({ preventScroll: true });
    control.scrollIntoView({ block: "center" });
    return true;
  }
  return false;
}
