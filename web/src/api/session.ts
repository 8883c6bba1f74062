import { createStore } from "./store";

/** Who is signed in in this tab, so that an expired session can be told from a visitor; null: nobody yet. */
export const person = createStore<{ id: string; email: string } | null>(null);

/** The calls that wait for the person to sign in again. */
export interface Renewal {
  /** Sends them again. */
  done(): void;
  /** Fails them with the 401 that they got. */
  given(): void;
}

/** Set while calls wait for the person to sign in again; the dialog shows then. */
export const renewal = createStore<Renewal | null>(null);

let waiting: Promise<boolean> | null = null;

/** Asks the person to sign in again; all calls that find the session gone meanwhile share the answer. */
export function renew(): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    const end = (answer: boolean) => () => {
      waiting = null;
      renewal.set(null);
      resolve(answer);
    };
    renewal.set({ done: end(true), given: end(false) });
  });
  return waiting;
}

let ending: Promise<void> | null = null;

/** Settles once no session is being ended. */
export const settled = (): Promise<void> | null => ending;

/** Ends the session. What is called meanwhile would be refused: it waits, and is sent only where somebody wants it still. */
export function endSession(work: () => Promise<void>): Promise<void> {
  const end = work().finally(() => (ending = null));
  ending = end.catch(() => undefined);
  return end;
}

const known = "berth.known";

/** Whether somebody was signed in with this browser when it was last asked: true too where nothing can be kept. A visitor need not be asked for. */
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(known) !== null;
  } catch {
    return true; // storage is off
  }
}

/** Keeps whether somebody is signed in with this browser. */
export function keepSignedIn(is: boolean): void {
  try {
    if (is) localStorage.setItem(known, "1");
    else localStorage.removeItem(known);
  } catch {
    // storage is off: it is asked each time
  }
}

const key = "berth.workspace";

const read = (): string => {
  try {
    return sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? "";
  } catch {
    return ""; // storage is off
  }
};

/** The workspace that calls of this tab are about; "" for the server's default. A new tab begins with the last one. */
export const workspace = createStore<string>(read());

workspace.subscribe(() => {
  const id = workspace.get();
  try {
    for (const storage of [sessionStorage, localStorage]) {
      if (id) storage.setItem(key, id);
      else storage.removeItem(key);
    }
  } catch {
    // storage is off: the choice lasts as long as the page
  }
});
