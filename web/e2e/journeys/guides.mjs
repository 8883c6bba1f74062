// Pages for whoever comes: the guides, the list and a long one with sections, tables and code; and how a password is set anew
// where no mail is sent, which is by a long command.
export default async function ({ visit, everywhere }) {
  const { page } = await visit({});
  await page.goto("/docs");
  await everywhere(page, "guides");
  await page.getByRole("link", { name: "Operating Berth" }).click();
  await page.getByRole("heading", { name: "Operating Berth", level: 1 }).waitFor();
  await everywhere(page, "guide");
  await page.getByRole("link", { name: "All guides" }).click();
  await page.getByRole("heading", { name: "Guides", level: 1 }).waitFor();
  await page.goto("/account/reset");
  await everywhere(page, "account-reset");
}
