// From the editor to a live app without a mouse; then a seeded app, which can only be copied.
export default async function ({ person, expect }) {
  const { page, call } = await person({ width: 1440 });
  const app = await call("POST", "/apps", { name: "Ferries" });
  await page.goto(`/apps/${app.id}`);
  await page.getByLabel("Tool name").waitFor();
  const focused = () =>
    page.evaluate(() => {
      const a = document.activeElement;
      if (a?.getAttribute("role") === "tabpanel") return "";
      return a?.labels?.[0]?.textContent?.trim() || a?.getAttribute("aria-label") || a?.textContent?.trim() || "";
    });
  const tabTo = async (name, back = false) => {
    for (let i = 0; i < 80; i++) {
      if ((await focused()).startsWith(name)) return;
      await page.keyboard.press(back ? "Shift+Tab" : "Tab");
    }
    throw new Error(`the Tab key does not reach “${name}”; the last was “${await focused()}”`);
  };
  await tabTo("Tool name");
  await page.keyboard.type("search_ferries");
  expect("the name is typed", (await page.getByLabel("Tool name").inputValue()) === "search_ferries");
  await tabTo("What it does");
  await page.keyboard.type(
    "Search ferries on the Tejo. Use when somebody wants to cross the river. Needs no further information.",
  );
  await page.keyboard.press("Control+z");
  expect("Control+Z takes back what was typed", (await page.getByLabel(/^What it does/).inputValue()) === "");
  await page.keyboard.press("Control+Shift+z");
  expect("only that", (await page.getByLabel("Tool name").inputValue()) === "search_ferries");
  while (!(await page.evaluate(() => document.activeElement?.getAttribute("role") === "tab")))
    await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByRole("tabpanel").getByLabel("Title", { exact: true }).waitFor();
  await tabTo("Title");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Ferries of Lisbon");
  await page.frameLocator("iframe[title='The widget']").getByText("Ferries of Lisbon").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("publish ferr");
  await page.getByRole("option", { name: "Publish Ferries", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Ferries is live" }).waitFor();
  await page.locator("[data-probe=ok]").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect("it is live with what was typed", (await call("GET", `/apps/${app.id}`)).status === "published");
}
