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

export default async function ({ start, person, everywhere, expect }) {
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
    await connect(await person({ width: 1440, height: 900 }, server.url), { host, asked, everywhere, expect });
  } finally {
    await server.remove();
    await new Promise((resolve) => upstream.close(resolve));
  }
}

async function connect({ page, call, expected }, { host, asked, everywhere, expect }) {
  const look = async (name) => {
    await page.evaluate(() => scrollTo(0, 0)); // what the bar covers by half is no fault
    await everywhere(page, name);
  };
  const app = await call("POST", "/apps", { name: "Weather" });
  const stored = async () => (await call("GET", `/apps/${app.id}`)).tools.find(({ name }) => name === "ask_api");
  await page.goto(`/apps/${app.id}/tools`);
  await page.getByRole("button", { name: "Add a tool" }).click();
  await page.getByRole("button", { name: /^Connect an API/ }).click();
  await look("live-empty");
  await page
    .getByLabel("Paste a curl line")
    .fill(`curl -s 'http://${host}/v1/days?city=Oslo' -H 'X-Api-Key: k-wrong' -H 'Accept-Language: en'`);
  await page.getByRole("button", { name: "Read it" }).click();
  await page.getByText("There was a key in the header X-Api-Key").waitFor();
  expect("the key stands nowhere in the page", !(await page.content()).includes("k-wrong"));
  await page.getByRole("button", { name: "Keep API_KEY as a secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep it" }).click();
  await page.getByText("Sent along: API_KEY").waitFor();
  await page.getByRole("button", { name: "Ask for city" }).click();
  const until = async (what, holds) => {
    for (let tries = 50; !holds(await stored()); tries--) {
      expect(`${what}: ${JSON.stringify(await stored())}`, tries > 0);
      await page.waitForTimeout(100);
    }
  };
  await until("what is asked for is saved", (tool) => tool?.handler.request.query?.city === "{{args.city}}");
  expect("the key is not in the draft", !JSON.stringify(await stored()).includes("k-wrong"));

  // A wrong key: the step that failed, and what would help. The right one takes its place.
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page
    .getByText(/who are you/)
    .first()
    .waitFor();
  await page.getByText("The key is missing or wrong").waitFor();
  await page.getByRole("listitem").filter({ hasText: "Answer" }).filter({ hasText: "stopped here" }).waitFor();
  await look("live-refused");
  await page.getByRole("link", { name: "See the secrets" }).click();
  await page.getByRole("rowheader", { name: "API_KEY" }).waitFor();
  await look("live-secrets");
  await page.getByRole("button", { name: "Replace API_KEY" }).click();
  await page.getByLabel("Value", { exact: true }).fill("k-very-secret");
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByText("API_KEY is kept").waitFor();

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
  await until("the map is drawn", ({ handler: { result } }) => {
    const { title, subtitle } = result?.item ?? {};
    return result?.each === "/days" && title?.from === "/name" && subtitle?.from === "/sky";
  });
  expect(
    `the upstream saw what was asked: ${JSON.stringify(asked.at(-1))}`,
    asked.at(-1).url === "/v1/days?city=Rome" && asked.at(-1).key === "k-very-secret",
  );
  await page.getByRole("tab", { name: "Request" }).click();
  await page.getByText("X-Api-Key: •••").waitFor();
  expect("no page shows the key", !(await page.content()).includes("k-very-secret"));
  await look("live");
  await page.getByRole("button", { name: "Keep this answer as mock" }).click();
  await page.getByText("The answer is kept as mock").waitFor();
  await until("the answer is the mock", ({ mockData }) => mockData?.items?.[1]?.title === "Tuesday");
}
