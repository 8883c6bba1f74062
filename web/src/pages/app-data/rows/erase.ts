import { ApiProblem, isProblem } from "~/api/problem";
import type { Known } from "./known";
import { differing, type Line } from "./line";
import type { World } from "./world";

/** How often a row that goes on changing is tried to be deleted. */
const mostTries = 3;

/** Deletes a row that is as it was read; what somebody else has stored in it meanwhile must not go unseen: then it throws a 412. */
export async function erase(world: World, known: Known, { key, id }: Line): Promise<void> {
  for (let tag = known.tag(key), tries = 0; tries < mostTries; tag = "", tries++) {
    if (!tag) {
      const before = known.values(key);
      const { row, tag: present } = await world.row(id);
      known.see(key, row.values, present);
      if (differing(before, row.values).length) break;
      tag = present;
    }
    try {
      return await world.remove(id, tag);
    } catch (failure) {
      if (!isProblem(failure, "PRECONDITION_FAILED")) throw failure;
    }
  }
  throw new ApiProblem(
    412,
    "PRECONDITION_FAILED",
    "Somebody has changed it meanwhile. Look at it, and delete it again if it may go.",
  );
}

/** The lines without those of keys, but with those that were kept after all in their places, as they are stored. */
export const returned = (
  lines: readonly Line[],
  keys: ReadonlySet<string>,
  kept: ReadonlySet<string>,
  known: Known,
): Line[] =>
  lines
    .filter(({ key }) => !keys.has(key) || kept.has(key))
    .map((line) => (kept.has(line.key) ? { ...line, values: known.values(line.key) } : line));
