// A button of the widget calls the draft's own tool, in either host; a seeded app is seen, and copied.
export default async function ({ start, person, visit, everywhere, expect }) {
  const own = await start({});
  try {
    const { page, call } = await person({ width: 1440 }, own.url);
    const app = await call("POST", "/apps", {
      name: "Ask us",
      toolName: "ask_office",
      toolDescription: "Ask the office. Use when somebody has a question. Needs the question.",
      layoutTemplate: "form",
      mockData: {
        title: "Ask us",
        tool: "ask_office",
        fields: [{ name: "message", label: "Your question", required: true }],
        submitLabel: "Send it",
        successMessage: "We have your question.",
      },
    });
    const widget = page.frameLocator("iframe[title='The widget']");
    for (const host of ["chatgpt", "mcp"]) {
      await page.goto(`/apps/${app.id}?host=${host}`);
      await widget.getByLabel("Your question").fill("When do you open?");
      await widget.getByRole("button", { name: "Send it" }).click();
      await widget.getByText("Nothing was kept").first().waitFor();
    }
    const calls = (await call("GET", `/apps/${app.id}/calls`)).items;
    expect(
      "the calls are those of the builder",
      calls.length === 2 &&
        calls.every(({ client, tool, outcome }) => client === "builder" && tool === "ask_office" && outcome === "ok"),
    );

    const owner = await visit({ width: 1440 }, own.url);
    await owner.page.goto(own.signInLink);
    await owner.page.getByRole("button").first().click();
    await owner.page.waitForURL("**/apps");
    await owner.page.getByRole("link", { name: /gift/i }).first().click();
    await owner.page.getByText("ships with Berth and cannot be changed").waitFor();
    await owner.page.locator("iframe[title='The widget']").waitFor();
    await everywhere(owner.page, "editor-seeded");
    await owner.page.getByRole("button", { name: "Use as template" }).click();
    await owner.page.getByRole("button", { name: "Publish", exact: true }).waitFor();
    await owner.page.getByLabel("Tool name").and(owner.page.locator(":not([readonly])")).waitFor();
  } finally {
    await own.remove();
  }
}
