// One table in two tabs: the same cell changed in both, rows that come, change and go while another row is selected or typed
// into, and what is not saved when the page is left.
export default async function ({ person, everywhere, expect }) {
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
  const [rye, oat, spelt] = made.items.map(({ id }) => id);
  const stored = async (id) => (await call("GET", `${path}/${id}`)).values;
  const cellOf = (of) => (row, column) =>
    of.locator(`[role=row][aria-rowindex="${row + 2}"] [role=gridcell][aria-colindex="${column + 2}"]`);
  const cell = cellOf(page);
  const write = async (of, row, column, text) => {
    await cellOf(of)(row, column).click();
    await of.keyboard.type(text);
    await of.keyboard.press("Enter");
  };
  const turnTo = (of) => of.evaluate(() => dispatchEvent(new Event("focus")));
  const names = (count) =>
    page
      .locator("[role=gridcell][aria-colindex='2']")
      .evaluateAll((all) => all.map((one) => one.textContent))
      .then((all) => all.slice(0, count).join());

  await page.goto(`/apps/${app.id}/data`);
  await cell(2, 0).filter({ hasText: "Spelt" }).waitFor();
  const other = await context.newPage();
  await other.goto(`/apps/${app.id}/data`);
  await cellOf(other)(2, 0).filter({ hasText: "Spelt" }).waitFor();

  // The same cell: the second shows what is stored, and can put its own there, and take that back. It is typed into meanwhile, so
  // that nothing is read again under it.
  await cell(0, 1).click();
  await page.keyboard.type("6");
  await write(other, 0, 1, "5");
  await other.getByText("All saved").waitFor();
  await page.bringToFront();
  await page.keyboard.press("Enter");
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

  // Rows come above the one that is selected, and one goes: the selection stays with its row.
  await page.goto(`/apps/${app.id}/data?sort=name`);
  await cell(2, 0).filter({ hasText: "Spelt" }).click();
  await call("POST", path, { values: { name: "Corn" } });
  await call("DELETE", `${path}/${oat}`);
  await call("POST", path, { values: { name: "Barley" } });
  await page.waitForFunction(
    () => {
      dispatchEvent(new Event("focus")); // not heard while the last reading is new
      return [...document.querySelectorAll("[role=status]")].some(({ textContent }) => textContent === "4 rows");
    },
    null,
    { polling: 500 },
  );
  expect("rows stand in their order", (await names(4)) === "Barley,Corn,Rye,Spelt");
  await page.waitForFunction(() => document.activeElement?.textContent === "Spelt");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("9");

  // Nothing moves under what is typed.
  await call("POST", path, { values: { name: "Amaranth" } });
  await new Promise((done) => setTimeout(done, 2100));
  await turnTo(page);
  await new Promise((done) => setTimeout(done, 500));
  expect("what is typed is still there", (await page.locator(".rdg-editor-container input").inputValue()) === "9");
  await page.keyboard.press("Enter");
  await page.getByText("All saved").waitFor();
  expect("it is stored in its row", (await stored(spelt)).price === 9);
  await page.getByRole("button", { name: "Refresh" }).press("Enter");
  await page.getByText("5 rows", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("All saved").waitFor();
  expect("undo is about the same row", (await stored(spelt)).price === 2);

  // What is in view stays in view.
  await call("POST", path, {
    rows: Array.from({ length: 99 }, (_, i) => ({ values: { name: `Wheat ${100 + i}`, price: i } })),
  });
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText("104 rows", { exact: true }).waitFor();
  await page.getByRole("grid").evaluate((grid) => grid.scrollTo(0, 1500));
  const inView = page.getByRole("gridcell", { name: "Wheat 145", exact: true });
  const before = (await inView.boundingBox()).y;
  await call("POST", path, { values: { name: "Acorn" } });
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText("105 rows", { exact: true }).waitFor();
  const after = (await inView.boundingBox()).y;
  expect(`what is in view stays there: ${before}, ${after}`, before === after);
  await page.getByRole("grid").evaluate((grid) => grid.scrollTo(0, 0));

  // A cell that was refused goes on when other rows are asked for, and is asked about when the page is left.
  await write(page, 4, 1, "much");
  await page.getByText("One cell is not saved").waitFor();
  await page.getByRole("searchbox").fill("rye");
  await page.getByText("much").waitFor();
  await page.getByText("One cell is not saved").waitFor();
  await page.getByRole("link", { name: "Secrets" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByText("One cell was refused and is not saved.").waitFor();
  await everywhere(page, "data-leave");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("much").waitFor();
  await page.getByRole("link", { name: "Secrets" }).first().click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { name: "Secrets" }).first().waitFor();
}
