// One table in two tabs: the same cell changed in both.
export default async function ({ person, expect }) {
  const { page, call, context } = await person({ width: 1440 });
  const app = await call("POST", "/apps", { name: "Bakery" });
  await call("POST", `/apps/${app.id}/tables`, {
    name: "breads",
    columns: [
      { name: "name", type: "text", required: true },
      { name: "price", type: "number" },
    ],
  });
  const path = `/apps/${app.id}/tables/breads/rows`;
  const made = await call("POST", path, {
    rows: ["Rye", "Oat", "Spelt"].map((name, price) => ({ values: { name, price } })),
  });
  const [rye] = made.items.map(({ id }) => id);
  const stored = async (id) => (await call("GET", `${path}/${id}`)).values;
  const cellOf = (of) => (row, column) =>
    of.locator(`[role=row][aria-rowindex="${row + 2}"] [role=gridcell][aria-colindex="${column + 2}"]`);
  const cell = cellOf(page);
  const write = async (of, row, column, text) => {
    await cellOf(of)(row, column).click();
    await of.keyboard.type(text);
    await of.keyboard.press("Enter");
  };

  await page.goto(`/apps/${app.id}/data`);
  await cell(2, 0).filter({ hasText: "Spelt" }).waitFor();
  const other = await context.newPage();
  await other.goto(`/apps/${app.id}/data`);
  await cellOf(other)(2, 0).filter({ hasText: "Spelt" }).waitFor();

  // The same cell: the second shows what is stored, and can put its own there, and take that back.
  await write(other, 0, 1, "5");
  await other.getByText("All saved").waitFor();
  await page.bringToFront();
  await write(page, 0, 1, "6");
  const said = page.getByText("Somebody else changed Price of Rye").first();
  await said.waitFor();
  await page.getByText("It holds “5” now. You wrote “6”.").first().waitFor();
  await cell(0, 1).filter({ hasText: "5" }).waitFor();
  expect("nothing was overwritten", (await stored(rye)).price === 5);
  await page.getByText("Use mine").click();
  await said.waitFor({ state: "detached" });
  await cell(0, 1).filter({ hasText: "6" }).waitFor();
  await page.getByText("All saved").waitFor();
  expect("one's own is stored when it is wished", (await stored(rye)).price === 6);
  await page.getByRole("button", { name: "Undo" }).click();
  await cell(0, 1).filter({ hasText: "5" }).waitFor();
  await page.getByText("All saved").waitFor();
  expect("undo puts theirs back", (await stored(rye)).price === 5);
}
