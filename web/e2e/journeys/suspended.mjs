// An app that whoever runs the server has suspended says so on all its pages, in the list and in the audit, until it is resumed.
export default async function ({ person, server, everywhere, expect }) {
  const { page, call, expected } = await person();
  const { id } = await call("POST", "/apps", {
    name: "Boats",
    toolName: "show_boats",
    toolDescription: "Shows boats that are free. Use it when somebody asks to hire one.",
  });
  const { mcpSlug } = await call("POST", `/apps/${id}/publish`);
  await server.command("suspend", "app", mcpSlug, "--reason", "It asks for <b>passwords</b>.");

  expected(/403 \(Forbidden\).*\/mcp$/); // the check of the connect page
  for (const path of ["", "/try", "/connect", "/observe", "/releases", "/readiness"]) {
    await page.goto(`/apps/${id}${path}`);
    await page.getByText("Suspended by whoever runs this server since").waitFor();
    await page.getByText("The reason: It asks for <b>passwords</b>.").waitFor();
    await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" }); // what is said may come before the page
    if (["", "/releases", "/connect"].includes(path)) await everywhere(page, `suspended${path.replace("/", "-")}`);
  }
  await page.goto("/apps");
  await page.getByRole("article").getByText("Suspended", { exact: true }).waitFor();
  await everywhere(page, "suspended-apps");
  await page.getByRole("button", { name: "Actions for Boats" }).click();
  const remove = page.getByRole("menuitem", { name: "Delete… Not while the app is suspended" });
  await remove.waitFor();
  expect("it cannot be deleted", (await remove.getAttribute("aria-disabled")) === "true");

  await server.command("resume", "app", mcpSlug);
  await page.goto(`/apps/${id}`);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByText("Boats").waitFor();
  expect("nothing is said when it is resumed", !(await page.getByText("Suspended by whoever").count()));
  await page.goto("/settings/audit");
  await page.getByText("Berth suspended Boats").waitFor();
  await page.getByText("Berth ended the suspension of Boats").waitFor();
}
