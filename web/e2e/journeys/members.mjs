// An owner lets somebody in by a link and gives them a role; what everybody may do follows; all of it stands in the audit.
export default async function ({ person, everywhere, expect }) {
  const ana = await person();
  const bo = await person({ width: 390, height: 844 });
  const { page, call, late, workspace } = ana;
  await page.goto("/settings/members");
  await page.getByRole("rowheader", { name: /Ana Lima/ }).waitFor();
  expect(
    "the only owner cannot step down",
    await page.getByLabel("Role of Ana Lima").locator("option[value=viewer]").isDisabled(),
  );
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("They become").selectOption("viewer");
  await everywhere(page, "settings-members-invite");
  await page.getByRole("button", { name: "Make the link" }).dblclick();
  await page.getByRole("heading", { name: "Send this link" }).waitFor();
  const open = (await call("GET", `/workspaces/${workspace.id}/invitations`)).items;
  expect(`two clicks make one link: ${open.length}`, open.length === 1);
  await everywhere(page, "settings-members-link");
  await page.getByRole("button", { name: "Copy the link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press("Escape");
  expect("the link stays until it is said to be copied", await page.getByText("Copy it now").isVisible());
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("button", { name: "Revoke the invitation for whoever has the link" }).waitFor();
  await everywhere(page, "settings-members");

  await bo.page.goto(link);
  await everywhere(bo.page, "invitation");
  await bo.page.getByRole("button", { name: /Join|Accept/ }).click();
  await bo.page.waitForURL("**/apps");
  expect(
    "who is invited is a member",
    (await bo.call("GET", "/workspaces")).items.some(({ id, role }) => id === workspace.id && role === "viewer"),
  );
  await bo.page.evaluate((id) => sessionStorage.setItem("berth.workspace", id), workspace.id);
  await bo.page.goto("/settings/members");
  await bo.page.getByRole("button", { name: "Leave" }).waitFor();
  expect("viewers invite nobody", (await bo.page.getByRole("button", { name: "Invite" }).count()) === 0);
  await everywhere(bo.page, "settings-members-viewer");
  await bo.page.goto("/settings/audit");
  await bo.page.getByRole("heading", { name: "The audit is for owners" }).waitFor();
  await everywhere(bo.page, "settings-audit-viewer");

  await page.reload();
  const roles = page.getByRole("combobox", { name: /^Role of/ });
  await roles.nth(1).waitFor();
  // The list is long on its way: it shows the new role meanwhile.
  await late(/\/members\?/, 1000);
  await roles.nth(1).selectOption("editor");
  await page.getByText("is now an editor").waitFor();
  expect("the role is that", (await roles.nth(1).inputValue()) === "editor");
  const undone = page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelectorAll("select[id]")[1]?.value === "viewer");
  await undone; // what is shown is what was chosen, which the server may not have yet

  const app = await call("POST", "/apps", { name: "<b>Tides</b>" });
  await call("PATCH", `/apps/${app.id}`, { description: "</dd><script>alert(1)</script>" });
  await page.goto("/settings/audit");
  await page.getByText("changed <b>Tides</b>").waitFor();
  await page.getByText("joined as viewer, by an invitation").waitFor();
  await page.locator("summary").first().click();
  await page.getByText("</dd><script>alert(1)</script>").waitFor();
  await everywhere(page, "settings-audit");
  await page.getByLabel("What").selectOption("member");
  await page.waitForURL(/what=member$/);
  await page.getByText("changed <b>Tides</b>").waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("made Ana Lima an editor").waitFor();
  await page.getByLabel("Who").selectOption(ana.email);
  await page.getByLabel("What").selectOption("key");
  await page.getByRole("heading", { name: "Nothing fits" }).waitFor();
  await page.getByRole("button", { name: "Show everything" }).click();
  await page.getByText("created <b>Tides</b>").waitFor();

  await bo.page.goto("/settings/members");
  await bo.page.getByRole("button", { name: "Leave" }).click();
  await bo.page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await bo.page.waitForURL("**/apps");
  expect("who left is out", !(await bo.call("GET", "/workspaces")).items.some(({ id }) => id === workspace.id));
}
