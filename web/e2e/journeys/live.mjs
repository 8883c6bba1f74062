// An app that asks its author's API: a curl line is read and its key kept apart, the answer is clicked into the widget by mouse and
// keys, what goes wrong says at which step, and a real local upstream sees the key that no page shows.
import { createServer } from "node:http";

const weather = {
  meta: { city: "Oslo" },
  days: [
    { day: "2026-11-23", name: "Monday", sky: "rain", high: 4 },
    { day: "2026-11-24", name: "Tuesday", sky: "snow", high: -1 },
  ],
};

export default async function ({ start, person, everywhere, expect, until }) {
  const asked = [];
  const upstream = createServer((request, response) => {
    asked.push({ url: request.url, key: request.headers["x-api-key"] });
    const good = request.headers["x-api-key"] === "k-very-secret";
    response.writeHead(good ? 200 : 401, { "Content-Type": "application/json" });
    response.end(JSON.stringify(good ? weather : { message: "who are you?" }));
  });
  await new Promise((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${upstream.address().port}`;
  const server = await start({ env: { BERTH_EGRESS_ALLOW: host, BERTH_LLM_PROVIDER: "echo" } });
  try {
    const somebody = await person({ width: 1440, height: 900 }, server.url);
    await connect(somebody, { host, asked, everywhere, expect, until });
    await imported(somebody, { everywhere, expect });
    await answered(somebody, { everywhere, expect });
  } finally {
    await server.remove();
    await new Promise((resolve) => upstream.close(resolve));
  }
}

async function connect({ page, call, late }, { host, asked, everywhere, expect, until }) {
  const app = await call("POST", "/apps", { name: "Weather" });
  const stored = async () => (await call("GET", `/apps/${app.id}`)).tools.find(({ name }) => name === "ask_api");
  await page.goto(`/apps/${app.id}/tools`);
  await page.getByRole("button", { name: "Add a tool" }).click();
  await page.getByRole("button", { name: /^Connect an API/ }).click();
  await everywhere(page, "live-empty");
  await page
    .getByLabel("Paste a curl line")
    .fill(`curl -s 'http://${host}/v1/days?city=Oslo' -H 'X-Api-Key: k-wrong' -H 'Accept-Language: en'`);
  await page.getByRole("button", { name: "Read it" }).click();
  await page.getByText("There was a key in the header X-Api-Key").waitFor();
  expect("the key stands nowhere in the page", !(await page.content()).includes("k-wrong"));
  await page.getByRole("button", { name: "Keep API_KEY as a secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep it" }).click();
  await page.getByText("Sent along: API_KEY").waitFor();
  // What the tool takes is long on its way: what is sent waits for that.
  const inputs = /\/tools\?release=draft$/;
  await late(inputs, 2000);
  await page.getByRole("button", { name: "Ask for city" }).click();
  await until("what is asked for is saved", stored, (tool) => tool?.handler.request.query?.city === "{{args.city}}");
  expect("the key is not in the draft", !JSON.stringify(await stored()).includes("k-wrong"));

  // A wrong key: the step that failed, and what would help. The right one takes its place.
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page
    .getByText(/who are you/)
    .first()
    .waitFor();
  await page.getByText("The key is missing or wrong").waitFor();
  await page.unroute(inputs);
  await page.getByRole("listitem").filter({ hasText: "Answer" }).filter({ hasText: "stopped here" }).waitFor();
  await everywhere(page, "live-refused");
  await page.getByRole("link", { name: "See the secrets" }).click();
  await page.getByRole("rowheader", { name: "API_KEY" }).waitFor();
  await everywhere(page, "live-secrets");
  await page.getByRole("button", { name: "Replace API_KEY" }).click();
  await page.getByLabel("Value", { exact: true }).fill("k-very-secret");
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByLabel("Value", { exact: true }).waitFor({ state: "hidden" }); // the word about the first key may still stand there
  await page.getByText("API_KEY is kept").first().waitFor();

  await page.getByRole("link", { name: "Back to the tools" }).click();
  await page.getByRole("button", { name: /^ask_api/ }).click();
  await page.getByLabel("City", { exact: true }).fill("Rome");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const tree = page.getByRole("tree", { name: "The answer" });
  await tree.getByRole("treeitem", { name: "name: Monday" }).click();
  await tree.getByRole("treeitem", { name: "name: Monday, fills Title" }).waitFor();
  const widget = page.frameLocator("iframe[title='The widget with this result']");
  await widget.getByText("Tuesday").waitFor();
  // By keys alone: a place, then a value below the one that has the focus.
  await page.getByRole("button", { name: "Subtitle: nothing", exact: true }).press("Enter");
  await tree.getByRole("treeitem", { name: "name: Monday, fills Title" }).press("ArrowDown");
  await page.keyboard.press("Enter");
  await widget.getByText("snow").waitFor();
  await until("the map is drawn", stored, ({ handler: { result } }) => {
    const { title, subtitle } = result?.item ?? {};
    return result?.each === "/days" && title?.from === "/name" && subtitle?.from === "/sky";
  });
  expect(
    `the upstream saw what was asked: ${JSON.stringify(asked.at(-1))}`,
    asked.at(-1).url === "/v1/days?city=Rome" && asked.at(-1).key === "k-very-secret",
  );
  // Some entries alone, as many as are wanted, and something where an entry has no value.
  await page.getByRole("button", { name: "Subtitle: /sky", exact: true }).click();
  await page.getByLabel("Where there is none").fill("clear");
  await page.getByLabel("Subtitle is", { exact: true }).selectOption("text");
  await page.getByText("Which entries", { exact: true }).click();
  await page.getByRole("button", { name: "Only entries where…" }).press("Enter");
  await page.getByLabel("Value that condition 1 looks at").selectOption("/high");
  await page.getByLabel("How condition 1 compares").selectOption("lt");
  await page.getByLabel("What condition 1 compares with").fill("0");
  await page.getByLabel("At most", { exact: true }).fill("1");
  await page.keyboard.press("Tab");
  await until("the entries are chosen", stored, ({ handler: { result } }) => {
    const { where, take, item } = result ?? {};
    const [one] = where ?? [];
    return (
      one?.from === "/high" &&
      one.op === "lt" &&
      one.value === 0 &&
      take === 1 &&
      item?.subtitle?.fallback === "clear" &&
      item.subtitle.as === "text"
    );
  });
  await widget.getByText("Monday").waitFor({ state: "detached" });
  await everywhere(page, "live-entries");
  await page.getByLabel("At most", { exact: true }).fill("");
  await page.getByRole("button", { name: "Without condition 1" }).click();
  await widget.getByText("Monday").waitFor();
  await page.getByRole("tab", { name: "Request" }).click();
  await page.getByText("X-Api-Key: •••").waitFor();
  expect("no page shows the key", !(await page.content()).includes("k-very-secret"));
  await everywhere(page, "live");
  await page.getByRole("button", { name: "Keep this answer as mock" }).click();
  await page.getByText("The answer is kept as mock").waitFor();
  const mock = ({ mockData }) => mockData?.items?.[1]?.title === "Tuesday";
  await until("the answer is the mock", stored, mock);
  // Its undo leaves what is typed after it.
  await page.getByLabel("What it does, when to use it, what it needs").fill("Tells the weather.");
  const kept = page.getByRole("dialog", { name: "The answer is kept as mock" });
  await kept.getByRole("button", { name: "Undo" }).click();
  await until("the answer is no mock", stored, (tool) => !mock(tool) && tool.description === "Tells the weather.");
  await page.getByRole("button", { name: "Keep this answer as mock" }).click();
  await until("the answer is the mock again", stored, mock);

  // Published, the answers are looked at; a field that goes is named with what it filled. Then made-up ones take their place at once.
  const tools = [
    {
      ...(await stored()),
      description: "Tells the weather of a city. Use when somebody asks for it. Requires the city.",
      example: { city: "Rome" },
    },
  ];
  await call("PATCH", `/apps/${app.id}`, { tools });
  await call("POST", `/apps/${app.id}/publish`);
  const drift = () => call("GET", `/apps/${app.id}/drift`);
  await until("the answers are looked at", drift, ({ items }) => items[0]?.state === "ok");
  // Try shows the four panes of what the draft asks, when somebody wants them.
  const tool = page.url();
  await page.goto(`/apps/${app.id}/try?tool=ask_api`);
  await page.getByRole("button", { name: "Call", exact: true }).click();
  const before = asked.length;
  await page.getByRole("tab", { name: "API", exact: true }).click();
  expect("nothing is asked unasked", asked.length <= before + 1);
  await page.getByRole("button", { name: "Ask the API" }).click();
  const panes = page.getByRole("tablist", { name: "The call" });
  for (const [pane, text] of [
    ["Arguments", "Rome"],
    ["Request", "X-Api-Key: •••"],
    ["Answer", "HTTP 200"],
    ["Data", "Tuesday"],
  ]) {
    await panes.getByRole("tab", { name: pane, exact: true }).click();
    await page.getByRole("tabpanel").last().getByText(text).first().waitFor();
    await page.getByRole("tabpanel").last().getByRole("button", { name: /^Copy/ }).first().waitFor();
  }
  await page.getByText("Waiting", { exact: true }).waitFor();
  expect("Try shows no key", !(await page.content()).includes("k-very-secret"));
  await everywhere(page, "try-api");
  await page.goto(tool);
  await page.getByText("Answers as it did").waitFor();
  for (const day of weather.days) delete day.sky;
  await page.getByRole("button", { name: "Check now" }).click();
  await page.getByText("Answers in another shape").waitFor();
  await page.getByText("/days/*/sky").waitFor();
  await everywhere(page, "live-drift");
  await page.getByRole("group", { name: "Its answers are" }).getByText("Mock", { exact: true }).click();
  await page.getByText("Mock now").waitFor();
  await until("the switch is kept", stored, ({ mode }) => mode === "mock");
  const { draftAhead, publishVersion } = await call("GET", `/apps/${app.id}`);
  expect("it took no publish", !draftAhead && publishVersion === 1);
}

const document = `openapi: 3.1.0
info: { title: Bakery, version: "1" }
servers: [{ url: https://api.bakery.example }]
paths:
  /breads:
    get:
      operationId: listBreads
      summary: Lists breads
      parameters: [{ name: q, in: query, schema: { type: string } }]
      responses:
        "200":
          description: ok
          content: { application/json: { schema: { type: array, items: { type: object, properties: { name: { type: string }, price: { type: number } } } } } }
  /breads/{id}:
    delete:
      operationId: deleteBread
      summary: Deletes a bread
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: gone } }
`;

// Tools of an OpenAPI document: what is no document is said, what is recommended is chosen, and what is added works as an example.
async function imported({ page, call, expected }, { everywhere, expect }) {
  const app = await call("POST", "/apps", { name: "Bakery" });
  await page.goto(`/apps/${app.id}/tools`);
  await page.getByRole("button", { name: "Add a tool" }).click();
  await page.getByRole("button", { name: /^Import an API/ }).click();
  await page.getByText("File or text").click();
  const text = page.getByLabel("Data", { exact: true });
  expected(/422 .*\/openapi$/);
  await text.fill("no: document");
  await page.getByRole("button", { name: "Read it" }).click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await text.fill(document);
  await page.getByRole("button", { name: "Read it" }).click();
  await page.getByRole("checkbox", { name: /Lists breads/, checked: true }).waitFor();
  await everywhere(page, "live-openapi");
  await page.getByRole("button", { name: "Add 1 tool", exact: true }).click();
  await page.getByText("1 tool is added").waitFor();
  const { tools } = await call("GET", `/apps/${app.id}`);
  expect(`one tool of the document: ${JSON.stringify(tools)}`, tools.length === 1 && tools[0].mode === "mock");
  await page.getByRole("radio", { name: "Mock", exact: true, checked: true }).waitFor();
}

// A language model: echo answers without a key, and says so; the prompt saves itself, and what a try took stands below.
async function answered({ page, call, held }, { everywhere, expect }) {
  const app = await call("POST", "/apps", { name: "Support" });
  await page.goto("/settings/workspace");
  await page.getByLabel("Whose").selectOption("echo");
  await page.getByRole("button", { name: "Try without a key" }).click();
  await page.getByText("Echo answers now").waitFor();
  await everywhere(page, "live-model");
  await page.goto(`/apps/${app.id}/tools`);
  await page.getByRole("button", { name: "Add a tool" }).click();
  // The tool is long on its way to the server: the prompt, which saves itself too, does not overtake it.
  await held(`**/api/v1/apps/${app.id}`, 2000, (body) => body?.tools);
  await page.getByRole("button", { name: /^Ask a language model/ }).click();
  await page.getByText("Echo answers, which is no language model.").waitFor();
  await page.getByLabel("Prompt", { exact: true }).fill("You are the support desk of a shop.");
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Where is my order?");
  await page.getByRole("button", { name: "Call", exact: true }).click();
  await page.getByRole("tabpanel").getByText("Where is my order?").waitFor();
  await page.getByText(/^The last try: [1-9]/).waitFor();
  await page.getByText(/^(Saving…|Not saved yet)$/).waitFor({ state: "detached" });
  const { systemPrompt } = await call("GET", `/apps/${app.id}`);
  expect(`the prompt is saved: ${systemPrompt}`, systemPrompt === "You are the support desk of a shop.");
  await everywhere(page, "live-llm");
}
