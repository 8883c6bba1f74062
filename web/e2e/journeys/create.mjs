// New apps: from a sentence and further ones, from a layout, and from JSON with everything that can be wrong with it.
export default async function ({ person, everywhere, expect }) {
  const { page, call, expected } = await person();
  const made = async () => (await call("GET", "/apps")).items;
  const opened = () => page.waitForURL(/\/apps\/[0-9a-f-]{36}$/);

  await page.goto("/apps");
  await page
    .getByLabel("Your app in a sentence")
    .fill("Show the boats that can be hired in Lisbon, with price and size");
  await page.getByRole("button", { name: "Draft it" }).click();
  await page.getByRole("form", { name: "Draft" }).waitFor();
  const name = page.getByLabel("Name", { exact: true });
  const first = await name.inputValue();
  expect("the draft has a name and a tool", first && (await page.getByLabel("Tool name").inputValue()).length > 3);
  await page.frameLocator("iframe").getByText("Example boat 1").waitFor();
  expect("nothing is saved yet", (await made()).length === 0);
  await everywhere(page, "new-draft");
  await page.getByLabel("What should be different?").fill("call it Sailing in Lisbon");
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    (former) => document.querySelector("form[aria-label=Draft] input").value !== former,
    first,
  );
  await page.getByRole("button", { name: "Take that back" }).click();
  expect("the former draft is back", (await name.inputValue()) === first);
  expect(
    "the sentence can be said otherwise",
    (await page.getByLabel("What should be different?").inputValue()) === "call it Sailing in Lisbon",
  );
  await page.getByLabel("What should be different?").fill("mind the gap");
  await page.keyboard.press("Enter");
  await page.getByText("That changed nothing.").waitFor();
  expect(
    "the sentence is still there",
    (await page.getByLabel("What should be different?").inputValue()) === "mind the gap",
  );
  await page.getByRole("link", { name: "Template" }).click();
  await page
    .getByRole("button", { name: /Use .* as template/ })
    .first()
    .waitFor();
  await page.getByRole("link", { name: "Describe" }).click();
  await page.reload();
  expect("the draft outlives a look elsewhere and a reload", (await name.inputValue()) === first);
  await page.getByRole("button", { name: "Begin again" }).click();
  await page.getByLabel("What should your app do?").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await name.fill("Boats in Lisbon");
  await page.getByRole("button", { name: "Create the app" }).click();
  await opened();
  const [boats] = await made();
  expect("the app is what was shown", boats.name === "Boats in Lisbon" && boats.toolName && boats.toolDescription);
  expect("it could be published as it is", (await call("GET", `/apps/${boats.id}/check`)).problems.length === 0);

  await page.goto("/apps/new");
  await page
    .getByLabel("What should your app do?")
    .fill("our club lends out boats: name, type, price per day. members can request a boat with date, name and phone");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "It also has" }).getByText("submit_boat_request").waitFor();
  await page.getByRole("radio", { name: "Form" }).check({ force: true });
  await page.frameLocator("iframe").getByLabel("Phone").waitFor();
  await everywhere(page, "new-draft-form");
  await page.getByRole("button", { name: "Begin again" }).click();

  await page.goto("/apps/new?from=layout");
  await page.getByRole("radio", { name: "Timeline" }).check({ force: true });
  await page.waitForURL(/layout=timeline/);
  const ways = await page.locator("[aria-label='Ways to begin'] [aria-current]").allTextContents();
  expect(`one way to begin is the present one: ${ways}`, ways.join() === "Layout");
  const frame = page.frameLocator("iframe");
  await frame.locator("body :visible").first().waitFor();
  await everywhere(page, "new-layout");
  expected(/422 .*\/apps$/);
  await page.getByRole("button", { name: "Create the app" }).click();
  await page.getByLabel("Name of the app").and(page.locator("[aria-invalid]")).waitFor();
  await page.getByLabel("Name of the app").fill("Harbour history");
  await page.getByRole("button", { name: "Create the app" }).evaluate((button) => {
    button.click();
    button.click();
  });
  await opened();
  expect("two clicks make one app", (await made()).length === 2);
  expect("the app has the layout", (await made())[0].layoutTemplate === "timeline");

  // What the form of the sample sends is kept: the tool that it names is there, and a table.
  await page.goto("/apps/new?from=layout&layout=form");
  await page.getByLabel("Name of the app").fill("Osteria");
  await page.getByRole("button", { name: "Create the app" }).click();
  await opened();
  const [osteria] = await made();
  const missing = (await call("GET", `/apps/${osteria.id}/check`)).problems.map(({ location }) => location);
  const unnamed = "body.tools[0].name body.tools[0].description";
  expect(`only its first tool has no name yet: ${missing}`, osteria.exampleData && missing.join(" ") === unnamed);
  const toolDescription = "Show a form to reserve a table. Use when somebody wants one. Needs no further information.";
  await call("PATCH", `/apps/${osteria.id}`, { toolName: "show_booking_form", toolDescription });
  await page.reload();
  const form = page.frameLocator("iframe[title='The widget']");
  await form.getByLabel("Name").fill("Ana");
  await form.getByRole("button", { name: "Reserve" }).press("Enter"); // the frame is scaled, and pointers miss it
  await form.getByText("We have your reservation").waitFor();
  const kept = (await call("GET", `/apps/${osteria.id}/tables/answers/rows`)).items.map(({ values }) => values);
  expect(`what was sent is kept: ${JSON.stringify(kept)}`, kept[0]?.name === "Ana" && kept[0].status === "new");

  // A form that an app is given later says that nothing is kept, until somebody has that changed.
  const later = await call("POST", "/apps", { name: "Trattoria", toolName: "show_form", toolDescription });
  await page.goto(`/apps/${later.id}?part=layout`);
  await page.getByRole("button", { name: "Form", exact: true }).click();
  await page.getByText("the form calls reserve_table, which this app does not have").waitFor();
  await everywhere(page, "new-form-later");
  await page.getByRole("button", { name: "Keep it in a table" }).click();
  await page.getByText("which this app does not have").waitFor({ state: "detached" });
  const { problems } = await call("GET", `/apps/${later.id}/check`);
  expect(`it can be published: ${JSON.stringify(problems)}`, problems.length === 0);
  await form.getByLabel("Name").fill("Bo");
  await form.getByRole("button", { name: "Reserve" }).press("Enter");
  await form.getByText("We have your reservation").waitFor();

  // What another layout does not show of typed data is said.
  const typed = { title: "Breads", items: [{ title: "Rye", price: "€3.20" }, { title: "Oat" }] };
  const breads = await call("POST", "/apps", { name: "Breads", mockData: typed });
  await page.goto(`/apps/${breads.id}?part=layout`);
  await page.getByRole("button", { name: "Dashboard", exact: true }).click();
  await page.getByText("Shown nowhere: Price.").waitFor();
  await page.getByRole("button", { name: "Details", exact: true }).click();
  await page.getByText("It shows 1 of the 2 entries.").waitFor();
  await form.getByRole("heading", { name: "Rye" }).waitFor();

  await page.goto("/apps/new?from=json");
  const json = page.getByLabel("App as JSON");
  const refused = async (text, message) => {
    await json.fill(text);
    await page.getByRole("button", { name: "Create the app" }).click();
    await page.getByText(message).first().waitFor();
    expect(`“${text.slice(0, 30)}” is kept`, (await json.inputValue()).length === text.length);
  };
  await refused('{"name":"a","name":"b"}', "Line 1, column 13: “name” stands here twice; remove one.");
  await refused("[1]", "An app is an object");
  await refused('{"name":"a","colour":"red"}', "These are no fields of an app: colour.");
  await refused(`{"name":"${"x".repeat(1 << 20)}"}`, "at most 1 MiB can be read");
  await refused('{"name":"a","toolName":"no blanks"}', "toolName");
  await everywhere(page, "new-json");
  await page.reload();
  expect("the text outlives a reload", (await json.inputValue()) === '{"name":"a","toolName":"no blanks"}');
  const history = (await made()).find(({ name }) => name === "Harbour history");
  await json.fill(JSON.stringify({ ...history, name: "<img src=x onerror=alert(1)>", mcpSlug: null }));
  await page.getByRole("button", { name: "Create the app" }).click();
  await opened();
  expect(
    "the text has become an app",
    (await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("berth.typed.")))).length ===
      0,
  );
  expect("the name is text", (await made())[0].name === "<img src=x onerror=alert(1)>");
  await page.getByText("<img src=x onerror=alert(1)>").first().waitFor();

  await page.goto("/apps/new?from=template");
  await page
    .getByRole("button", { name: /Use .* as template/ })
    .first()
    .waitFor();
  await everywhere(page, "new-template");
}
