// Connect: no address before the first publish; then one address, checked in both eras, with steps for every client.
export default async function ({ person, everywhere, expect, server }) {
  const { page, call, expected } = await person();
  const app = await call("POST", "/apps", {
    name: "Boats & <b>bays</b>",
    mcpSlug: "boats-and-bays",
    toolName: "show_boats",
    toolDescription: "Shows boats that are free. Use it when somebody asks to hire one.",
  });
  const bare = await call("POST", "/apps", { name: "Without an address" });
  expected(/409 \(Conflict\).*\/connect$/);
  await page.goto(`/apps/${bare.id}/connect`);
  await page.getByRole("heading", { name: "There is no address yet" }).waitFor();
  await everywhere(page, "connect-none");

  await call("POST", `/apps/${app.id}/publish`);
  await page.goto(`/apps/${app.id}/connect`);
  await page.locator("[data-checked=ok]").waitFor();
  const answers = await page.getByRole("status", { name: "Check" }).innerText();
  expect(
    `both eras answer: ${answers}`,
    answers.includes("2026-07-28") && answers.includes("2025-06-18") && answers.includes("show_boats"),
  );
  const address = `${server.url}/servers/boats-and-bays/mcp`;
  await page.getByRole("button", { name: "Copy the address", exact: true }).click();
  expect("the address is copied", (await page.evaluate(() => navigator.clipboard.readText())) === address);
  await page.getByRole("img", { name: `QR code of ${server.url}/servers/boats-and-bays` }).waitFor();
  await page.getByRole("heading", { name: "Only this machine can reach it" }).waitFor();
  await page.getByText("ChatGPT calls from the internet and cannot reach this address yet").waitFor();
  await everywhere(page, "connect");

  for (const name of [
    "Claude",
    "Claude Code",
    "Codex",
    "Cursor",
    "VS Code",
    "MCP Inspector",
    "TypeScript",
    "Python",
    "Go",
  ]) {
    await page.getByRole("tab", { name, exact: true }).click();
    const panel = page.getByRole("tabpanel", { name, exact: true });
    await panel.waitFor();
    if (name === "Claude") continue;
    await panel.getByText(address).first().waitFor();
    const open = panel.getByRole("link", { name: `Open in ${name}`, exact: true });
    expect(
      `${name} is opened by a link where it has one`,
      (await open.count()) === (["Cursor", "VS Code"].includes(name) ? 1 : 0),
    );
  }
  await page.waitForURL(/client=go/);
  await call("PATCH", `/apps/${app.id}`, { access: "mixed" });
  await call("POST", `/apps/${app.id}/publish`);
  await page.goto(`/apps/${app.id}/connect?client=claude`);
  await page.getByText("You sign in on a page of this server when you connect it.").waitFor();
  await page.getByRole("tabpanel").getByText(`${address}/signed-in`).waitFor();
  await everywhere(page, "connect-mixed");
  await page.getByRole("tab", { name: "Go", exact: true }).click();
  await page.reload();
  await page.getByText("package main").waitFor();
  await page.getByText("How to get a public address").click();
  for (const guide of ["The guide", "the page on deploying"]) {
    const href = await page.getByRole("link", { name: guide, exact: true }).getAttribute("href");
    expect(`${guide} is there`, (await fetch(server.url + href)).ok);
  }
  await everywhere(page, "connect-go");

  await call("POST", `/apps/${app.id}/unpublish`);
  await page.reload();
  await page.getByText(/is not live: until a release is served/).waitFor();
}
