// Two replicas on one PostgreSQL: what is published on one is tried and called on the other, and rolled back there.
export default async function ({ postgres, start, person, until }) {
  const database = await postgres();
  const replicas = [];
  try {
    for (let i = 0; i < 2; i++) replicas.push(await start({ env: { BERTH_DATABASE_URL: database.url } }));
    const [one, two] = replicas;
    const ana = await person({}, one.url);
    const app = await ana.call("POST", "/apps", {
      name: "Boats",
      mcpSlug: "replicated-boats",
      toolName: "show_boats",
      toolDescription: "Shows boats that are free. Use it when somebody asks to hire one.",
      mockData: { items: [{ title: "Aurora" }] },
    });
    await ana.page.goto(`/apps/${app.id}`);
    await ana.page.getByRole("button", { name: "Publish", exact: true }).click();
    await ana.page.getByRole("heading", { name: /is live$/ }).waitFor();
    const answer = async () =>
      (await fetch(`${two.url}/servers/replicated-boats`, { headers: { Accept: "text/html" } })).status;
    await until("the other replica serves it", answer, (status) => status === 200);

    const bo = await person({}, two.url); // signs up here; then the same person as there comes by a cookie that both know
    await bo.context.clearCookies();
    await bo.context.addCookies((await ana.context.cookies()).map((cookie) => ({ ...cookie, domain: "127.0.0.1" })));
    await bo.page.goto(`/apps/${app.id}/try?release=live`);
    await bo.page.getByRole("button", { name: "Call" }).click();
    await bo.page.locator("[data-widget=shown]").waitFor();
    await bo.page.frameLocator("iframe[title='The widget with this result']").getByText("Aurora").waitFor();

    await ana.call("PATCH", `/apps/${app.id}`, { mockData: { items: [{ title: "Tern" }] } });
    await ana.call("POST", `/apps/${app.id}/publish`);
    await bo.page.goto(`/apps/${app.id}/releases`);
    await bo.page.getByRole("button", { name: "Roll back to this: version 1" }).click();
    await bo.page.getByText("Version 1 is live").waitFor();
    const call = async () =>
      (
        await fetch(`${one.url}/servers/replicated-boats/mcp`, {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            Accept: "application/json, text/event-stream",
            "MCP-Protocol-Version": "2025-06-18",
          },
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name: "show_boats", arguments: { message: "Boats?" } },
          }),
        })
      ).text();
    await until("the first replica serves version 1 again", call, (text) => text.includes("Aurora"));

    await ana.page.goto(`/apps/${app.id}/observe`);
    await ana.page
      .getByRole("cell", { name: /builder/ })
      .first()
      .waitFor({ timeout: 20_000 });
  } finally {
    for (const replica of replicas) await replica.remove();
    await database.stop();
  }
}
