// The guides of the product: the list and a long one with sections, tables and code, for whoever comes.
export default async function ({ visit, everywhere }) {
  const { page } = await visit({});
  await page.goto("/docs");
  await everywhere(page, "guides");
  await page.getByRole("link", { name: "Operating Berth" }).click();
  await page.getByRole("heading", { name: "Operating Berth", level: 1 }).waitFor();
  await everywhere(page, "guide");
}
