// Every layout, fixture, width and theme against every rule.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { axeFaults, heightFaults, layoutFaults, motionFaults } from "./checks.mjs";
import { drawn, run, runAxe, widget } from "./rig.mjs";

const widths = [320, 390, 768];
const themes = ["light", "dark"];

/** Answers the faults of one layout. shots: a folder for pictures, or null. */
export async function matrix(rig, layout, fixtures, shots) {
  const faults = [];
  const { page, incidents, close } = await rig.page();
  await page.goto(`${rig.origin}/host`);
  for (const fixture of fixtures) {
    const at = (detail) => `${layout}/${fixture.name}${detail}`;
    const note = (detail, found) => faults.push(...found.map((f) => `${at(detail)}: ${f}`));
    const result = fixture.result ?? (fixture.data ? { structuredContent: fixture.data } : undefined);
    await page.evaluate((show) => globalThis.host.show(show), {
      url: `${rig.origin}/w/${layout}/${fixture.name}`, width: widths[0], theme: "light", locale: fixture.locale ?? "en-US",
      ...(fixture.arguments ? { arguments: fixture.arguments } : {}), ...(result ? { result } : {}),
      ...(fixture.cancelled === undefined ? {} : { cancelled: fixture.cancelled }),
    });
    const frame = widget(page);
    const expect = { ...fixture, dir: /^ar/.test(fixture.locale ?? "") ? "rtl" : "ltr", data: null, result: null };
    for (const width of widths) {
      await page.evaluate((w) => globalThis.host.resize(w), width);
      for (const theme of themes) {
        await page.evaluate((t) => globalThis.host.theme(t), theme);
        await drawn(frame);
        await drawn(page);
        const detail = ` ${width} ${theme}`;
        note(detail, await run(frame, layoutFaults, expect));
        note(detail, await run(frame, heightFaults));
        if (width !== 390) note(detail, await runAxe(frame, axeFaults));
        const shown = await frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
        if (shown !== theme) note(detail, [`theme: ${shown}`]);
        if (shots && width > 320) await shoot(page, join(shots, layout), `${fixture.name}-${width}-${theme}.png`);
      }
    }
    await page.evaluate((w) => globalThis.host.resize(w), 320);
    await frame.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    await drawn(frame);
    await drawn(page);
    note(" 200% text", (await run(frame, layoutFaults, expect)).filter((f) => /^(overflow|nested|sees)/.test(f)));
    await page.emulateMedia({ reducedMotion: "reduce" });
    note(" reduced motion", await run(frame, motionFaults));
    await page.emulateMedia({ reducedMotion: "no-preference" });
    note("", incidents.splice(0));
  }
  await close();
  return faults;
}

async function shoot(page, folder, name) {
  mkdirSync(folder, { recursive: true });
  const box = await page.locator("iframe").first().boundingBox();
  await page.setViewportSize({ width: 800, height: Math.min(2400, Math.max(200, Math.ceil(box.height))) });
  await page.locator("iframe").first().screenshot({ path: join(folder, name) });
}
