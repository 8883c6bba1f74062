// Two people in one app, a viewer, a session that ends in the middle, a server that goes away, a tab that is closed.
export default async function ({ start, person, everywhere, expect }) {
  const own = await start({});
  let again;
  try {
    const ann = await person({ width: 1440 }, own.url);
    const { page, call, context, password } = ann;
    const app = await call("POST", "/apps", {
      name: "Boats",
      toolName: "search_boats",
      toolDescription: "Search boats.",
    });
    const invited = async (role) => {
      const { url } = await call("POST", `/workspaces/${ann.workspace.id}/invitations`, { role });
      const somebody = await person({ width: 1440 }, own.url);
      await somebody.call("POST", `/invitations/${url.split("/").pop()}/accept`);
      await somebody.page.goto("/apps");
      await somebody.page.evaluate((id) => {
        sessionStorage.setItem("berth.workspace", id);
        localStorage.setItem("berth.workspace", id);
      }, ann.workspace.id);
      await somebody.page.goto(`/apps/${app.id}`);
      return somebody;
    };
    const stored = () => call("GET", `/apps/${app.id}`);
    const saved = (p) => p.locator("[data-saving=saved]").waitFor();
    await page.goto(`/apps/${app.id}?part=texts`);
    await saved(page);
    const bob = await invited("editor");
    await bob.page.getByLabel("Tool name").waitFor();

    // Different fields go together; the same field is asked about.
    await bob.page.getByLabel("Tool name").fill("find_boats");
    await saved(bob.page);
    await page.getByLabel("Description", { exact: true }).fill("Boats for hire.");
    ann.expected(/412 \(Precondition Failed\)/);
    await page.getByText("Changes from elsewhere were taken over").waitFor();
    await saved(page);
    expect(
      "both changes are there",
      await stored().then((a) => a.toolName === "find_boats" && a.description === "Boats for hire."),
    );

    bob.expected(/412 \(Precondition Failed\)/);
    await bob.page.getByRole("tab", { name: "Texts" }).click();
    await bob.page.getByLabel("Description", { exact: true }).fill("Bob’s boats.");
    const dialog = bob.page.getByRole("dialog", { name: "Somebody else changed this too" });
    await dialog.waitFor();
    await everywhere(bob.page, "editor-conflict");
    expect(
      "both versions are shown",
      (await dialog.getByText("Bob’s boats.").isVisible()) && (await dialog.getByText("Boats for hire.").isVisible()),
    );
    await dialog.getByRole("radio", { name: "Theirs" }).check();
    await dialog.getByRole("button", { name: "Keep what is chosen" }).click();
    await saved(bob.page);
    expect("theirs stays", (await stored()).description === "Boats for hire.");
    expect(
      "theirs is shown",
      (await bob.page.getByLabel("Description", { exact: true }).inputValue()) === "Boats for hire.",
    );
    await bob.page.getByRole("button", { name: "Undo" }).click();
    await saved(bob.page);
    expect("undo brings mine back", (await stored()).description === "Bob’s boats.");

    // A viewer sees everything and changes nothing.
    const eve = await invited("viewer");
    await eve.page.getByText("You may look at this app").waitFor();
    expect("a viewer cannot type", !(await eve.page.getByLabel("Tool name").isEditable()));
    expect(
      "a viewer cannot publish",
      (await eve.page.getByRole("button", { name: "Publish", exact: true }).count()) === 0,
    );
    await eve.page.frameLocator("iframe[title='The widget']").getByText("Linen table lamp").waitFor();
    await everywhere(eve.page, "editor-viewer");
    for (const part of ["Layout", "Data", "Theme", "Texts"]) {
      await eve.page.getByRole("tab", { name: part }).click();
      const open = await eve.page
        .getByRole("tabpanel")
        .locator("input, textarea, select")
        .evaluateAll(
          (nodes) =>
            nodes.filter(
              (node) => !node.disabled && !node.readOnly && node.name !== "" && !node.matches("[type=radio]"),
            ).length,
        );
      expect(`a viewer finds ${part} read-only`, open === 0);
    }

    // The session ends while somebody types.
    await page.reload();
    await saved(page);
    await page.getByLabel("Response text").waitFor();
    await context.clearCookies();
    ann.expected(/401 \(Unauthorized\)/);
    await page.getByLabel("Response text").fill("Here are the boats.");
    const session = page.getByRole("dialog", { name: "Your session has ended" });
    await session.waitFor();
    await session.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await session.waitFor({ state: "detached" });
    await saved(page);
    expect("no text is lost", (await stored()).responseText === "Here are the boats.");

    // The server goes away, comes back, and goes away again with the tab.
    await own.stop();
    for (const somebody of [ann, bob, eve]) somebody.expected(/Failed to load resource|ERR_CONNECTION_REFUSED/);
    await page.getByLabel("Response text").fill("Here are all the boats.");
    await page.locator("[data-saving=offline]").waitFor();
    await everywhere(page, "editor-offline");
    again = await start({ addr: new URL(own.url).host, dataDir: own.dataDir });
    await saved(page);
    expect("it is saved once the server is back", (await stored()).responseText === "Here are all the boats.");
    await again.stop();
    await page.getByLabel("Response text").fill("Typed without a server.");
    await page.locator("[data-saving=offline]").waitFor();
    page.on("dialog", (d) => void d.accept());
    await page.close({ runBeforeUnload: false });
    again = await start({ addr: new URL(own.url).host, dataDir: own.dataDir });
    const next = await context.newPage();
    await next.goto(`/apps/${app.id}?part=texts`);
    await next.getByText("Unsaved changes were restored").waitFor();
    await saved(next);
    expect(
      "what was typed in a tab that is gone is saved",
      (await stored()).responseText === "Typed without a server.",
    );
  } finally {
    await (again ?? own).remove();
  }
}
