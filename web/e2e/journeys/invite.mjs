// An invitation: somebody new joins with a fresh account, somebody known signs in on the page; both see the workspace they joined.
export default async function ({ person, visit, everywhere, expect }) {
  const owner = await person();
  const team = await owner.call("POST", "/workspaces", { name: "Harbour office" });
  const invite = async () => (await owner.call("POST", `/workspaces/${team.id}/invitations`, { role: "editor" })).url;
  await owner.call("POST", "/apps", { name: "Mine alone" });

  const fresh = await visit({ width: 390, height: 800 });
  await fresh.page.goto(await invite());
  await everywhere(fresh.page, "invite");
  await fresh.page.getByLabel("E-mail address").first().fill("joins@example.com");
  await fresh.page.getByLabel("Password").first().fill("a long enough password");
  await fresh.page.getByRole("button", { name: "Create my account and join" }).click();
  await fresh.page.getByRole("button", { name: "Workspace: Harbour office" }).waitFor();
  expect("the address is clean", new URL(fresh.page.url()).search === "");

  const known = await person();
  await known.page.goto("/apps");
  await known.page.getByRole("button", { name: /^Workspace: Ana/ }).waitFor();
  await known.page.goto(await invite());
  await known.page.getByRole("button", { name: "Join" }).click();
  await known.page.getByRole("button", { name: "Workspace: Harbour office" }).waitFor();

  // Who is signed in as somebody else than is invited gets in with the other account.
  const { url } = await owner.call("POST", `/workspaces/${team.id}/invitations`, {
    role: "editor",
    email: "other@example.com",
  });
  const other = await person();
  other.expected(/403 \(Forbidden\).*\/invite\//);
  await other.page.goto(url);
  await other.page.getByRole("button", { name: "Join" }).click();
  await other.page.getByText("This invitation is for another e-mail address.").waitFor();
  await other.page.getByText("Use another account").click();
  await everywhere(other.page, "invite-another");
  expect(
    "the address is there",
    (await other.page.getByLabel("E-mail address").first().inputValue()) === "other@example.com",
  );
  await other.page.getByLabel("Password").first().fill("a long enough password");
  await other.page.getByRole("button", { name: "Create my account and join" }).click();
  await other.page.getByRole("button", { name: "Workspace: Harbour office" }).waitFor();

  known.expected(/404 \(Not Found\).*\/api\/v1\/me/);
  await known.page.goto(`/apps?workspace=${owner.workspace.id}&q=mine`);
  await known.page.getByRole("heading", { name: "Apps", level: 1 }).waitFor();
  expect("a workspace that is not theirs stays closed", !(await known.page.getByText("Mine alone").count()));
}
