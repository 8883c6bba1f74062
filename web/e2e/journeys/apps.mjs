// The list: nothing at first, then apps from a template; search, filters, copies, and deletion with the name typed.
export default async function ({ person, everywhere, expect }) {
  const { page, call, held } = await person();
  await page.goto("/apps");
  await page.getByRole("heading", { name: "What should your first app do?" }).waitFor();
  await page
    .getByRole("button", { name: /Use .* as template/ })
    .first()
    .waitFor();
  await everywhere(page, "apps-first");

  const [template] = (await call("GET", "/templates")).items;
  await page.getByRole("button", { name: `Use ${template.name} as template` }).click();
  await page.waitForURL(/\/apps\/[0-9a-f-]{36}$/);
  const made = (await call("GET", "/apps")).items;
  expect(
    "a template makes an app of its own",
    made.length === 1 && made[0].name === template.name && made[0].toolName === template.toolName,
  );

  for (const name of ["Boats for hire", "Harbour news", "Tide table"])
    await call("POST", "/apps", {
      name,
      toolName: name.toLowerCase().replaceAll(" ", "_"),
      toolDescription: `Shows ${name.toLowerCase()}. Use it when somebody asks for them.`,
      layoutTemplate: { B: "cards", H: "list", T: "table" }[name[0]],
    });
  const boats = (await call("GET", "/apps?q=boats")).items[0];
  await call("POST", `/apps/${boats.id}/publish`);
  await call("POST", `/apps/${boats.id}/tables`, { name: "berths", columns: [{ name: "place", type: "text" }] });
  const rows = ["North", "South"].map((place) => ({ values: { place } }));
  await call("POST", `/apps/${boats.id}/tables/berths/rows`, { rows });
  for (let i = 0; i < 3; i++) await call("POST", `/apps/${boats.id}/test`, { arguments: {} });
  await page.goto("/apps");
  await page.getByRole("heading", { name: "Apps", level: 1 }).waitFor();
  await page.getByText("3 calls in a day").waitFor();
  expect("four cards", (await page.getByRole("article").count()) === 4);
  await everywhere(page, "apps");

  await page.getByRole("searchbox", { name: "Search apps" }).fill("tide");
  await page.waitForURL(/q=tide/);
  await page.getByRole("article").nth(1).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("link", { name: "Tide table" }).waitFor();
  await page.getByRole("searchbox", { name: "Search apps" }).fill("no such thing");
  await page.getByRole("heading", { name: "No app fits" }).waitFor();
  await page.getByRole("button", { name: "Show all apps" }).click();
  await page.getByRole("link", { name: "Harbour news" }).waitFor();
  await page.getByRole("button", { name: "Live" }).click();
  await page.getByRole("link", { name: "Harbour news" }).waitFor({ state: "detached" });
  expect("the live one is shown", await page.getByRole("link", { name: "Boats for hire", exact: true }).isVisible());
  await page.getByRole("button", { name: "All" }).click();

  await page.getByRole("button", { name: "Actions for Boats for hire" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await page.getByRole("article").nth(4).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("article").nth(4).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Actions for Boats for hire" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("dialog").waitFor();
  await page
    .getByLabel(/Type Boats for hire to confirm/)
    .and(page.locator(":focus"))
    .waitFor();
  await everywhere(page, "apps-delete");
  await page.getByLabel(/Type Boats for hire to confirm/).fill("Boats");
  await page.getByRole("button", { name: "Delete the app" }).click();
  await page.getByText("This is not the name.").waitFor();
  await page.getByLabel(/Type Boats for hire to confirm/).fill("Boats for hire");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Boats for hire" }).waitFor({ state: "detached" });
  await page.locator("h1:focus").waitFor();
  await page.getByText("Gone for good: its releases and calls.").waitFor();
  await everywhere(page, "apps-deleted");
  await page.getByRole("button", { name: "Bring back" }).click();
  await page.getByRole("link", { name: "Boats for hire" }).waitFor();
  const back = (await call("GET", "/apps?q=boats")).items[0];
  expect(
    "what comes back is the draft",
    back.id !== boats.id && back.toolName === boats.toolName && back.status === "draft",
  );
  const berths = (await call("GET", `/apps/${back.id}/tables/berths/rows`)).items;
  expect("with its rows", berths.map(({ values }) => values.place).join() === "North,South");

  await page.keyboard.press("Control+K");
  await page.getByRole("combobox").fill("tide");
  await page.getByRole("option", { name: "Tide table", selected: true }).waitFor();
  await everywhere(page, "palette");
  await page.keyboard.press("Escape");
  // Enter opens what fits, however late the server says what does.
  await page.keyboard.press("Control+K");
  await page.getByRole("option", { name: "Harbour news" }).waitFor();
  await held(/\/api\/v1\/apps\?limit=6/, 2000);
  await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("table");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/apps\/[0-9a-f-]{36}$/);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByText("Tide table").waitFor();

  // By history one comes from a page of one app to that of another: what was begun there is not begun here.
  const tide = page.url();
  await page.goto(`${tide}/secrets`);
  await page.getByRole("button", { name: "Add a secret" }).waitFor();
  await page.getByRole("link", { name: "Apps", exact: true }).first().click();
  await page.getByRole("link", { name: "Harbour news" }).click();
  await page.waitForURL(/\/apps\/[0-9a-f-]{36}$/);
  await page.evaluate(() => history.replaceState(history.state, "", `${location.pathname}/secrets`));
  await page.getByRole("button", { name: "Add a secret" }).click();
  await page.getByRole("dialog", { name: "A secret" }).waitFor();
  await page.evaluate(() => history.go(-2));
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByText("Tide table").waitFor();
  await page.getByRole("dialog", { name: "A secret" }).waitFor({ state: "detached" });
}
