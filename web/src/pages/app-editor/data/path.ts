import { isObject } from "./schema";

export type Path = readonly (string | number)[];

/** ["items", 2, "title"] → "items[2].title", as the server writes locations. */
export const written = (path: Path): string =>
  path.map((step, i) => (typeof step === "number" ? `[${step}]` : i ? `.${step}` : step)).join("");

export function get(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, step) => (Array.isArray(at) && typeof step === "number" ? at[step] : isObject(at) ? at[step] : undefined),
    value,
  );
}

/** The value with another one at path; undefined takes a field away. Nothing is changed in place. */
export function put(value: unknown, path: Path, next: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return next;
  if (typeof step === "number") {
    const list = Array.isArray(value) ? [...value] : [];
    list[step] = put(list[step], rest, next);
    return list;
  }
  const object = { ...(isObject(value) ? value : {}) };
  const changed = put(object[step], rest, next);
  if (changed === undefined) delete object[step];
  else object[step] = changed;
  return object;
}

/** The list with the element at from standing at to. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [element] = next.splice(from, 1);
  if (element !== undefined) next.splice(to, 0, element);
  return next;
}
