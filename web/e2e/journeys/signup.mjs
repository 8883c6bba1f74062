// Somebody new finds the start, makes an account, and is among their apps; then leaves and comes back by a deep link.
export default async function ({ visit, everywhere, expect }) {
  const { page, expected } = await visit();
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await everywhere(page, "landing"); // nothing is asked for a visitor, so nothing is refused
  expected(/401 \(Unauthorized\).*\/api\/v1\/me$/); // pages for people who are signed in ask who one is

  await page.getByRole("link", { name: "Create an account" }).click();
  await page.waitForURL("**/signup");
  await page.getByLabel("E-mail address").fill("new@example.com");
  await page.getByLabel("Password").fill("short");
  expected(/422 \(Unprocessable Entity\).*signup$/);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Password").and(page.locator("[aria-invalid=true]:focus")).waitFor();
  expect("the password that was refused is kept", (await page.getByLabel("Password").inputValue()) === "short");
  await everywhere(page, "signup-refused");

  await page.getByLabel("Password").fill("a long enough password");
  await page.getByRole("button", { name: "Create account" }).dblclick(); // a second account would be refused
  await page.waitForURL("**/apps");
  await page.getByRole("heading", { name: "What should your first app do?" }).waitFor();
  expect("the title names the page", (await page.title()) === "Apps · Berth");
  await page.goto("/");
  await page.waitForURL("**/apps");

  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  expect("the theme is dark", (await page.evaluate(() => document.documentElement.dataset.theme)) === "dark");
  await page.reload();
  expect("the theme stays", (await page.evaluate(() => document.documentElement.dataset.theme)) === "dark");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/signin");
  await page.evaluate(() => localStorage.clear());

  await page.goto("/apps?q=boats");
  await page.waitForURL(/signin\?next=/);
  await page.getByRole("heading", { name: "Sign in to Berth" }).waitFor();
  await everywhere(page, "signin");
  await page.getByLabel("E-mail address").fill("new@example.com");
  await page.getByLabel("Password").fill("not the password");
  expected(/401 \(Unauthorized\).*login$/);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Password").fill("a long enough password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/apps?q=boats");
}
