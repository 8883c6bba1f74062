// From signing up to a new app without a mouse; then another workspace, and back by the palette.
export default async function ({ visit }) {
  const { page } = await visit();
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim() ?? "",
    );
  const tabTo = async (name) => {
    for (let i = 0; i < 150; i++) {
      if ((await focused()).startsWith(name)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`the Tab key does not reach “${name}”; the last was “${await focused()}”`);
  };
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await tabTo("Create an account");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/signup");
  await page.getByLabel("E-mail address").and(page.locator(":focus")).waitFor();
  for (const [i, text] of ["keys@example.com", "Kaya", "a long enough password"].entries()) {
    if (i) await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "What should your first app do?" }).waitFor();
  const sentence = page.getByLabel("Your app in a sentence");
  await sentence.focus();
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");
  await sentence.and(page.locator(":focus")).waitFor(); // the focus goes back where it was
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("new app");
  await page.getByRole("option", { name: "New app", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/apps/new");
  await page.getByLabel("What should your app do?").waitFor();
  await tabTo("Layout");
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "Cards" }).waitFor();
  await page.keyboard.press("Tab");
  for (let i = 0; i < 20 && !(await page.evaluate(() => document.activeElement?.type === "radio")); i++)
    await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/layout=carousel/);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ferries");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/apps\/[0-9a-f-]{36}$/);

  // A key that comes while its frame is replaced is never answered.
  await page.frameLocator("iframe[title='The widget']").getByRole("heading").first().waitFor();
  await tabTo("Workspace:");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "New workspace" }).waitFor();
  await page.locator("[role=menu]:focus, [role=menu] :focus").waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "New workspace" }).getByLabel("Name").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("Harbour office");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/apps");
  await page.getByRole("heading", { name: "What should your first app do?" }).waitFor();
  await page.getByRole("button", { name: "Workspace: Harbour office" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Workspace: Harbour office" }).click();
  await page.getByRole("menuitemradio", { name: /^Kaya/ }).click();
  await page.getByRole("link", { name: "Ferries" }).waitFor();
}
