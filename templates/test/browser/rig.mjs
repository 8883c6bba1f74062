// Everything a check needs: a server for rendered documents, a browser, and pages that notice what must not happen.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { build } from "vite";
import { root } from "./render.mjs";
import { serve } from "./server.mjs";
import { tilesAt } from "./tiles.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function hostPage() {
  const bundle = await build({
    root,
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      rolldownOptions: {
        input: join(root, "test/browser/host-page.ts"),
        output: { format: "iife", codeSplitting: false },
      },
    },
  });
  const code = bundle.output[0].code.replaceAll("</script", "<\\/script");
  return `<!doctype html><html lang="en"><title>host</title><body style="margin:0"><script>${code}</script></body></html>`;
}

export async function rig() {
  const server = await serve();
  server.pages.set("/host", { html: await hostPage() });
  const browser = await chromium.launch({
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
  /** Opens a page whose incidents are collected: requests elsewhere, console noise, page errors, CSP reports. */
  const page = async (options = {}) => {
    const context = await browser.newContext({ viewport: { width: 800, height: 900 }, ...options });
    const opened = await context.newPage();
    const incidents = [];
    const tiles = await tilesAt(context);
    opened.on("request", (r) => {
      if (!r.url().startsWith(server.origin) && !r.url().startsWith("data:") && !tiles.has(r.url()))
        incidents.push(`request: ${r.url()}`);
    });
    opened.on(
      "console",
      (m) =>
        ["error", "warning"].includes(m.type()) &&
        !tiles.has(m.location().url) &&
        incidents.push(`console: ${m.text().slice(0, 300)}`),
    );
    opened.on("pageerror", (e) => incidents.push(`console: ${e.message}`));
    await opened.exposeBinding("reportViolation", (_, text) => incidents.push(`csp: ${text}`));
    await opened.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (e) =>
        globalThis.reportViolation(`${e.effectiveDirective} ${e.blockedURI}`),
      );
    });
    return { page: opened, incidents, close: () => context.close() };
  };
  /** Opens a page that frames widgets: a host of the official AppBridge. */
  const host = async (options) => {
    const opened = await page(options);
    await opened.page.goto(`${server.origin}/host`);
    return opened;
  };
  return {
    ...server,
    page,
    host,
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

/** Runs work(job, own) for every job, width at a time; each runner opens something of its own and closes it at the end. */
export async function pooled(jobs, width, open, work) {
  const queue = [...jobs];
  const runner = async () => {
    if (!queue.length) return;
    const own = await open();
    try {
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) await work(job, own);
    } finally {
      await own?.close();
    }
  };
  await Promise.all(Array.from({ length: width }, runner));
}

/** The frame of the widget on the host page. */
export function widget(page) {
  const frame = page.frame({ name: "widget" });
  if (!frame) throw new Error("there is no widget");
  return frame;
}

/** Runs a check inside a frame. What it finds must last: a frame that has just been told something is drawn again once
 * its observers have told it so, and on a busy machine that takes more than a frame or two. So what a check finds is looked
 * for once more when the document has been still for a quarter of a second. */
export async function run(frame, check, arg) {
  const found = await frame.evaluate(check, arg);
  if (!found.length) return found;
  await still(frame);
  return frame.evaluate(check, arg);
}

/** Resolves once nothing has changed in the frame's document for a quarter of a second, after five seconds at most. */
const still = (frame) =>
  frame.evaluate(
    () =>
      new Promise((resolve) => {
        const done = () => {
          observer.disconnect();
          clearTimeout(latest);
          resolve();
        };
        const wait = () => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 250);
        let quiet = wait();
        const latest = setTimeout(done, 5000);
        const observer = new MutationObserver(() => {
          clearTimeout(quiet);
          quiet = wait();
        });
        observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
      }),
  );

/** Runs axe's check inside a frame, with every transition at its end: colours halfway from one theme to the other are
 * nobody's. */
export async function runAxe(frame, check) {
  if (!(await frame.evaluate(() => "axe" in globalThis))) await frame.evaluate(axe);
  await frame.evaluate(() => {
    for (const a of document.getAnimations()) if (a instanceof CSSTransition) a.finish();
  });
  return run(frame, check);
}

/** Resolves once two animation frames have passed in the frame: everything told to it has been drawn. */
export const drawn = (frame) =>
  frame.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
