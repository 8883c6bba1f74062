// Somebody who may only look: sees every page of an app, and is offered nothing that they may not do.
export default async function ({ person, everywhere, expect }) {
  const owner = await person();
  const app = await owner.call("POST", "/apps", {
    name: "Seen boats",
    mcpSlug: "seen-boats",
    toolName: "show_boats",
    toolDescription: "Shows boats that are free. Use it when somebody asks to hire one.",
  });
  await owner.call("POST", `/apps/${app.id}/publish`);
  await owner.call("POST", `/apps/${app.id}/publish`);
  await owner.call("POST", `/apps/${app.id}/test`, { arguments: { message: "Boats?" }, release: "live" });
  const { url } = await owner.call("POST", `/workspaces/${owner.workspace.id}/invitations`, { role: "viewer" });

  const { page, call } = await person();
  await call("POST", `/invitations/${url.split("/").pop()}/accept`);
  await page.goto("/apps");
  await page.evaluate((id) => sessionStorage.setItem("berth.workspace", id), owner.workspace.id);
  const none = async (where, ...names) => {
    for (const name of names)
      expect(`${where} offers no ${name}`, (await page.getByRole("button", { name }).count()) === 0);
  };
  await page.goto(`/apps/${app.id}/releases`);
  await page.getByRole("heading", { name: "Version 2" }).waitFor();
  await none("releases", /^Unpublish/, /^Roll back/, /^Serve/);
  await page.getByRole("button", { name: "Compare version 1 with live" }).click();
  await page.getByText("Nothing: both are the same.").waitFor();
  await none("comparing", /^Serve/);

  await page.goto(`/apps/${app.id}/try`);
  await page.getByText("Calling tools is for people who may edit this app").waitFor();
  await none("trying", /^Call$/);
  await everywhere(page, "viewer-try");

  await page.goto(`/apps/${app.id}/observe`);
  await page.getByRole("table", { name: "Calls, newest first" }).waitFor();
  expect("samples are for editors", (await page.getByRole("tab", { name: "Samples" }).count()) === 0);

  await page.goto(`/apps/${app.id}/readiness`);
  await page.getByRole("heading", { name: "Listing" }).waitFor();
  await none("readiness", /^Save/, /^Fill in/, /^Change it/);
  expect(
    "the listing can be read only",
    await page.getByRole("textbox", { name: "Tagline" }).evaluate((node) => node.readOnly),
  );

  await page.goto(`/apps/${app.id}/connect`);
  await page.locator("[data-checked=ok]").waitFor();
  await page.goto("/settings/workspace");
  await page.getByText("Owners can change it.").first().waitFor();
  await none("the workspace", /^Save/);
}
