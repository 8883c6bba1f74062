// Try it: a form made of the tool's schema, one click, the exact exchange and the widget with the result, draft and live, in
// both eras; what does not fit is sent as it is and refused in words; data that looks like markup stays text.
const hostile = "</script><img src=x onerror=alert(1)>";

export default async function ({ person, everywhere, expect }) {
  const { page, call, expected } = await person();
  const bare = await call("POST", "/apps", { name: "Unnamed" });
  await page.goto(`/apps/${bare.id}/try`);
  await page.getByRole("heading", { name: "The tool has no name yet" }).waitFor();
  await everywhere(page, "try-bare");

  const app = await call("POST", "/apps", {
    name: "Boats",
    toolName: "show_boats",
    toolDescription: "Shows boats that are free. Use it when somebody asks to hire one.",
    mockData: { items: [{ title: hostile, description: "Nine metres, sleeps six." }] },
  });
  await page.goto(`/apps/${app.id}/try`);
  await page.getByRole("heading", { name: "Nothing called yet" }).waitFor();
  await everywhere(page, "try-first");
  await page.getByLabel("Message").fill("Boats in Lisbon?");
  await page.getByRole("button", { name: "Call" }).click();
  await page.locator("[data-widget=shown]").waitFor();
  const widget = page.frameLocator("iframe[title='The widget with this result']");
  await widget.getByText(hostile).waitFor();
  const figures = await page.getByRole("status").filter({ hasText: "Answered" }).innerText();
  expect(
    `milliseconds, bytes and tokens: ${figures}`,
    /[\d.]+ ms/.test(figures) && /\d+ bytes/.test(figures) && /about \d+ tokens/.test(figures),
  );
  await everywhere(page, "try-widget");

  await page.getByRole("tab", { name: "Request" }).click();
  await page.getByText("MCP-Protocol-Version: 2026-07-28").waitFor();
  await page.getByRole("button", { name: "Copy as curl" }).click();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  expect(`a command: ${curl}`, curl.startsWith("curl -X POST 'http://127.0.0.1") && curl.includes("Boats in Lisbon?"));
  await everywhere(page, "try-request");
  await page.getByLabel("As a client of").selectOption("2025-06-18");
  await page.getByLabel("Message").press("Control+Enter");
  await page.getByText("MCP-Protocol-Version: 2025-06-18").waitFor();
  await page.getByRole("tab", { name: "Response" }).click();
  await page.getByText('"jsonrpc": "2.0"').waitFor();
  await page.waitForURL(/args=.*Lisbon.*show=response|show=response.*args=.*Lisbon/);
  await page.reload();
  expect("the link brings the arguments back", (await page.getByLabel("Message").inputValue()) === "Boats in Lisbon?");

  await page.getByText("JSON", { exact: true }).first().click();
  const raw = page.getByLabel("Arguments as JSON");
  await raw.fill('{"message": 1, "message": 2}');
  await page.locator("[aria-invalid=true]").waitFor();
  await everywhere(page, "try-json");
  await raw.fill('{"other": true}');
  await page.getByRole("button", { name: "Call" }).click();
  await page.getByText("The tool reports an error").waitFor();
  await page.getByText("They were sent as they are").waitFor();
  await everywhere(page, "try-error");
  await page.getByText("Form", { exact: true }).click();
  await page.getByLabel("Message").fill("Boats?");

  await call("POST", `/apps/${app.id}/publish`);
  await call("PATCH", `/apps/${app.id}`, {
    layoutTemplate: "markdown",
    mockData: { text: "A boat of nine metres that sleeps six people. ".repeat(600) },
  });
  await page.reload();
  await page.getByLabel("Message").fill("Boats?");
  await page.getByRole("button", { name: "Call" }).click();
  await page.getByText(/tokens go into the conversation with every call/).waitFor();
  await page.getByText("Live (1)").click();
  await page.getByLabel("Message").fill("Boats?");
  await page.getByRole("button", { name: "Call" }).click();
  await page.getByRole("tab", { name: "For the model" }).click();
  await page.getByText(hostile).first().waitFor();
  await page.getByRole("tab", { name: "Widget" }).click();
  await page.locator("[data-widget=shown]").waitFor();
  await widget.getByText(hostile).waitFor();

  await page.getByRole("tab", { name: "Request" }).click();
  await page.getByRole("button", { name: "Copy as curl" }).click();
  const { execFile } = await import("node:child_process");
  const answer = await new Promise((resolve, reject) => {
    void page
      .evaluate(() => navigator.clipboard.readText())
      .then(
        (command) => execFile("sh", ["-c", `${command} -s`], (cause, out) => (cause ? reject(cause) : resolve(out))),
        reject,
      );
  });
  expect(
    `the command answers: ${answer.slice(0, 200)}`,
    answer.includes(JSON.stringify(hostile).slice(1, -1)) || answer.includes("onerror"),
  );

  await call("PATCH", `/apps/${app.id}`, { mockData: { items: "none" } });
  await page.goto(`/apps/${app.id}/try`);
  expected(/422 \(Unprocessable Entity\).*\/test$/);
  await page.getByRole("button", { name: "Call" }).click();
  await page.getByRole("link", { name: "Open the editor" }).waitFor();
  await everywhere(page, "try-refused");
}
