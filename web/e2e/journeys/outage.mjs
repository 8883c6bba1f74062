// The server goes away and comes back: the page says so, loses nothing, and goes on by itself.
export default async function ({ start, person, everywhere, expect }) {
  const own = await start({});
  let again;
  try {
    const { page, call, expected } = await person({}, own.url);
    await call("POST", "/apps", { name: "Boats for hire" });
    await page.goto("/apps/new?from=json");
    await page.getByLabel("App as JSON").fill('{"name":"Tide table"}');
    await own.stop();
    expected(/Failed to load resource|ERR_CONNECTION_REFUSED/);
    await page.getByRole("button", { name: "Create the app" }).click();
    await page.getByText("Berth cannot be reached. Trying again").waitFor();
    await page.getByRole("alert").getByText("Berth cannot be reached.").waitFor();
    await everywhere(page, "outage");
    expect("what was typed stays", (await page.getByLabel("App as JSON").inputValue()) === '{"name":"Tide table"}');
    again = await start({ addr: new URL(own.url).host, dataDir: own.dataDir });
    await page.getByText("Berth cannot be reached. Trying again").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Create the app" }).click();
    await page.waitForURL(/\/apps\/[0-9a-f-]{36}$/);

    await again.stop();
    await page.getByRole("link", { name: "Berth, all apps" }).click();
    await page.getByText("Berth cannot be reached. Trying again").waitFor();
    again = await start({ addr: new URL(own.url).host, dataDir: own.dataDir });
    await page.getByRole("link", { name: "Boats for hire" }).waitFor();
  } finally {
    await (again ?? own).remove();
  }
}
