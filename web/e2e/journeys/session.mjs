// A session that ends in the middle of work: nothing typed is lost, and what was asked for happens after signing in again.
export default async function ({ person, everywhere, expect }) {
  const { page, context, expected, password, email } = await person();
  const text = "Show the boats that can be hired in Lisbon, with price and size";
  await page.goto("/apps/new");
  await page.getByLabel("What should your app do?").fill(text);
  await context.clearCookies();
  expected(/401 \(Unauthorized\)/);
  await page.getByRole("button", { name: "Draft it" }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.waitFor();
  expect("it is the same person", (await dialog.getByLabel("E-mail address").inputValue()) === email);
  await page.keyboard.press("Escape");
  expect("there is no way around it", await dialog.isVisible());
  await everywhere(page, "session-ended");
  await dialog.getByLabel("Password").fill("not the password");
  await page.keyboard.press("Enter");
  await dialog.getByRole("alert").waitFor();
  expect("what was typed stays", (await page.getByLabel("What should your app do?").inputValue()) === text);
  await dialog.getByRole("button", { name: "I signed in in another tab" }).click();
  await dialog.getByText("No session was found yet").waitFor();
  await dialog.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("form", { name: "Draft" }).waitFor();

  await context.clearCookies();
  await page.getByRole("button", { name: "Create the app" }).click();
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "Leave the page" }).click();
  await page.waitForURL("**/signin");
}
