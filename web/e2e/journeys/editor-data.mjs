// Data from elsewhere, good and bad: CSV, JSON, 5 MB, HTML; and JSON as text with its errors where they are.
export default async function ({ person, everywhere, expect }) {
  const { page, call } = await person({ width: 1440 });
  const app = await call("POST", "/apps", { name: "Boats" });
  const stored = () => call("GET", `/apps/${app.id}`);
  const saved = () => page.locator("[data-saving=saved]").waitFor();
  const widget = page.frameLocator("iframe[title='The widget']");
  await page.goto(`/apps/${app.id}?part=data`);
  const open = async () => {
    await page.getByRole("button", { name: "Paste or import" }).click();
    await dialog.waitFor();
  };
  const dialog = page.getByRole("dialog", { name: "Paste or import data" });
  const text = dialog.getByLabel("Data", { exact: true });
  const paste = (content) =>
    text.evaluate((node, data) => {
      const clipboard = new DataTransfer();
      clipboard.setData("text/plain", data);
      node.dispatchEvent(new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true, cancelable: true }));
    }, content);

  await open();
  for (const [bad, says] of [
    ['title,price\n"Rowing boat,20\nCanoe,15', "Line 2: a cell begins with a quote that is never closed"],
    ["title,price\nRowing boat,20,30", "Line 2 has 3 cells, but the first line names 2 columns"],
    ['title,price\n"Rowing"boat,20', "Line 2: after the closing quote comes “b” instead of a comma"],
    ['{"items":[{"title":"a"}],"items":[]}', "“items” stands here twice"],
    ['{"items":[}', "Line 1, column 11"],
    ["<table onmouseover=alert(1)><img src=x onerror=alert(1)>", "This is HTML"],
  ]) {
    await text.fill(bad);
    await dialog.getByRole("alert").getByText(says).waitFor();
  }
  await everywhere(page, "editor-import-bad");
  await text.fill("Boat;Cost;Photo;Seats\nRowing boat;€20;;4\nCanoe;€15;;2");
  await dialog.getByText("2 rows, 4 columns.").waitFor();
  await dialog.getByLabel("Boat goes to").selectOption("title");
  await dialog.getByLabel("Seats goes to").selectOption("");
  await everywhere(page, "editor-import");
  await dialog.getByRole("button", { name: "Use this data" }).click();
  await widget.getByText("Rowing boat").waitFor();
  await saved();
  expect(
    "the rows are the data",
    (await stored()).mockData.items.map(({ title, price }) => `${title} ${price}`).join() ===
      "Rowing boat €20,Canoe €15",
  );
  await page.getByRole("button", { name: "Undo" }).first().click();
  await widget.getByText("Linen table lamp").waitFor();

  await open();
  await paste(
    `title,description\n${Array.from({ length: 50_000 }, (_, i) => `Boat ${i},${"a fine boat ".repeat(8)}`).join("\n")}`,
  );
  await dialog.getByText(/an app may have 256 KiB\. The first [\d,]+ entries fit/).waitFor();
  await dialog.getByRole("button", { name: /^Use the first/ }).click();
  await widget.getByText("Boat 0", { exact: true }).waitFor();
  await saved();
  await page.getByText(/not fit Cards yet/).waitFor(); // more than 500
  await page.getByRole("button", { name: "Undo" }).first().click();

  // As text: broken JSON stays as it is typed, also while another part is looked at.
  await page.getByRole("radio", { name: "JSON" }).check({ force: true });
  const editor = page.getByRole("textbox", { name: "The data as JSON" });
  /** As people do: all of it is marked, and pasted over. */
  const write = async (json) => {
    await editor.focus();
    await page.keyboard.press("Control+a");
    await page.evaluate((value) => navigator.clipboard.writeText(value), json);
    await page.keyboard.press("Control+v");
  };
  await editor.waitFor();
  await everywhere(page, "editor-json");
  await write('{"title":"Boats","items":[{"titel":"Canoe"}]');
  await page.getByText("a comma or } was expected, not the end of the text").waitFor();
  await page.getByText("Saved, except").waitFor();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /has text under JSON/ })
    .click();
  await page.locator(":focus[data-path=mockData]").waitFor();
  await page.getByRole("tab", { name: "Texts" }).click();
  await page.getByRole("tab", { name: /^Data/ }).click();
  await page.getByRole("link", { name: "Readiness", exact: true }).click();
  await page.getByRole("heading", { name: "Readiness" }).waitFor();
  await page.goBack();
  await editor.waitFor();
  expect("unfinished text is kept", (await editor.textContent()).includes('"titel"'));
  await page.getByRole("radio", { name: "Form" }).check({ force: true });
  await page.getByText("waits under JSON").waitFor();
  await page.getByLabel("Title", { exact: true }).first().fill("Harbour");
  await everywhere(page, "editor-json-waits");
  await page.getByRole("button", { name: "Show the text" }).click();
  await page.locator(":focus").and(editor).waitFor();
  await write('{"title":"Boats","items":[{"titel":"Canoe"}]}');
  await page.getByText("Which of the two stays?").waitFor();
  await widget.getByText("Harbour").waitFor();
  await page.getByRole("button", { name: "Use the text" }).click();
  await page.getByText("One thing does not fit Cards yet").waitFor();
  await page.locator(".cm-lintRange-warning").first().waitFor();
  await write('{"title":"Boats","items":[{"title":"Canoe"}],"x":1,"x":2}');
  await page.getByText("“x” stands here twice").waitFor();
  await write('{"title":"<img src=x onerror=alert(1)>","items":[{"title":"</script><script>alert(1)</script>"}]}');
  await widget.getByText("<img src=x onerror=alert(1)>").waitFor();
  await widget.getByText("</script><script>alert(1)</script>").waitFor();
  await saved();

  await write('{"title":"Boats","items":[{"title":"Canoe",}]}');
  await editor.press("Control+Home");
  for (let i = 0; i < '{"title":"Boats","items":[{"title":"Canoe",'.length; i++)
    await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+Space");
  await page.getByRole("option", { name: '"price"' }).waitFor();
  await everywhere(page, "editor-completion");
}
