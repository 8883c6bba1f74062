// Observe: nothing at first; then calls in both eras come in by themselves, can be narrowed by link, are in charts and in a
// table, and are sampled only while somebody asks for it.
const hostile = "<img src=x onerror=alert(1)>";

export default async function ({ person, everywhere, expect, server }) {
  const { page, call, late, held } = await person();
  const app = await call("POST", "/apps", {
    name: "Boats",
    mcpSlug: "observed-boats",
    toolName: "show_boats",
    toolDescription: "Shows boats that are free. Use it when somebody asks to hire one.",
  });
  await page.goto(`/apps/${app.id}/observe`);
  await page.getByRole("heading", { name: "No calls in the last day" }).waitFor();
  await everywhere(page, "observe-quiet");

  await call("POST", `/apps/${app.id}/publish`);
  const ask = (version, client, args) =>
    fetch(`${server.url}/servers/observed-boats/mcp`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": version,
        ...(version > "2026" && { "Mcp-Method": "tools/call", "Mcp-Name": "show_boats" }),
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "show_boats",
          arguments: args,
          ...(version > "2026" && {
            _meta: {
              "io.modelcontextprotocol/protocolVersion": version,
              "io.modelcontextprotocol/clientInfo": { name: client, version: "1" },
              "io.modelcontextprotocol/clientCapabilities": {},
            },
          }),
        },
      }),
    }).then((r) => r.json());
  const good = await ask("2026-07-28", hostile, { message: "Boats?" });
  expect(`the app answers: ${JSON.stringify(good)}`, good.result && !good.result.isError);
  for (let i = 0; i < 8; i++) await ask("2026-07-28", i % 2 ? "claude-ai" : "openai-mcp", { message: "Boats?" });
  await ask("2026-07-28", "openai-mcp", { other: 1 });
  for (let i = 0; i < 3; i++) await ask("2025-06-18", "", { message: "Boats?" });
  const rows = page.getByRole("table", { name: "Calls, newest first" }).getByRole("row");
  await rows.nth(13).waitFor(); // with its head; they came by themselves
  await page.getByRole("img", { name: /^Calls\. Calls:/ }).waitFor();
  await page.getByRole("button", { name: /claude-ai/ }).waitFor();
  await everywhere(page, "observe");

  await page.getByRole("button", { name: /openai-mcp/ }).click();
  await page.waitForURL(/client=openai-mcp/);
  await rows.nth(6).waitFor({ state: "detached" });
  await page.getByLabel("Outcome").selectOption("invalid");
  await rows.nth(2).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("cell", { name: /Bad arguments/ }).waitFor();
  expect("the link narrows alike", (await rows.count()) === 2);
  await ask("2026-07-28", "openai-mcp", { other: 2 });
  await rows.nth(2).waitFor();
  await page.getByLabel("Client").selectOption(hostile);
  await page.getByRole("heading", { name: "No call fits" }).waitFor();
  await page.getByRole("button", { name: "Show all calls" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("The charts as a table").click();
  await page.getByRole("table", { name: "Calls over time" }).waitFor();
  await everywhere(page, "observe-table");

  await page.getByRole("tab", { name: "Samples" }).click();
  await page.getByLabel("Keep what is asked and answered").click();
  await page.getByText("Waiting for a call").waitFor();
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline && !(await call("GET", `/apps/${app.id}/samples`)).items.length)
    await ask("2026-07-28", "openai-mcp", { message: hostile });
  await page.locator("summary", { hasText: "show_boats" }).first().click();
  await page.getByText(hostile).first().waitFor();
  await everywhere(page, "observe-samples");
  // A choice that is long on its way does not undo the next.
  await held("**/sampling", 2000, (body) => body?.enabled);
  const kept = page.waitForResponse((answer) => answer.request().postDataJSON()?.enabled === true);
  await page.getByLabel("Keep each for").selectOption("1");
  await page.getByLabel("Keep what is asked and answered").click();
  await page.getByRole("button", { name: "Turn off and delete" }).click();
  await page.getByText("Nothing is kept any more").waitFor();
  await kept;
  expect("it is off", !(await call("GET", `/apps/${app.id}/sampling`)).enabled);
  expect("all are deleted", (await call("GET", `/apps/${app.id}/samples`)).items.length === 0);

  // The calls are read every two seconds, and not while the session is being ended.
  await page.getByRole("tab", { name: "Calls" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await late("**/auth/logout", 2500);
  await held(/\/stats\?/, 2000);
  await page.waitForRequest(/\/stats\?/);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/signin");
}
