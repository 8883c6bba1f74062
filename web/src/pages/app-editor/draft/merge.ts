import { isObject } from "../data/schema";
import { equal } from "./equal";

/** One thing that was changed in two places. */
export interface Merge<T> {
  /** What only one side changed is taken from that side; where both did, it is mine. */
  draft: T;
  /** The fields that both sides changed, to different values. */
  conflicts: (keyof T)[];
  /** The fields that only the other side changed. */
  taken: (keyof T)[];
}

/** Brings two changes of base together, field by field. */
export function merge<T extends object>(fields: Iterable<keyof T>, base: T, mine: T, theirs: T): Merge<T> {
  const result: Merge<T> = { draft: { ...mine }, conflicts: [], taken: [] };
  for (const field of fields) {
    if (equal(mine[field], theirs[field]) || equal(base[field], theirs[field])) continue;
    if (equal(base[field], mine[field])) {
      Object.assign(result.draft, { [field]: theirs[field] });
      result.taken.push(field);
    } else result.conflicts.push(field);
  }
  return result;
}

/** Where two values differ, as paths with both values, at most limit of them. */
export function differences(
  mine: unknown,
  theirs: unknown,
  limit = 20,
): { path: string; mine: unknown; theirs: unknown }[] {
  const found: { path: string; mine: unknown; theirs: unknown }[] = [];
  const walk = (a: unknown, b: unknown, path: string): void => {
    if (found.length >= limit || equal(a, b)) return;
    if (Array.isArray(a) && Array.isArray(b)) {
      for (let i = 0; i < Math.max(a.length, b.length); i++) walk(a[i], b[i], `${path}[${i}]`);
    } else if (isObject(a) && isObject(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
        walk(a[key], b[key], path ? `${path}.${key}` : key);
    } else found.push({ path, mine: a, theirs: b });
  };
  walk(mine, theirs, "");
  return found;
}
