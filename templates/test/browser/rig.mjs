// Everything a check needs: documents rendered by the real Go code, a server, a browser, and a page that notices what
// must not happen.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build } from "vite";
import { serve } from "./server.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Renders jobs {layout, theme?, config?, data?} into {html, csp}. */
export function render(jobs) {
  const out = execFileSync("go", ["run", "./test/pages"], { cwd: join(root, ".."), input: JSON.stringify(jobs), maxBuffer: 1 << 28 });
  return JSON.parse(out);
}

async function hostPage() {
  const bundle = await build({
    root,
    configFile: false,
    logLevel: "error",
    build: { write: false, rolldownOptions: { input: join(root, "test/browser/host-page.ts"), output: { format: "iife", codeSplitting: false } } },
  });
  const code = bundle.output[0].code.replaceAll("</script", "<\\/script");
  return `<!doctype html><html lang="en"><title>host</title><body style="margin:0"><script>${code}</script></body></html>`;
}

export async function rig() {
  const server = await serve();
  server.pages.set("/host", { html: await hostPage() });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  return {
    ...server,
    /** Opens a page whose incidents are collected: requests elsewhere, console noise, page errors, CSP reports. */
    async page(options = {}) {
      const context = await browser.newContext({ viewport: { width: 800, height: 900 }, ...options });
      const page = await context.newPage();
      const incidents = [];
      page.on("request", (r) => {
        if (!r.url().startsWith(server.origin) && !r.url().startsWith("data:")) incidents.push(`request: ${r.url()}`);
      });
      page.on("console", (m) => ["error", "warning"].includes(m.type()) && incidents.push(`console: ${m.text().slice(0, 300)}`));
      page.on("pageerror", (e) => incidents.push(`console: ${e.message}`));
      await page.exposeBinding("reportViolation", (_, text) => incidents.push(`csp: ${text}`));
      await page.addInitScript(() => {
        document.addEventListener("securitypolicyviolation", (e) => globalThis.reportViolation(`${e.effectiveDirective} ${e.blockedURI}`));
      });
      return { page, incidents, close: () => context.close() };
    },
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

/** The frame of the widget on the host page. */
export function widget(page) {
  const frame = page.frame({ name: "widget" });
  if (!frame) throw new Error("there is no widget");
  return frame;
}

/** Runs a check inside a frame. */
export const run = (frame, check, arg) => frame.evaluate(check, arg);

export async function runAxe(frame, check) {
  await frame.evaluate(axe);
  return frame.evaluate(check);
}

/** Resolves once two animation frames have passed in the frame: everything told to it has been drawn. */
export const drawn = (frame) => frame.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
