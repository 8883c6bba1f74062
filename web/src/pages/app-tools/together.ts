import type { ToolDraft } from "~/api/tools";
import { merge } from "~/pages/app-editor/draft/merge";

/**
 * What two people have made of the same tools, as one list: each field as whoever changed it has it, and what either has added
 * at the end. Null where both changed a field, or one took a tool away or moved it: then only a person can tell.
 */
export function together(
  from: readonly ToolDraft[],
  mine: readonly ToolDraft[],
  theirs: readonly ToolDraft[],
): readonly ToolDraft[] | null {
  const added = [theirs, mine].map((list) => list.slice(from.length));
  const others = new Set(from.map(({ name }) => name));
  const merged = from.map((was, i) => {
    const [a, b] = [mine[i], theirs[i]];
    if (!a || !b || [a, b].some(({ name }) => name !== was.name && others.has(name))) return null;
    return fields(was, a, b);
  });
  const all = [...merged, ...added.flat()];
  const names = new Set(all.map((tool) => tool?.name));
  return all.every((tool) => tool !== null) && names.size === all.length ? all : null;
}

function fields(was: ToolDraft, mine: ToolDraft, theirs: ToolDraft): ToolDraft | null {
  const names = Object.keys({ ...was, ...mine, ...theirs }) as (keyof ToolDraft)[];
  const { draft, conflicts } = merge(names, was, mine, theirs);
  return conflicts.length ? null : draft;
}
