import { expect, test } from "vitest";
import { ApiProblem, Unreachable } from "~/api/problem";
import { begin } from "./double";

test("a deletion that fails leaves the rows where they were", async () => {
  const { world, session } = await begin();
  world.refuse = new Unreachable();
  await expect(session.remove(["r1"])).rejects.toBeInstanceOf(Unreachable);
  expect(session.get().lines.map(({ id }) => id)).toEqual(["r0", "r1", "r2"]);
});

test("a row that somebody else changed meanwhile is shown as it is instead of deleted, and goes when it is deleted again", async () => {
  for (const known of [false, true]) {
    const { world, session, first } = await begin();
    if (known) session.edit([{ key: "r0", values: { price: 7 } }]); // names its state
    await session.flush();
    world.elsewhere("r0", { price: 4 });
    await expect(session.remove(["r0", "r1"])).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(world.rows.map(({ id }) => id)).toEqual(["r0", "r2"]);
    expect(first()).toMatchObject({ key: "r0", values: { price: 4 } });
    await session.remove(["r0"]);
    expect(world.rows.map(({ id }) => id)).toEqual(["r2"]);
  }
});

test("many rows are deleted a few at once", async () => {
  const { world, session } = await begin(60);
  let now = 0;
  let most = 0;
  const counted =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      most = Math.max(most, ++now);
      await Promise.resolve();
      return call(...args).finally(() => now--);
    };
  world.row = counted(world.row);
  world.remove = counted(world.remove);
  await session.remove(session.get().lines.map(({ key }) => key));
  expect(world.rows).toEqual([]);
  expect(most).toBe(4);
});

test("a row that changes each time it is to be deleted is given up, and stays", async () => {
  const { world, session } = await begin();
  let tries = 0;
  const { remove } = world;
  world.remove = async (id, tag) => {
    if (id !== "r1" || ++tries > 20) return remove(id, tag);
    throw new ApiProblem(412, "PRECONDITION_FAILED", "The row has changed since it was read.");
  };
  await expect(session.remove(["r0", "r1", "r2"])).rejects.toMatchObject({
    code: "PRECONDITION_FAILED",
    message: expect.stringContaining("Somebody has changed it meanwhile") as string,
  });
  expect(tries).toBe(3);
  expect(session.get().lines.map(({ id }) => id)).toEqual(["r1"]);
});
