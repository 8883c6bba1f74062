// The link that a fresh server prints signs its owner in, once, and leads to the apps.
export default async function ({ start, visit, everywhere, expect }) {
  const own = await start({});
  try {
    expect(`a link is printed:\n${own.output()}`, own.signInLink);
    const { page, expected } = await visit({}, own.url);
    await page.goto(own.signInLink);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/apps");
    await page.getByRole("heading", { name: "What should your first app do?", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Gift ideas" }).waitFor();
    await page.getByText("You have no password yet").waitFor();
    await everywhere(page, "apps-shipped");
    await page.getByRole("link", { name: "Set a password" }).click();
    await page.getByLabel("New password").fill("a harbour of one's own");
    expect("nobody is asked for a password that is not there", !(await page.getByLabel("Current password").count()));
    await everywhere(page, "profile-first-password");
    await page.getByRole("button", { name: "Set the password" }).click();
    await page.getByText("Your password is set").waitFor();
    await page.goto("/apps");
    await page.getByRole("link", { name: "Gift ideas" }).waitFor();
    expect("who has a password is asked no more", !(await page.getByText("You have no password yet").count()));

    expected(/404 \(Not Found\)/);
    const answer = await page.goto("/no/such/page");
    expect("an address that leads nowhere answers 404", answer.status() === 404);
    await page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
  } finally {
    await own.remove();
  }
}
