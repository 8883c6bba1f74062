import { useMe } from "~/api/me";
import { createStore, type Store } from "~/api/store";

const stores = new Map<string, Store<unknown>>();

/**
 * What a person has typed in a workspace and not saved, by name: kept while the page is left, and in this tab when it is
 * read anew. standard stands for nothing typed, and must be the same each time; fits says whether what was kept can be used.
 */
export function typed<T>(
  person: string,
  workspace: string,
  name: string,
  standard: T,
  fits: (value: unknown) => value is T,
): Store<T> {
  const key = `berth.typed.${person}.${workspace}.${name}`;
  const known = stores.get(key) as Store<T> | undefined;
  if (known) return known;
  const left = read(key);
  const store = createStore<T>(fits(left) ? left : standard);
  store.subscribe(() => write(key, store.get() === standard ? null : store.get()));
  stores.set(key, store as Store<unknown>);
  return store;
}

/** What this person has typed in this workspace. */
export function useTyped<T>(name: string, standard: T, fits: (value: unknown) => value is T): Store<T> {
  const { user, workspace } = useMe();
  return typed(user.id, workspace?.id ?? "", name, standard, fits);
}

/** Puts the standard in the place of what was typed. Answers the way back, which ends with the next thing that is typed. */
export function drop<T>(store: Store<T>, standard: T): { run(): void; until(gone: () => void): () => void } {
  const before = store.get();
  store.set(standard);
  return {
    run: () => {
      if (store.get() === standard) store.set(before);
    },
    until: (gone) => {
      if (store.get() !== standard) gone();
      return store.subscribe(gone);
    },
  };
}

/** Forgets what a person has typed, on this tab. */
export function forgetTyped(person: string): void {
  const theirs = `berth.typed.${person}.`;
  for (const key of [...stores.keys()].filter((k) => k.startsWith(theirs))) {
    stores.delete(key);
    forget(key);
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // storage is off
  }
}

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null; // storage is off, or somebody else wrote there
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) forget(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    forget(key); // storage is full or off: it lasts as long as the page, and nothing older takes its place
  }
}
