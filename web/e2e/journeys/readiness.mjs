// Readiness: the checklist leads to what is to mend, the listing is filled in and refused in words, and the file is downloaded.
export default async function ({ person, everywhere, expect }) {
  const { page, call, expected } = await person();
  const app = await call("POST", "/apps", {
    name: "Boats for hire at the harbour of Lisbon",
    toolName: "show_boats",
    toolDescription: "Shows boats that are free. Use it when somebody asks to hire one.",
  });
  await page.goto(`/apps/${app.id}/readiness`);
  await page.getByRole("heading", { name: /^To do/ }).waitFor();
  const todo = page.getByRole("region", { name: /^To do/ }).getByRole("listitem");
  const before = await todo.count();
  await everywhere(page, "readiness");
  const current = await page.getByRole("navigation").locator("[aria-current=page]").allTextContents();
  expect(`one page of the app is the present one: ${current}`, current.join() === "Apps,Readiness");
  // Where the system has its own colours, what is chosen still differs from what is not, and a button from text.
  await page.emulateMedia({ forcedColors: "active" });
  const alike = await page.evaluate(() =>
    [
      ["nav [aria-current=page]", "nav a:not([aria-current])"],
      [".choice:has(:checked)", ".choice:not(:has(:checked))"],
    ].filter((pair) => {
      const [a, b] = pair.map((selector) => getComputedStyle(document.querySelector(selector)).backgroundColor);
      return a === b;
    }),
  );
  expect(`chosen and not look alike: ${alike}`, !alike.length);
  const edge = await page
    .getByRole("button", { name: "Save" })
    .evaluate((node) => getComputedStyle(node).borderTopWidth);
  expect(`a button has an edge: ${edge}`, edge === "1px");
  await page.emulateMedia({ forcedColors: "none" });

  await page.getByRole("button", { name: "Fill in: A privacy policy" }).click();
  expect(
    "the field has the focus",
    await page.getByRole("textbox", { name: "Privacy policy" }).evaluate((node) => node === document.activeElement),
  );
  await page.getByRole("textbox", { name: "Privacy policy" }).fill("javascript:alert(1)");
  await page.getByRole("textbox", { name: "Tagline" }).fill("<b>Boats</b> for everybody, all over Portugal");
  expected(/422 \(Unprocessable Entity\).*\/listing$/);
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("[aria-invalid=true]").waitFor();
  expect(
    "what was typed stays",
    (await page.getByRole("textbox", { name: "Privacy policy" }).inputValue()) === "javascript:alert(1)",
  );
  await everywhere(page, "readiness-refused");
  await page.getByText("Not saved yet").waitFor();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("link", { name: "Readiness", exact: true }).click();
  expect(
    "what was typed outlives the page",
    (await page.getByRole("textbox", { name: "Privacy policy" }).inputValue()) === "javascript:alert(1)",
  );
  await page.reload();
  await page.getByRole("button", { name: "Drop the changes" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  expect(
    "and reading it anew",
    (await page.getByRole("textbox", { name: "Privacy policy" }).inputValue()) === "javascript:alert(1)",
  );
  await page.getByRole("textbox", { name: "Privacy policy" }).fill("https://example.com/privacy");
  await page.getByRole("textbox", { name: "Category" }).fill("Travel");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The listing is saved").waitFor();
  await page.locator("summary", { hasText: "Done" }).click();
  await page.getByText("https://example.com/privacy").waitFor();
  await page.waitForFunction(
    (n) => document.querySelectorAll("[aria-labelledby=group-todo] li").length === n,
    before - 3,
  );
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction((n) => document.querySelectorAll("[aria-labelledby=group-todo] li").length === n, before);

  await page.locator("label", { hasText: /^Claude$/ }).click();
  await page.waitForURL(/for=claude/);
  await page.getByText("A website").waitFor({ state: "detached" });
  await page.locator("label", { hasText: /^Both$/ }).click();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Submission file" }).click();
  const file = await download;
  expect(
    `a file for the directory: ${file.suggestedFilename()}`,
    file.suggestedFilename().endsWith("-submission.json"),
  );

  await page.getByRole("button", { name: "Change it: A short name" }).click();
  await page.waitForURL(new RegExp(`/apps/${app.id}(\\?.*)?$`));
  await page.waitForFunction(() => document.activeElement?.getAttribute("data-path") === "name");
}
