// From a new app to a live one: every part of the draft, what the widget shows of it meanwhile, and publishing.
export default async function ({ person, everywhere, expect, server }) {
  const { page, call, expected } = await person({ width: 1440, height: 900 });
  const app = await call("POST", "/apps", { name: "Boats of Porto" });
  const long = `Boats${"harbour".repeat(9)}`;
  await page.goto(`/apps/${app.id}`);
  const widget = page.frameLocator("iframe[title='The widget']");
  const saved = () => page.locator("[data-saving=saved]").waitFor();
  const stored = () => call("GET", `/apps/${app.id}`);
  const part = (name) => page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
  await widget.getByText("Linen table lamp").waitFor();

  // A name without Latin letters has an address to offer.
  const russian = await call("POST", "/apps", { name: "Лодки Порту" });
  await page.goto(`/apps/${russian.id}`);
  await part("Texts");
  await page.getByRole("button", { name: "Use lodki-portu" }).click();
  await saved();
  expect("the proposal is the address", (await call("GET", `/apps/${russian.id}`)).mcpSlug === "lodki-portu");
  await page.goto(`/apps/${app.id}`);

  // The tool: rules while typing, and what one click does about them.
  const name = page.getByLabel("Tool name");
  await name.fill("my boats!");
  await page.getByText("without spaces, “!”").waitFor();
  await page.getByRole("button", { name: "Use my_boats" }).click();
  expect("the better name is taken", (await name.inputValue()) === "my_boats");
  await name.fill("boats");
  await page.getByRole("button", { name: "Use search_boats" }).click();
  const description = page.getByLabel(/^What it does/);
  await description.fill("Search the boats that can be hired in Porto, with price and size.");
  await page.getByRole("button", { name: /^Use when/ }).click();
  expect("the sentence is added", /size\. Use when/.test(await description.inputValue()));
  await page.getByRole("button", { name: "Needs no further information." }).click();
  await page.getByText("Nothing to improve").waitFor();
  await saved();
  expect("the server has it", (await stored()).toolName === "search_boats");
  await everywhere(page, "editor-tool");

  // Layouts: data that is the sample changes with the layout; undo brings the last one back.
  await part("Layout");
  await page.getByRole("button", { name: "List", exact: true }).click();
  await widget.getByRole("listitem").first().waitFor();
  await saved();
  expect("the layout is stored", (await stored()).layoutTemplate === "list");
  await page.locator("main").press("Control+z");
  await widget.getByText("Linen table lamp").waitFor();
  expect(
    "the page is marked where one is",
    (await page
      .getByRole("navigation", { name: "App" })
      .getByRole("link", { name: "Edit" })
      .getAttribute("aria-current")) === "page",
  );
  await everywhere(page, "editor-layout");

  // Data: what is typed is in the widget at once.
  await part("Data");
  const title = page.getByLabel("Title", { exact: true }).first();
  await title.fill("Boats for hire");
  await widget.getByRole("heading", { name: "Boats for hire" }).waitFor();
  const times = await typing(page, title);
  console.log(`     typing to preview: median ${times.median} ms, slowest ${times.slowest} ms of ${times.count}`);
  await page.getByRole("button", { name: "Add an item" }).click();
  await page.locator(":focus[data-path='mockData.items[3].title']").waitFor();
  await page.keyboard.type("Rowing boat");
  await widget.getByText("Rowing boat").waitFor(); // a message has room for four, drawn compact
  await page.getByRole("button", { name: "Rowing boat", exact: true }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.getByText("Moved to place 3 of 4").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Remove Linen table lamp" }).click();
  await widget.getByText("Linen table lamp").waitFor({ state: "detached" });
  await saved();
  await everywhere(page, "editor-data");
  // Who opens another part at once is not taken back to what was undone.
  await page.locator("main").press("Control+z");
  await part("Layout");
  await widget.getByText("Linen table lamp").waitFor();

  // What was typed goes along to another layout, and back; a layout that cannot show it says why.
  await page.getByRole("button", { name: "Table", exact: true }).click();
  await widget.getByRole("cell", { name: "Rowing boat" }).or(widget.getByText("Rowing boat")).first().waitFor();
  await saved();
  expect(
    "the data fits",
    (await call("GET", `/apps/${app.id}/check`)).problems.every((p) => !/Data/.test(p.location)),
  );
  expected(/422 .*\/generate$/);
  await page.getByRole("button", { name: "Map", exact: true }).click();
  await page.getByText(/needs places.*stays as it was/).waitFor();
  await everywhere(page, "editor-layout-refused");
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  await widget.getByRole("button", { name: "Refine the ideas" }).waitFor();
  await saved();

  // Theme: a ready one, then a colour that nobody can read.
  await part("Theme");
  await page.getByRole("button", { name: "Forest" }).click();
  await page.getByRole("textbox", { name: "Muted text", exact: true }).fill("#dddddd");
  await page.getByText("Hard to read on the surface").waitFor();
  await widget.getByText("Linen table lamp").waitFor();
  await everywhere(page, "editor-theme");
  await part("Tool");
  await saved();

  // Publishing says what is in the way, and leads there.
  expected(/422 .*\/publish$/);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "One thing to fix first" }).waitFor();
  await everywhere(page, "editor-refused");
  await dialog.getByRole("button", { name: /Theme, light\.muted/ }).click();
  await page.locator(":focus[data-path='themeVariables.light.muted']").waitFor();
  await page.getByRole("button", { name: /^Use #/ }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByRole("heading", { name: "Boats of Porto is live" }).waitFor();
  await dialog.locator("[data-probe=ok]").getByText("through its public address").waitFor();
  expect(
    "the address is the app's",
    (await dialog.locator("[data-live-url]").textContent()) === `${server.url}/servers/boats-of-porto/mcp`,
  );
  expect("milliseconds are told", /published in \d+ ms/.test(await dialog.textContent()));
  await everywhere(page, "editor-live");
  await page.keyboard.press("Escape");

  // The draft goes ahead; unpublishing says what happens, and can be taken back.
  await part("Texts");
  await page.getByLabel("Description", { exact: true }).fill("Boats that can be hired by the day.");
  await page.getByText("The draft is ahead of live: version 1").waitFor();
  await everywhere(page, "editor-texts");
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByText("Saved, except").waitFor();

  expect("the last name stays", (await stored()).name === "Boats of Porto");
  await page.getByLabel("Name", { exact: true }).fill(long);
  await widget.locator("body").waitFor();
  await saved();
  await page.getByRole("button", { name: "More about publishing" }).click();
  await page.getByRole("menuitem", { name: "Unpublish…" }).click();
  await dialog.getByText("In ChatGPT and Claude the app stays in the list").waitFor();
  await everywhere(page, "editor-unpublish");
  await dialog.getByRole("button", { name: "Unpublish" }).click();
  await page.getByText(`${long} is off the air`).waitFor();
  await page.locator("h1:focus").waitFor({ state: "attached" });
  expect("it is not served", (await stored()).status === "draft");
  await page.getByLabel("Name", { exact: true }).fill("Boats");
  await saved();

  // The other host, and a button in the widget that speaks in the conversation.
  await page.goto(`/apps/${app.id}?host=mcp&size=phone&scheme=dark&part=preview`);
  await widget.getByText("Linen table lamp").waitFor();
  expect("the widget is dark", (await widget.locator("html").getAttribute("data-theme")) === "dark");
  await widget.getByRole("button", { name: "Refine the ideas" }).click();
  await page.locator("[data-said]").waitFor();
  await page.getByLabel("Language").selectOption("ar-EG");
  await widget.locator("html[dir=rtl]").waitFor();
  await page.getByRole("radio", { name: "Fullscreen" }).check({ force: true });
  await widget.locator("html[data-display=fullscreen]").waitFor();
  await page.getByRole("button", { name: "Back into the conversation" }).click();
  await widget.locator("html[data-display=inline]").waitFor();
  await page.getByRole("radio", { name: "ChatGPT" }).check({ force: true });
  await widget.locator("html[data-theme=dark]").waitFor();
  await everywhere(page, "editor-preview");
}

/** Milliseconds from a key to the widget's new text, by the clock that both documents share. */
async function typing(page, field) {
  const frames = page.getByRole("region", { name: "Preview" }).locator("iframe");
  await frames.nth(1).waitFor({ state: "detached" }); // what is coming has come
  const frame = await (await frames.elementHandle()).contentFrame();
  await frame.evaluate(() => {
    globalThis.drawn = [];
    new MutationObserver(() =>
      requestAnimationFrame(() =>
        globalThis.drawn.push([
          document.querySelector("h1, h2, h3")?.textContent,
          performance.timeOrigin + performance.now(),
        ]),
      ),
    ).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await field.evaluate((node) => {
    globalThis.typed = [];
    node.addEventListener("input", () =>
      globalThis.typed.push([node.value, performance.timeOrigin + performance.now()]),
    );
  });
  await field.focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" on the river Douro", { delay: 60 });
  await page.waitForTimeout(500);
  const typed = await page.evaluate(() => globalThis.typed);
  const drawn = await frame.evaluate(() => globalThis.drawn);
  const took = typed
    .map(
      ([text, at]) =>
        drawn.find(([seen, when]) => (when >= at && seen === text.trimEnd()) || (seen === text && when >= at))?.[1] -
        at,
    )
    .filter((ms) => ms >= 0)
    .sort((a, b) => a - b);
  return {
    count: took.length,
    median: Math.round(took[Math.floor(took.length / 2)] ?? NaN),
    slowest: Math.round(took.at(-1) ?? NaN),
  };
}
