// The link that a fresh server prints signs its owner in, once, and leads to the apps.
export default async function ({ start, visit, expect }) {
  const own = await start({});
  try {
    expect(`a link is printed:\n${own.output()}`, own.signInLink);
    const { page, expected } = await visit({}, own.url);
    await page.goto(own.signInLink);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/apps");
    await page.getByRole("heading", { name: "Apps", level: 1 }).waitFor();

    expected(/404 \(Not Found\)/);
    const answer = await page.goto("/no/such/page");
    expect("an address that leads nowhere answers 404", answer.status() === 404);
    await page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
  } finally {
    await own.remove();
  }
}
