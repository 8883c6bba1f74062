// Chromium, and a person in it who notices whatever must not happen.
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "playwright-core";

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });

/**
 * A browser of somebody's own, at url. Its faults are everything that no journey may cause: messages of the console,
 * errors, refusals of the content policy, requests to anywhere else. expected(pattern) takes what a journey provokes,
 * such as the console's word about an answer that was meant to fail.
 */
export async function visit(browser, url, { width = 1280, height = 800, scheme = "light", touch = width < 640 } = {}) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: scheme,
    hasTouch: touch,
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const faults = [];
  const allowed = [];
  let over = false;
  const note = (fault) => {
    if (!over && !allowed.some((pattern) => pattern.test(fault))) faults.push(fault);
  };
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (e) =>
      console.error(`content policy: ${e.violatedDirective} refused ${e.blockedURI} ${e.sourceFile ?? ""}`),
    );
  });
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) note(`console: ${message.text()} ${message.location().url}`);
  });
  context.on("weberror", (e) => note(`error: ${e.error().stack ?? e.error()}`));
  context.on("request", (request) => {
    const at = request.url();
    if (!at.startsWith(url) && !/^(data|blob|about):/.test(at)) note(`request to elsewhere: ${at}`);
  });
  if (process.env.E2E_DELAY)
    await context.route("**/api/v1/**", (route) => late(route, Math.random() * Number(process.env.E2E_DELAY)));
  const page = await context.newPage();
  if (process.env.E2E_CPU)
    await (
      await context.newCDPSession(page)
    ).send("Emulation.setCPUThrottlingRate", { rate: Number(process.env.E2E_CPU) });
  page.setDefaultTimeout(15_000);
  return {
    url,
    context,
    page,
    faults,
    expected: (pattern) => allowed.push(pattern),
    /** Keeps answers from such an address back for so long, once the server has done its work. */
    late: (address, ms) => page.route(address, (route) => late(route, ms)),
    /** Keeps requests to such an address back for so long, all or those with such a body. */
    held: (address, ms, which = () => true) => page.route(address, (route) => held(route, ms, which)),
    /** Whatever happens from now on is no fault. */
    over: () => (over = true),
    close: () => context.close(),
  };
}

async function late(route, ms) {
  const response = await route.fetch({ maxRedirects: 0 }).catch(() => null);
  await wait(ms);
  await (response ? route.fulfill({ response }) : route.abort("connectionrefused")).catch(() => {}); // nobody may wait any more
}

async function held(route, ms, which) {
  if (which(route.request().postDataJSON())) await wait(ms);
  await route.continue().catch(() => {});
}

let people = 0;

/** Somebody with an account of their own: signs up over the API, and has the session in the browser. */
export async function person(browser, url, options) {
  const somebody = await visit(browser, url, options);
  const email = `person${++people}-${process.pid}@example.com`;
  const password = "a long enough password";
  const answer = await somebody.context.request.post("/api/v1/auth/signup", {
    data: { email, password, name: "Ana Lima" },
    headers: { Origin: url },
  });
  if (answer.status() !== 201) throw new Error(`sign-up: ${answer.status()} ${await answer.text()}`);
  const { workspace, user } = await answer.json();
  /** Calls the REST API as this person; throws on failure. */
  const call = async (method, path, data) => {
    const a = await somebody.context.request.fetch(`/api/v1${path}`, {
      method,
      data,
      headers: { Origin: url, "Berth-Workspace": workspace.id },
    });
    if (!a.ok()) throw new Error(`${method} ${path}: ${a.status()} ${await a.text()}`);
    return a.status() === 204 ? null : a.json();
  };
  return { ...somebody, email, password, user, workspace, call };
}
