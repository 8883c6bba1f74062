// What must hold of every page, in every width and scheme.
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds wrong, one line each, with every transition at its end: colours halfway to others are nobody's. */
export async function accessibility(page) {
  await page.evaluate(axe);
  await page.evaluate(() => {
    for (const a of document.getAnimations()) if (a instanceof CSSTransition) a.finish();
  });
  const violations = await page.evaluate(
    (values) =>
      globalThis.axe.run({ runOnly: { type: "tag", values } }).then((r) =>
        r.violations.map((v) => ({
          id: v.id,
          nodes: v.nodes.map((n) => `${n.target.join(" ")} ${n.failureSummary?.split("\n")[1]?.trim() ?? ""}`),
        })),
      ),
    rules,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `axe ${id}: ${node}`));
}

/** Whether the page scrolls sideways, and controls too small to hit: 24 CSS pixels, 44 high for fingers (inline links are text). */
export async function layout(page, { touch }) {
  return page.evaluate(
    async (least) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame(); // what watches its size has seen it
      await frame();
      const faults = [];
      const wide = document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth;
      if (wide > 0) faults.push(`the page is ${wide} px too wide`);
      for (const row of document.querySelectorAll("[role=tablist]"))
        if (getComputedStyle(row).scrollbarWidth !== "none")
          faults.push(`the tabs “${row.getAttribute("aria-label")}” may show a scrollbar`);
      for (const row of document.querySelectorAll("nav.overflow-x-auto, [role=tablist]")) {
        const last = row.lastElementChild?.getBoundingClientRect().right - row.getBoundingClientRect().right;
        if (last > 8 && !row.dataset.more)
          faults.push(`the row “${row.getAttribute("aria-label")}” goes on, and does not show it`);
      }
      for (const node of document.querySelectorAll(
        "button, a[href], input, select, textarea, [role=option], [role=menuitem]",
      )) {
        const box = node.getBoundingClientRect();
        if (
          !box.width ||
          node.closest("[aria-hidden=true], [inert], .sr-only") ||
          getComputedStyle(node).display === "inline" ||
          (node.tabIndex < 0 && node.tagName === "INPUT")
        )
          continue;
        if (node.matches("input[type=checkbox], input[type=radio]") && node.labels?.length) continue; // the label is part of the target
        if (box.width < 24 || box.height < least)
          faults.push(
            `${node.tagName} “${node.getAttribute("aria-label") ?? node.textContent.trim().slice(0, 30)}” is ${Math.round(box.width)} × ${Math.round(box.height)} px`,
          );
      }
      return faults;
    },
    touch ? 44 : 24,
  );
}

/** A picture of the whole page, or of what is in view when a dialog covers that. The window grows, since frames that are out of view stay blank. */
async function picture(page, path, { width, height }) {
  if (!(await page.getByRole("dialog").count())) {
    await page.evaluate(() => scrollTo(0, 0));
    await page.setViewportSize({
      width,
      height: Math.min(Math.max(height, await page.evaluate(() => document.scrollingElement.scrollHeight)), 6000),
    });
    for (const frame of page.frames())
      await frame
        .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        .catch(() => {}); // a frame may have gone
  }
  await page.screenshot({ path });
}

const widths = [320, 390, 768, 1440];

/**
 * Checks the page that is open in every width and scheme, and answers what is wrong. With shots, a folder, it takes a
 * picture name-390-dark.png of each.
 */
export async function everywhere(page, name, { shots, heights = 900 } = {}) {
  const faults = [];
  const before = page.viewportSize();
  if (shots) await mkdir(shots, { recursive: true });
  for (const scheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: heights });
      await page.evaluate(() => scrollTo(0, 0)); // what the bar covers by half is no fault
      const touch = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
      const found = [...(await layout(page, { touch })), ...(await accessibility(page))];
      faults.push(...found.map((fault) => `${name} ${width} ${scheme}: ${fault}`));
      if (shots) await picture(page, join(shots, `${name}-${width}-${scheme}.png`), { width, height: heights });
    }
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  if (before) await page.setViewportSize(before);
  return faults;
}
