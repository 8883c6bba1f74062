// The host: the inspector of mcp-use, how to start it, to call a tool in it, and to see what its widget did.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
export const patience = { timeout: 120_000 }; // of a machine that has much else to do
const border = 2; // px of its height that a host may keep from a widget, for the border that it draws inside the frame

/** Starts the inspector on a free port of the loopback interface and answers its address. */
export async function start() {
  const child = spawn(process.execPath, ["--require", join(here, "loopback.cjs"), join(here, "node_modules/@mcp-use/inspector/dist/cli.js"), "--port", "6290", "--no-open"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, MCP_USE_ANONYMIZED_TELEMETRY: "false" },
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("the inspector ended")));
  ended.catch(() => {});
  const said = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /started at http:\/\/localhost:(\d+)\/inspector/.exec(line);
      if (address) return `http://127.0.0.1:${address[1]}/inspector`;
    }
    return ended;
  })();
  return { address: await Promise.race([said, ended]), stop: () => child.kill() };
}

/**
 * Starts the browser, with few processes, of which it would else start some for every page and keep more in reserve. What hosts would
 * like from elsewhere, such as their fonts, they do not get.
 */
export const browse = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
      ...["--disable-site-isolation-trials", "--renderer-process-limit=2", "--process-per-site", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"],
    ],
  });

/** Runs in every frame: keeps a host from moving, which a processor without a graphics card pays for with every frame it draws. Widgets move. */
export function still() {
  if (location.href === "about:srcdoc") return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { animation: none !important; transition: none !important; backdrop-filter: none !important }");
  document.adoptedStyleSheets = [sheet];
}

/**
 * Opens an app, as the person if there is one, and answers how to call its tools. before: runs in every frame. who: {key} that
 * the inspector sends, or {email, password} of somebody who signs in when it asks.
 */
export async function open(browser, inspector, before, url, who) {
  // Of its own, since the inspector knows one connection to a server, and so one person, in each.
  const context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, locale: "en-US" });
  await context.addInitScript(still);
  await context.addInitScript(before);
  await context.addInitScript(listen);
  await context.addInitScript(() => {
    if (location.href !== "about:srcdoc") return; // the host's own errors are its own
    for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, (event) => console.error("Widget error:", String(event.reason ?? event.message)));
  });
  const page = await context.newPage();
  const incidents = []; // what must not happen in a widget
  const ofWidget = (frame) => frame?.url() === "about:srcdoc";
  page.on("request", (r) => ofWidget(r.frame()) && !r.url().startsWith("data:") && incidents.push(`request: ${r.url()}`));
  page.on("console", (m) => /CSP Violation|^Widget error/.test(m.text()) && incidents.push(m.text()));
  const server = who?.key ? { url, customHeaders: { Authorization: `Bearer ${who.key}` } } : { url };
  await page.goto(`${inspector}?autoConnect=${encodeURIComponent(JSON.stringify(server))}`, patience);
  if (who?.password) await signIn(page, who);

  /** Calls a tool with what people would type into its form, and answers its widget once it shows something and has its height. */
  const call = async (tool, args = {}) => {
    await page.getByTestId(`tool-item-${tool}`).click(patience);
    for (const [name, value] of Object.entries(args)) await page.getByTestId(`tool-param-${name}`).fill(value, patience);
    const before = page.frames().filter(ofWidget);
    await page.getByTestId("tool-execution-execute-button").click(patience);
    const outer = page.locator(`iframe[title="MCP App: ${tool}"]`);
    const widget = outer.contentFrame().frameLocator("iframe");
    await widget.getByRole("main").and(widget.locator("[aria-busy=false]")).waitFor(patience);
    const frame = page.frames().find((f) => ofWidget(f) && !before.includes(f)) ?? page.frames().find(ofWidget);
    await whole(frame);
    return { widget, frame };
  };
  return { page, call, incidents, close: () => context.close() };
}

/** Signs somebody in by OAuth, as the inspector offers it where a server answers 401: registration, sign-in page, consent, tokens. */
async function signIn(page, { email, password }) {
  await page.getByTestId("server-tile-authenticate").click(patience);
  await page.getByLabel("E-mail address").fill(email, patience);
  await page.getByLabel("Password", { exact: true }).fill(password, patience);
  await page.getByRole("button", { name: "Sign in", exact: true }).click(patience);
  await page.getByText("You are signed in as").waitFor(patience);
  await page.getByRole("button", { name: "Allow", exact: true }).click(patience);
  await page.waitForURL((to) => to.pathname.startsWith("/inspector"), patience);
}

/**
 * Presses something in a widget with the mouse once it stands still: the host gives a widget that has drawn itself anew its
 * new height a moment later and moves it then, and what is pressed meanwhile is pressed elsewhere.
 */
export async function press(locator) {
  for (let last, since = 0; ; await locator.page().waitForTimeout(25)) {
    const box = await locator.boundingBox(patience);
    const [wanted, given] = await locator.evaluate(() => [Math.ceil(document.body.getBoundingClientRect().height), innerHeight], null, patience);
    const now = JSON.stringify([box, wanted, given]);
    const fits = given <= wanted && wanted <= given + border;
    if (now !== last) [last, since] = [now, Date.now()];
    else if (Date.now() - since > (fits ? 100 : 2000)) break; // a host need not give what is wanted
  }
  await locator.click(patience);
}

/** What the widgets on a page say, for people who look for a fault. */
export const shown = (page) => Promise.all(page.frames().filter((frame) => frame.url() === "about:srcdoc").map((frame) => frame.evaluate(() => document.body.innerText).catch(String)));

/** Runs in every frame: notes what the frames in it ask of their host. */
export function listen() {
  globalThis.heard = [];
  addEventListener("message", ({ source, data }) => source !== parent && data?.jsonrpc === "2.0" && data.method && globalThis.heard.push(data));
}

/** What a widget has asked of its host and told it, as its host has heard it: [method, params], oldest first. */
export const heard = (frame) => frame.parentFrame().evaluate(() => globalThis.heard.map(({ method, params }) => [method, params]));

/** The tools that the widget has called, each as often as the host was asked for it. */
export const asked = async (frame) => (await heard(frame)).filter(([method]) => method === "tools/call").map(([, { name }]) => name);

/**
 * Waits until the host has given the widget the height that it wants, so that nothing is cut, and fails if it never does. The
 * frame may be less by the border. Where a host has a height of its own, as scrolling says, the
 * widget must scroll; answers whether it does.
 */
export async function whole(frame, scrolling = false) {
  const fits = (border) => Math.ceil(document.body.getBoundingClientRect().height) <= innerHeight + border;
  const grown = await frame.waitForFunction(fits, border, scrolling ? { timeout: 3000 } : patience).then(() => true, () => false);
  if (grown) return false;
  const [wants, has, reaches] = await frame.evaluate(() => {
    scrollTo(0, 1e6);
    const reached = Math.ceil(scrollY + innerHeight);
    scrollTo(0, 0);
    return [Math.ceil(document.body.getBoundingClientRect().height), innerHeight, reached];
  });
  const short = reaches < wants - 1; // what scrolls, scrolls by whole pixels
  if (!scrolling || short) throw new Error(`the widget wants ${wants} px, has ${has} and reaches ${reaches}`);
  return true;
}
