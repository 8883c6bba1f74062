import { reachable } from "~/api/server";
import type { RowsSession } from "./session";

const every = 15_000;
const atLeast = 2_000;
/** How many rows are read again by themselves; more are when the window is turned to, or when it is asked for. */
const most = 1000;

/**
 * Whether other people's work may be asked for and shown: not under what is being typed, in a cell or in the form of a row, nor
 * under a question, such as whether the table is to be deleted.
 */
export const mayRenew = () => !document.querySelector(".rdg-editor-container, [data-veil]");

/** Reads the rows again from time to time, and when the window is turned to. Answers how to stop. */
export function keepFresh(session: RowsSession): () => void {
  let last = Date.now();
  const renew = () => {
    if (document.visibilityState !== "visible" || !mayRenew()) return;
    if (!reachable.get() || Date.now() - last < atLeast) return;
    last = Date.now();
    void session.renew(mayRenew).catch(() => undefined); // the next time
  };
  const timer = setInterval(() => {
    if (session.get().lines.length <= most) renew();
  }, every);
  addEventListener("focus", renew);
  document.addEventListener("visibilitychange", renew);
  return () => {
    clearInterval(timer);
    removeEventListener("focus", renew);
    document.removeEventListener("visibilitychange", renew);
  };
}
