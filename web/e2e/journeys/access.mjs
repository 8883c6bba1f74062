// Who may use an app and whose rows they see, what publishing says about it, and who is told of changed rows.
export default async function ({ person, everywhere, expect }) {
  const { page, call, expected, late } = await person();
  const app = await call("POST", "/apps", { name: "Notes" });
  const stored = () => call("GET", `/apps/${app.id}`);
  await page.goto(`/apps/${app.id}/data`);
  await page.getByRole("button", { name: "New table" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Notes");
  await page.getByRole("switch", { name: "Each person has rows of their own" }).check();
  await everywhere(page, "data-new-table");
  await page.getByRole("button", { name: "Make the table" }).click();
  await page.getByText("0 rows", { exact: true }).waitFor();
  await call("PATCH", `/apps/${app.id}`, {
    tools: [
      {
        name: "search_notes",
        description: "Searches your notes. Use when somebody asks for a note. Needs no further information.",
        layoutTemplate: "list",
        handler: { kind: "query", table: "notes" },
      },
    ],
  });

  // Publishing says that people must sign in, and leads to where that is chosen.
  expected(/422 .*\/publish$/);
  await page.goto(`/apps/${app.id}`);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("button", { name: /access must be person or mixed/ }).click();
  await page.waitForURL(/\/access$/);
  await page.getByText("nobody signs in to this app").waitFor();
  await page.getByRole("radio", { name: "Only people who sign in" }).check();
  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByRole("link", { name: "Access", exact: true }).click();
  await page.getByText("Not saved yet; kept in this tab.").waitFor();
  expected(/422 .*\/apps\/[0-9a-f-]+$/);
  await page.getByLabel("E-mail addresses", { exact: true }).fill("ana@example.com, nobody");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("“nobody” must be an e-mail address").waitFor();
  await everywhere(page, "access");
  await page.getByLabel("E-mail addresses", { exact: true }).fill("ana@example.com");
  await page.getByLabel("Domains of e-mail addresses").fill("@example.org");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const { access, allow } = await stored();
  expect(
    `the choice is stored: ${JSON.stringify({ access, allow })}`,
    access === "person" && allow.emails[0] === "ana@example.com" && allow.domains[0] === "example.org",
  );
  expect("nothing is in the way any more", (await call("GET", `/apps/${app.id}/check`)).problems.length === 0);

  // Webhooks: an address that is refused stays, the secret is shown once, and what is sent stands in a list.
  await page.goto(`/apps/${app.id}/data`);
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("heading", { name: "Nobody is told yet" }).waitFor();
  expect(
    "the page that leads to the webhooks is marked",
    (await page.getByRole("link", { name: "Data", exact: true }).getAttribute("aria-current")) === "true",
  );
  await everywhere(page, "webhooks-none");
  await page.getByRole("button", { name: "New webhook" }).click();
  const address = page.getByLabel("Address", { exact: true });
  expected(/422 .*\/webhooks$/);
  await address.fill("http://localhost/hook");
  await page.getByRole("button", { name: "Make the webhook" }).click();
  await address.and(page.locator("[aria-invalid]")).waitFor();
  await everywhere(page, "webhooks-refused");
  await address.fill("https://hooks.example.invalid/rows");
  await page.getByRole("button", { name: "Make the webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^whsec_/).waitFor();
  await everywhere(page, "webhooks-secret");
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("button", { name: "Deliveries to hooks.example.invalid" }).click();
  await page.getByRole("heading", { name: "Nothing was sent yet" }).waitFor();
  await call("POST", `/apps/${app.id}/tables/notes/rows`, { values: { name: "Milk" } });
  await page.getByRole("button", { name: "Look again" }).click();
  await page.getByRole("rowheader", { name: /notes, added/ }).waitFor();
  await everywhere(page, "webhooks");
  // While the answer to a deletion is on its way nobody asks for what is gone: the list of a waiting message looks again every two seconds.
  await late(/\/webhooks\/[0-9a-f-]+$/, 2500);
  await page.getByRole("button", { name: "Delete the webhook to hooks.example.invalid" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "Nobody is told yet" }).waitFor();
}
