import type { ToolDraft } from "~/api/tools";
import { equal } from "~/pages/app-editor/draft/equal";

type Fields = Record<string, unknown>;

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
  const of = (tool: ToolDraft) => tool as Fields;
  const next: Fields = { ...theirs };
  for (const name of new Set([was, mine].flatMap(Object.keys))) {
    const my = of(mine)[name];
    if (equal(my, of(was)[name]) || equal(my, of(theirs)[name])) continue;
    if (!equal(of(theirs)[name], of(was)[name])) return null;
    next[name] = my;
  }
  return next as ToolDraft;
}
