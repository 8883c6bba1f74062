// Data: a table from pasted cells, typed into as in a spreadsheet, what does not fit stays with its reason, a column more,
// undo, search, and what arrives through the API filtered by its status; in every width. A tool that shows its rows is set up by
// choices and called, and once it is published what can be asked calls it.
export default async function ({ person, everywhere, expect }) {
  const { page, call, expected, late } = await person();
  const app = await call("POST", "/apps", { name: "Bakery" });
  await page.goto(`/apps/${app.id}/data`);
  await page.getByRole("heading", { name: "No tables yet" }).waitFor();

  await page.getByRole("button", { name: "From a spreadsheet" }).click();
  await page
    .getByLabel("Data", { exact: true })
    .fill("Name\tPrice\tVegan\tBaked\nRye\t€3,20\tyes\t2026-11-22\nBrioche\t€2,80\tno\t\nOat\t€1,90\tyes\t2026-11-23");
  await page.getByLabel("Name of the table").fill("Breads");
  await page.keyboard.press("Enter");
  await page.getByText("3 rows", { exact: true }).waitFor();
  const rows = async () => (await call("GET", `/apps/${app.id}/tables/breads/rows`)).items.map(({ values }) => values);
  expect("the price is what was pasted", (await rows())[0]?.price === 3.2);

  // As Excel writes it in German: Windows-1252, semicolons, an empty column and an empty line, a name that stands twice.
  const excel = "Sorte;Preis;Lager;Datum;Preis;\r\nBr\xf6tchen;1.200,50 \x80;1.200;03.04.2026;1;\r\n;;;;;\r\n";
  await page.getByRole("button", { name: "From a spreadsheet" }).click();
  await page
    .getByLabel("A file with data")
    .setInputFiles({ name: "sorten.csv", mimeType: "text/csv", buffer: Buffer.from(excel, "latin1") });
  await page.getByText("If “Brötchen” is not what it says").waitFor();
  await page.getByText("1 row, 5 columns.").waitFor();
  await page.getByLabel("Name of the table").fill("Sorten");
  await page.getByRole("button", { name: "Make the table" }).click();
  await page.getByText("1 row", { exact: true }).waitFor();
  const [sorte] = (await call("GET", `/apps/${app.id}/tables/sorten/rows`)).items;
  const read = { sorte: "Brötchen", preis: 1200.5, lager: 1200, datum: "2026-04-03", preis_2: 1 };
  expect("a file of a spreadsheet is read right", JSON.stringify(sorte?.values) === JSON.stringify(read));
  // While a table is being deleted nobody asks for its rows, which are read again when the window is turned to.
  await late("**/tables/sorten", 3000);
  await page.getByRole("button", { name: "More about Sorten" }).click();
  await page.getByRole("menuitem", { name: "Delete the table…" }).click();
  await page.getByLabel("Type Sorten to confirm").fill("Sorten");
  await page.getByRole("button", { name: "Delete the table" }).click();
  await page.waitForTimeout(2100);
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.getByText("3 rows", { exact: true }).waitFor();

  const cell = (row, column) =>
    page.locator(`[role=row][aria-rowindex="${row + 2}"] [role=gridcell][aria-colindex="${column + 2}"]`);
  const saved = () => page.getByText("All saved").waitFor();
  await cell(0, 0).click();
  await page.keyboard.type("Dark rye");
  await page.keyboard.press("Enter");
  await cell(1, 1).click();
  await page.keyboard.type("much");
  await page.keyboard.press("Enter");
  await cell(1, 1).click();
  await page.getByRole("alert").filter({ hasText: "This is no number" }).waitFor();
  await page.keyboard.type("2,5");
  await page.keyboard.press("Tab");
  await saved();
  expect("what was typed is saved", (await rows())[0]?.name === "Dark rye" && (await rows())[1]?.price === 2.5);
  // Along a row by Tab, and back below its beginning by Enter; a date as it is written, and what letters choose.
  const keys = async (...all) => {
    for (const key of all)
      await (/^(Tab|Enter|Arrow\w+)$/.test(key) ? page.keyboard.press(key) : page.keyboard.type(key));
  };
  await cell(1, 1).click();
  await keys("2,75", "Tab", "nein", "Tab", "24.12.2026", "Enter");
  await page.locator("[role=gridcell][aria-selected=true]").and(cell(2, 1)).waitFor();
  await cell(1, 2).getByRole("img", { name: "no" }).waitFor();
  await cell(0, 2).click();
  await keys("no", "ArrowDown", "ArrowUp", "yes", "Enter");
  await page.locator("[role=gridcell][aria-selected=true]").and(cell(1, 2)).waitFor();
  await saved();
  const [rye, brioche] = await rows();
  expect(
    `a row is typed as in a spreadsheet: ${JSON.stringify([rye, brioche])}`,
    rye.vegan === true && brioche.price === 2.75 && brioche.vegan === false && brioche.baked === "2026-12-24",
  );
  await cell(0, 0).click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+c");
  await cell(1, 0).click();
  await page.keyboard.press("Control+v");
  await cell(2, 0).filter({ hasText: "Brioche" }).waitFor();
  await page.keyboard.press("Control+z");
  await cell(2, 0).filter({ hasText: "Oat" }).waitFor();
  await saved();
  expect("undo reaches the server", (await rows())[2]?.name === "Oat");

  // Home and End go along the row, with Control to the corners; Shift takes what lies between, and Control+X takes it out.
  const stands = (row, column) =>
    page.locator("[role=gridcell][aria-selected=true]").and(cell(row, column)).and(page.locator(":focus")).waitFor();
  await cell(1, 1).click();
  for (const [key, row, column] of [
    ...[
      ["Home", 1, 0],
      ["End", 1, 3],
      ["Control+Home", 0, 0],
      ["Control+End", 2, 3],
    ],
    ...[
      ["Control+ArrowUp", 0, 3],
      ["Control+ArrowLeft", 0, 0],
      ["Control+ArrowDown", 2, 0],
    ],
  ]) {
    await page.keyboard.press(key);
    await stands(row, column);
  }
  await page.keyboard.press("Shift+End");
  await page.keyboard.press("Control+x");
  await cell(2, 0).filter({ hasText: /^$/ }).waitFor();
  expect(
    "what is cut is on the clipboard",
    (await page.evaluate(() => navigator.clipboard.readText())).startsWith("Oat\t1.9"),
  );
  await page.keyboard.press("Control+v");
  await cell(2, 0).filter({ hasText: "Oat" }).waitFor();
  await saved();
  expect("what was cut is back", (await rows())[2]?.price === 1.9 && (await rows())[2].baked === "2026-11-23");

  await page.getByRole("button", { name: "Add a column" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Status");
  await page.getByLabel("Holds").selectOption({ label: "One of a list" });
  await page.getByLabel("Choices, one a line").fill("new\nseen\ndone");
  await page.getByRole("button", { name: "Add the column" }).click();
  await page.getByRole("group", { name: "Status" }).waitFor();
  await call("POST", `/apps/${app.id}/tables/breads/rows`, { values: { name: "From a form", status: "new" } });
  await page.getByRole("group", { name: "Status" }).getByRole("button", { name: "new" }).click();
  await page.getByText("1 row", { exact: true }).waitFor();
  await everywhere(page, "data");

  await page.getByRole("button", { name: "Open row 1" }).click();
  await page.getByRole("dialog").getByLabel("Status").selectOption("done");
  await page.getByRole("button", { name: "Close" }).last().click();
  await saved();
  await page.getByRole("group", { name: "Status" }).getByRole("button", { name: "All" }).click();
  await page.getByRole("button", { name: "Row", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Name").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("Left by Escape");
  await page.keyboard.press("Escape");
  await saved();
  const last = page.getByRole("row").filter({ hasText: "Left by Escape" });
  await last.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await page.getByRole("checkbox", { name: "Select All" }).and(page.locator(":focus")).waitFor();
  await page.getByRole("dialog", { name: "The row was deleted" }).getByRole("button", { name: "Undo" }).press("Enter");
  await last.waitFor();
  await saved();
  expect(
    "what was typed last into a row is kept",
    (await rows()).some(({ name }) => name === "Left by Escape"),
  );
  await page.getByRole("group", { name: "Status" }).getByRole("button", { name: "All" }).click();
  await page.getByRole("searchbox").fill("rye");
  await page.getByText("1 row", { exact: true }).waitFor();

  expected(/422 .*import/);
  await page.getByRole("button", { name: "More about Breads" }).click();
  await page.getByRole("menuitem", { name: "Import rows…" }).click();
  await page.getByLabel("Data", { exact: true }).fill("name,price\nSpelt,cheap\n");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByText("Nothing was imported").waitFor();

  await call("PATCH", `/apps/${app.id}`, {
    toolName: "show_shop",
    toolDescription: "Shows the shop with its hours. Use when somebody asks where it is. Needs no further information.",
  });
  await page.goto(`/apps/${app.id}/tools`);
  await page.getByRole("button", { name: "Add a tool" }).click();
  await page.getByRole("button", { name: /^Show rows/ }).click();
  await page.getByRole("button", { name: "Filter by Price" }).click();
  await page.getByRole("button", { name: "Filter by Vegan" }).click();
  await page.getByRole("textbox", { name: "Max price" }).fill("2");
  await page.getByRole("button", { name: "Call", exact: true }).click();
  const widget = page.frameLocator("iframe[title='The widget with this result']");
  await widget.getByText("Oat").waitFor();
  await everywhere(page, "tools");

  // Which columns are shown is chosen from menus, and ordered by keys; what is shown nowhere is named.
  await page.getByLabel("Shown as").selectOption("cards");
  await page.getByRole("radio", { name: "As I choose" }).check({ force: true });
  const lines = page.getByRole("group", { name: "Lines below" });
  await lines.getByRole("button", { name: "Vegan" }).click();
  await page.getByText("Shown nowhere in Cards: Vegan.").waitFor();
  await page.getByLabel("Shown as").selectOption("table");
  await page.getByText("Shown nowhere in Table: Vegan.").waitFor();
  const columns = page.getByRole("group", { name: "Columns", exact: true });
  await columns.getByRole("button", { name: "Price" }).press("Alt+ArrowLeft");
  await page.getByText(/^Moved to place/).waitFor({ state: "attached" });
  await columns.getByRole("button", { name: "Vegan" }).click();
  await page.getByText("Shown nowhere").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await widget.getByRole("columnheader", { name: "Vegan" }).waitFor();
  await everywhere(page, "tools-columns");

  // People open the widget themselves, once its tool can be called without arguments.
  const tools = async () => (await call("GET", `/apps/${app.id}`)).tools;
  const given = (input) =>
    tools().then(([first, second]) => call("PATCH", `/apps/${app.id}`, { tools: [first, { ...second, input }] }));
  const { inputSchema } = (await call("GET", `/apps/${app.id}/tools?release=draft`)).items[1];
  await given({ ...inputSchema, required: ["max_price"] });
  await page.reload();
  const opens = page.getByRole("group", { name: "People open it in ChatGPT from" });
  await opens.getByRole("button", { name: "A conversation" }).click();
  await page.getByText("this needs a tool that can be called without arguments.").waitFor();
  expect("the place is stored", (await tools())[1].opensFrom.join() === "thread");
  await everywhere(page, "tools-opens");
  await given(null);
  await page.reload();
  await page.getByText("Before it can be published").waitFor({ state: "detached" });
  await page.goto(`/apps/${app.id}`);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("link", { name: /^Anything vegan/ }).click();
  await widget.getByText("Oat").waitFor();

  // What tools ask for by a column is that of the release: a page says so until it is published again.
  const { columns: now } = await call("GET", `/apps/${app.id}/tables/breads`);
  await page.goto(`/apps/${app.id}/data`);
  await page.getByText("All saved").waitFor();
  await page.waitForLoadState("networkidle");
  expect("nothing is ahead after a publish", (await page.getByText("tables are ahead").count()) === 0);
  await call("PATCH", `/apps/${app.id}/tables/breads`, {
    columns: now.map((column) => (column.name === "price" ? { ...column, title: "Costs" } : column)),
  });
  await page.reload();
  await page.getByText("Live, tables are ahead").waitFor();
  await page.getByText("Live tools still ask by the columns and choices of version 1").waitFor();
  await everywhere(page, "data-ahead");
  await page.goto(`/apps/${app.id}/releases`);
  await page.getByRole("heading", { name: "The tables are ahead of version 1" }).waitFor();
  await page.goto(`/apps/${app.id}`);
  await page.getByText("Tables were changed").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("Live", { exact: true }).first().waitFor();
  expect("a publish settles it", (await page.getByText("tables are ahead").count()) === 0);

  // The editor shows what the first tool answers: rows, not the sample of its layout.
  const [shop, breads] = await tools();
  await call("PATCH", `/apps/${app.id}`, { tools: [breads, shop] });
  await page.goto(`/apps/${app.id}`);
  await page.frameLocator("iframe[title='The widget']").getByText("Oat").waitFor();
  await everywhere(page, "editor-rows");
}
