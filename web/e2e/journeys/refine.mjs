// Changing an app by sentences after it was made: what would change is shown first, a new name only where it is said, another
// topic only after a question; tables get their columns with the tools that use them.
export default async function ({ person, everywhere, expect }) {
  const { page, call } = await person({ width: 1440, height: 900 });
  const made = await call("POST", "/apps/generate", {
    prompt: "Our breads:\nRye – 4,20 €\nSeed roll – 0,80 €",
  });
  const app = await call("POST", "/apps", made);
  const stored = () => call("GET", `/apps/${app.id}`);
  await page.goto(`/apps/${app.id}`);
  const say = async (sentence) => {
    await page.getByLabel("Change it in words", { exact: true }).fill(sentence);
    await page.keyboard.press("Enter");
  };
  // The notice of the change before may still stand there: what is proposed leaves when it is done.
  const take = async () => {
    await page.getByRole("button", { name: "Change it", exact: true }).click();
    await page.getByRole("heading", { name: "What would change" }).waitFor({ state: "detached" });
    await page.getByText("The draft is changed").last().waitFor();
  };
  await say("make it green");
  await page.getByRole("heading", { name: "What would change" }).waitFor();
  await page.getByRole("checkbox", { name: "Look" }).waitFor();
  expect("nothing is changed before it is seen", !(await stored()).themeVariables.light);
  await everywhere(page, "refine");
  await take();
  expect("the look is stored", (await stored()).themeVariables.light.accent === "#1f7a4d");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await page.waitForFunction(
    (id) =>
      fetch(`/api/v1/apps/${id}`)
        .then((r) => r.json())
        .then((a) => !a.themeVariables.light),
    app.id,
  );

  await say("call it Bread of the day");
  await page.getByRole("checkbox", { name: "Name", checked: true }).waitFor();
  await page.getByRole("button", { name: "Leave it" }).click();
  await say("add a column called Shop");
  await page.getByText(/gets Shop/).waitFor();
  await take();
  const [table] = (await call("GET", `/apps/${app.id}/tables`)).items;
  const { items } = await call("GET", `/apps/${app.id}/tables/${table.name}/rows`);
  expect(
    `the table has the column, and its rows: ${JSON.stringify(table.columns)}`,
    table.columns.some(({ title }) => title === "Shop") && items.length === 2 && items[0].values.price === 4.2,
  );
  expect("the name is the same", (await stored()).name === app.name);
  expect("it could be published", (await call("GET", `/apps/${app.id}/check`)).problems.length === 0);

  await say("let customers order with name and phone");
  await page.getByText("submit_order: new").waitFor();
  await page.getByText(/new, with .*Name, Phone/).waitFor();
  await everywhere(page, "refine-tools");
  await take();
  const tables = (await call("GET", `/apps/${app.id}/tables`)).items.map(({ name }) => name);
  expect(`orders have a table: ${tables}`, tables.includes("orders") && tables.length === 2);
  const sold = await call("POST", `/apps/${app.id}/test`, { tool: "submit_order", arguments: { name: "Ann" } });
  expect(`an order is kept: ${JSON.stringify(sold).slice(0, 300)}`, !sold.isError);
  expect("it could be published with orders", (await call("GET", `/apps/${app.id}/check`)).problems.length === 0);

  await say("staff can change the price");
  await page.getByRole("checkbox", { name: "Access" }).waitFor();
  await take();
  expect("who changes rows signs in", (await stored()).access === "person");
  expect("it could be published with changes", (await call("GET", `/apps/${app.id}/check`)).problems.length === 0);

  await say("Show yoga classes");
  await page.getByRole("group", { name: /\?$/ }).waitFor();
  expect("another topic is asked about", (await stored()).name === app.name);
  await everywhere(page, "refine-question");
}
