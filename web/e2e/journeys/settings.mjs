// One's own side of the settings: profile, password, sessions, the workspace's name, and API keys; names that look like
// markup stay text.
const hostile = `<img src=x onerror=alert(1)> "Ana"`;

export default async function ({ person, server, everywhere, expect }) {
  const { page, call, expected, email, password, workspace } = await person();
  await page.goto("/settings");
  await page.waitForURL("**/settings/profile");
  await page.getByLabel("Name").fill(hostile);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").waitFor();
  expect("the name is kept as it was typed", (await call("GET", "/me")).user.name === hostile);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelector("input[autocomplete=name]")?.value === "Ana Lima");

  expected(/422 \(Unprocessable Entity\).*\/me$/);
  const account = page.locator("form").filter({ hasText: "Account" });
  expect("a name needs no password", !(await account.getByLabel("Current password").count()));
  await account.getByLabel("E-mail address").fill(`new-${email}`);
  await account.getByLabel("Current password").fill("not the password");
  await account.getByRole("button", { name: "Save" }).click();
  await account.locator("[aria-invalid=true]").waitFor();
  await everywhere(page, "settings-profile-email");
  await account.getByLabel("E-mail address").fill(email);
  await account.getByLabel("Current password").waitFor({ state: "detached" });

  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.locator("[aria-invalid=true]").waitFor();
  expect("what was typed stays", (await page.getByLabel("New password").inputValue()) === "another long password");
  await everywhere(page, "settings-profile");
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByText("Your password is changed").waitFor();

  const other = await fetch(`${server.url}/api/v1/auth/login`, {
    method: "POST",
    body: JSON.stringify({ email, password: "another long password" }),
    headers: { "Content-Type": "application/json", "User-Agent": "curl/8.5.0", Origin: server.url },
  });
  expect("a second session", other.ok);
  await page.goto("/settings/sessions");
  await page.getByText("This one").waitFor();
  const end = page.getByRole("button", { name: "End the session on curl from 127.0.0.1" });
  await end.waitFor();
  await page.getByText("in use now").waitFor();
  await everywhere(page, "settings-sessions");
  await end.click();
  await end.waitFor({ state: "detached" });
  expect("the other session has ended", (await call("GET", "/me/sessions")).items.length === 1);

  await page.goto("/settings/workspace");
  await page.getByLabel("Name").fill(`Harbour ${hostile}`);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^The workspace is called Harbour <img/).waitFor();
  await page.getByRole("button", { name: /^Workspace: Harbour <img/ }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: `Workspace: ${workspace.name}` }).waitFor();
  await everywhere(page, "settings-workspace");

  await page.goto("/settings/keys");
  await page.getByRole("heading", { name: "No keys yet" }).waitFor();
  await everywhere(page, "settings-keys-empty");
  const asks = page.getByRole("button", { name: "New key" });
  await asks.press("Enter");
  await page.waitForURL(/open=new/);
  await page.getByLabel("Name").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");
  await asks.and(page.locator(":focus")).waitFor(); // the focus goes back where it was
  await asks.press("Enter");
  expected(/422 \(Unprocessable Entity\).*\/keys$/);
  await page.getByRole("button", { name: "Make the key" }).click();
  await page.locator("[aria-invalid=true]:focus").waitFor(); // whoever cannot see it hears what would be right
  await everywhere(page, "settings-keys-new");
  await page.getByLabel("Name").fill(hostile);
  await page.getByRole("button", { name: "Make the key" }).dblclick();
  await page.getByText("Copy it now").waitFor();
  expect("two clicks make one key", (await call("GET", `/workspaces/${workspace.id}/keys`)).items.length === 1);
  await everywhere(page, "settings-keys-once");
  await page.getByRole("button", { name: "Copy the key" }).click();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(`what is copied is a key: ${key}`, /^brt_\S{20,}$/.test(key));
  const used = await fetch(`${server.url}/api/v1/me`, { headers: { Authorization: `Bearer ${key}` } });
  expect("the key works", used.ok);
  await page.keyboard.press("Escape");
  expect("the key stays until it is said to be copied", await page.getByText("Copy it now").isVisible());
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("rowheader", { name: hostile }).waitFor();
  expect("the key itself is nowhere on the page", !(await page.content()).includes(key));
  await everywhere(page, "settings-keys");
  await page.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("heading", { name: "No keys yet" }).waitFor();
  expect(
    "the key is refused",
    (await fetch(`${server.url}/api/v1/me`, { headers: { Authorization: `Bearer ${key}` } })).status === 401,
  );
}
