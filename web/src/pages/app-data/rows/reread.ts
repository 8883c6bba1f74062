import { isProblem } from "~/api/problem";
import { lineOf, type Line, type Values } from "./line";
import type { World } from "./world";

/** How many rows that were changed here, and fit no more what is looked for, are kept in sight. */
const mostKept = 40;

/** The first rows as they are now, at least so many where there are. */
export async function readRows(world: World, count: number) {
  let page = await world.page(undefined);
  const fresh = page.items.map(lineOf);
  while (page.nextCursor !== null && fresh.length < count) {
    page = await world.page(page.nextCursor);
    fresh.push(...page.items.map(lineOf));
  }
  return { fresh, nextCursor: page.nextCursor, total: page.total };
}

/** What these rows hold now, by id, of those that are left. */
export async function stillThere(world: World, lines: readonly Line[]): Promise<Map<string, Values>> {
  const found = await Promise.all(
    lines.slice(0, mostKept).map(({ id }) =>
      world.row(id).catch((failure: unknown) => {
        if (!isProblem(failure, "NOT_FOUND")) throw failure;
        return null;
      }),
    ),
  );
  return new Map(found.flatMap((one) => (one ? [[one.row.id, one.row.values] as const] : [])));
}
