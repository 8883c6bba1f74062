import { expect, test } from "vitest";
import { ApiProblem, Unreachable } from "~/api/problem";
import { cellsOf } from "./block";
import { begin, columns, Double, row } from "./double";
import { RowsSession } from "./session";

const always = () => true;
const ids = (session: RowsSession) => session.get().lines.map(({ id }) => id);
const names = (session: RowsSession) => session.get().lines.map(({ values }) => values["name"]);

test("rows come in pages as they are wanted, and no page twice", async () => {
  const { world, session } = await begin(450);
  expect(session.get()).toMatchObject({ total: 450, loading: false });
  await Promise.all([session.want(201), session.want(390)]);
  expect(world.calls).toEqual(["page 0", "page 200"]);
  await session.want(10_000);
  expect(session.get().lines).toHaveLength(450);
  expect(session.whole()).toBe(true);
});

test("a page that cannot be read is read when it is wanted again", async () => {
  const world = new Double(3);
  world.refuse = new Unreachable();
  const session = new RowsSession(world, columns);
  await session.want(1);
  expect(session.get().failure).toBeInstanceOf(Unreachable);
  world.refuse = null;
  await session.want(1);
  expect(session.get().lines).toHaveLength(3);
});

test("an edit is shown at once, saved, and can be taken back and done again", async () => {
  const { world, session, first } = await begin();
  session.edit([{ key: "r0", values: { price: 9 } }]);
  expect(first()?.values).toEqual({ name: "Bread 0", price: 9 });
  await session.flush();
  expect(world.rows[0]?.values).toEqual({ name: "Bread 0", price: 9 });
  await session.undo();
  await session.flush();
  expect(world.rows[0]?.values).toEqual({ name: "Bread 0", price: 0 });
  await session.redo();
  await session.flush();
  expect(world.rows[0]?.values).toMatchObject({ price: 9 });
  expect(session.get().saving).toBe("saved");
});

test("edits of one row that follow each other while one is sent become one call", async () => {
  const { world, session } = await begin();
  session.edit([{ key: "r0", values: { price: 1 } }]);
  session.edit([{ key: "r0", values: { price: 2 } }]);
  session.edit([{ key: "r0", values: { name: "Rye" } }]);
  await session.flush();
  expect(world.calls.slice(1)).toEqual(['patch r0 {"price":1}', 'patch r0 {"price":2,"name":"Rye"}']);
});

test("what is refused stays in its cell, with the reason, until it is changed", async () => {
  const { world, session, first } = await begin();
  world.refuse = new ApiProblem(422, "INVALID_CONFIG", "Not saved.", [
    { location: "body.values.price", message: "must be a number" },
  ]);
  session.edit([{ key: "r0", values: { price: -1, name: "Rye" } }]);
  await session.flush();
  expect([...session.get().faults]).toEqual([["r0/price", { message: "Must be a number." }]]);
  expect(first()?.values).toMatchObject({ price: -1 });
  expect(world.rows[0]?.values).toEqual({ name: "Rye", price: 0 });
  expect(session.unfinished()).toBe(true);
  world.refuse = null;
  session.edit([{ key: "r0", values: { price: 1 } }]);
  await session.flush();
  expect(session.get().faults.size).toBe(0);
  expect(world.rows[0]?.values).toMatchObject({ price: 1 });
});

test("without a server what is typed waits, and goes out when it is back", async () => {
  const { world, session } = await begin();
  world.refuse = new Unreachable();
  session.edit([{ key: "r0", values: { price: 5 } }]);
  await session.flush();
  expect(session.get().saving).toBe("offline");
  expect(session.unsaved()).toBe(true);
  world.refuse = null;
  await session.flush();
  expect(world.rows[0]?.values).toMatchObject({ price: 5 });
  expect(session.unsaved()).toBe(false);
});

test("without a server each of several rows is tried once, however late each of them fails", async () => {
  const { world, session } = await begin();
  let tries = 0;
  world.patch = async () => {
    await new Promise((done) => setTimeout(done, 5 + ++tries * 3));
    if (tries < 50) throw new Unreachable();
    throw new Error("there is no end to it");
  };
  session.edit(["r0", "r1", "r2"].map((key) => ({ key, values: { price: 5 } })));
  await session.flush();
  expect(tries).toBe(3);
  expect(session.get().saving).toBe("offline");
  expect(session.unsaved()).toBe(true);
});

test("a new row is saved once its required cells are filled", async () => {
  const { world, session } = await begin();
  const [key = ""] = session.add([{}]);
  session.edit([{ key, values: { price: 2 } }]);
  await session.flush();
  expect(world.rows).toHaveLength(3);
  session.edit([{ key, values: { name: "Rye" } }]);
  await session.flush();
  expect(world.rows).toHaveLength(4);
  expect(session.get().lines[0]).toMatchObject({ key, id: "c0", values: { name: "Rye", price: 2 } });
});

test("rows that were deleted come back, and go again", async () => {
  const { world, session } = await begin();
  await session.remove(["r0", "r2"]);
  expect(world.rows.map(({ id }) => id)).toEqual(["r1"]);
  await session.undo();
  await session.flush();
  expect(world.rows.map(({ values }) => values["name"]).sort()).toEqual(["Bread 0", "Bread 1", "Bread 2"]);
  await session.redo();
  expect(world.rows.map(({ id }) => id)).toEqual(["r1"]);
});

test("a cell that somebody else changed meanwhile shows what is stored, says so, and one's own can be put there", async () => {
  const { world, session, first } = await begin();
  world.elsewhere("r0", { price: 4 });
  session.edit([{ key: "r0", values: { price: 9, name: "Rye" } }]);
  await session.flush();
  expect(world.rows[0]?.values).toEqual({ name: "Rye", price: 4 });
  expect(first()?.values).toEqual({ name: "Rye", price: 4 });
  expect(world.said).toMatchObject([{ line: { key: "r0", values: { price: 4 } }, mine: { price: 9 } }]);
  const [clash] = world.said;
  expect(clash && session.open(clash)).toBe(true);
  if (clash) session.putMine(clash);
  await session.flush();
  expect(world.rows[0]?.values).toMatchObject({ price: 9 });
  expect(clash && session.open(clash)).toBe(false);
  await session.undo();
  await session.flush();
  expect(world.rows[0]?.values).toEqual({ name: "Rye", price: 4 });
  await session.undo();
  await session.flush();
  expect(world.rows[0]?.values).toEqual({ name: "Bread 0", price: 4 });
  expect(session.get().steps.past).toHaveLength(0);
});

test("different cells of a row, the same text, and one's own edits in a row are no clash", async () => {
  const { world, session, first } = await begin();
  session.edit([{ key: "r0", values: { price: 1 } }]);
  session.edit([{ key: "r0", values: { price: 2 } }]);
  await session.flush();
  world.elsewhere("r0", { name: "Rye" });
  session.edit([{ key: "r0", values: { price: 3 } }]);
  await session.flush();
  world.elsewhere("r0", { price: 4 });
  session.edit([{ key: "r0", values: { price: 4 } }]);
  await session.flush();
  await session.renew(always);
  expect(world.said).toEqual([]);
  expect(first()?.values).toEqual({ name: "Rye", price: 4 });
});

test("an edit that is taken back does not overwrite what somebody else stored since", async () => {
  const { world, session, first } = await begin();
  session.edit([{ key: "r0", values: { price: 9 } }]);
  await session.flush();
  world.elsewhere("r0", { price: 4 });
  await session.undo();
  await session.flush();
  expect(world.said).toMatchObject([{ mine: { price: 0 } }]);
  expect(first()?.values).toMatchObject({ price: 4 });
  expect(session.get().steps).toEqual({ past: [], future: [] });
});

test("rows that came are there, rows that went are gone, and the rest stays in its place", async () => {
  const { world, session } = await begin(4);
  const [key = ""] = session.add([{ price: 1 }]);
  world.elsewhere("r2", { name: "Rye" });
  const [r0, r1, r2, r3] = world.rows;
  world.rows = [r3, row("new", { name: "Oat" }), r0, r2].flatMap((r) => r ?? []);
  expect(r1?.id).toBe("r1");
  const untouched = session.get().lines[1];
  await session.renew(always);
  expect(ids(session)).toEqual(["", "r0", "r2", "r3", "new"]);
  expect(session.get().lines[0]?.key).toBe(key);
  expect(session.get().lines[1]).toBe(untouched);
  expect(names(session)[2]).toBe("Rye");
  expect(session.get().total).toBe(5);
});

test("rows that this page added stand first, also when they are read again", async () => {
  const { world, session } = await begin(2);
  const [key = ""] = session.add([{ name: "Mine" }]);
  await session.flush();
  world.rows.push(row("last", { name: "Theirs" }));
  await session.renew(always);
  expect(names(session)).toEqual(["Mine", "Bread 0", "Bread 1", "Theirs"]);
  expect(session.get().lines[0]?.key).toBe(key);
  await session.undo();
  expect(world.rows.map(({ id }) => id)).toEqual(["r0", "r1", "last"]);
});

test("own cells that are not saved stay when rows are read again, and clash when they are saved", async () => {
  const { world, session, first } = await begin();
  session.refuse("r0", "price", { message: "This is no number.", text: "much" });
  world.elsewhere("r0", { price: 4, name: "Rye" });
  await session.renew(always);
  expect(first()?.values).toEqual({ name: "Rye", price: 0 });
  expect(session.get().faults.get("r0/price")?.text).toBe("much");
  session.edit([{ key: "r0", values: { price: 7 } }]);
  await session.flush();
  expect(world.said).toMatchObject([{ mine: { price: 7 } }]);
  expect(first()?.values).toMatchObject({ price: 4 });
  expect(session.unfinished()).toBe(false);
});

test("a row with something unsaved stays when it was deleted elsewhere, and says so when it is saved", async () => {
  const { world, session } = await begin();
  session.refuse("r0", "price", { message: "This is no number.", text: "much" });
  world.rows = world.rows.slice(2);
  await session.renew(always);
  expect(ids(session)).toEqual(["r0", "r2"]);
  session.edit([{ key: "r0", values: { price: 7 } }]);
  await session.flush();
  expect(session.get().faults.get("r0/price")?.message).toBe("There is no such row.");
});

test("a row that was changed here stays in sight when it fits no more what is looked for", async () => {
  const { world, session } = await begin();
  session.edit([{ key: "r0", values: { price: 9 } }]);
  await session.flush();
  const { page } = world;
  world.page = async (cursor) => {
    const all = await page(cursor);
    const items = all.items.filter(({ values }) => values["price"] !== 9);
    return { ...all, items, total: items.length };
  };
  await session.renew(always);
  expect(ids(session)).toEqual(["r0", "r1", "r2"]);
  await session.undo();
  await session.flush();
  expect(world.rows[0]?.values).toMatchObject({ price: 0 });
});

test("what was read is left when something was done meanwhile, or may not be shown", async () => {
  const { world, session, first } = await begin();
  const reading = session.renew(always);
  await Promise.resolve();
  session.edit([{ key: "r0", values: { price: 9 } }]);
  world.rows.push(row("late", { name: "Oat" }));
  await reading;
  await session.flush();
  expect(first()?.values).toMatchObject({ price: 9 });
  await session.renew(() => false);
  expect(ids(session)).toEqual(["r0", "r1", "r2"]);
  await session.renew(always);
  expect(ids(session)).toEqual(["r0", "r1", "r2", "late"]);
});

test("pages that are wanted are read on after rows were read again", async () => {
  const { world, session } = await begin(450);
  world.rows = [row("first", { name: "Oat" }), ...world.rows.slice(1)];
  await Promise.all([session.renew(always), session.want(390)]);
  await session.want(10_000);
  expect(session.get().lines).toHaveLength(450);
  expect(new Set(ids(session)).size).toBe(450);
  expect(ids(session)[0]).toBe("first");
});

test("what is not saved goes on when other rows are asked for", async () => {
  const { world, session } = await begin();
  session.refuse("r2", "price", { message: "This is no number.", text: "much" });
  session.add([{ price: 2 }]);
  const next = new RowsSession(world, columns, session.left());
  await next.want(1);
  expect(ids(next)).toEqual(["", "r2", "r0", "r1"]);
  expect(next.get().faults.get("r2/price")?.text).toBe("much");
  expect(next.unfinished()).toBe(true);
  const [key = ""] = next.get().lines.map((line) => line.key);
  next.edit([{ key, values: { name: "Rye" } }]);
  next.edit([{ key: "r2", values: { price: 8 } }]);
  await next.flush();
  expect(world.rows.map(({ values }) => values["price"])).toEqual([0, 1, 8, 2]);
  expect(next.unfinished()).toBe(false);
});

test.each([
  [
    "a\tb\nc\td\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ['"two\nlines"\t"a ""quote"""', [["two\nlines", 'a "quote"']]],
  ["\t", [["", ""]]],
  ['5" pipe', [['5" pipe']]],
])("%j is cells", (text, cells) => {
  expect(cellsOf(text)).toEqual(cells);
});
