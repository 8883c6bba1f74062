// Every fixture in every width and theme against every rule.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { axeFaults, heightFaults, inlineFaults, layoutFaults, motionFaults, themeFaults } from "./checks.mjs";
import { shown } from "./layouts.mjs";
import { drawn, run, runAxe, widget } from "./rig.mjs";

const widths = [320, 390, 768];
const themes = ["light", "dark"];
// axe is what takes the time: once narrow and light, once wide and dark. Its rules look at colours and at sizes, not at
// how both meet.
const axeAt = new Set(["320 light", "768 dark"]);

/** Answers the faults of one fixture, whose document is at url, on a host page {page, incidents}. shots: a folder for
 * pictures, or null. */
export async function matrix({ page, incidents }, url, fixture, shots) {
  const faults = [];
  const note = (detail, found) => faults.push(...found.map((f) => `${fixture.name}${detail}: ${f}`));
  await page.evaluate((show) => globalThis.host.show(show), {
    url,
    width: widths[0],
    theme: "light",
    ...shown(fixture),
  });
  const frame = widget(page);
  // Through JSON, which leaves out the functions: a check runs in the frame.
  const expect = JSON.parse(
    JSON.stringify({ ...fixture, dir: /^ar/.test(fixture.locale ?? "") ? "rtl" : "ltr", data: null, result: null }),
  );
  if (fixture.play) {
    await drawn(frame);
    note(
      " played",
      await fixture.play(frame, page).catch((cause) => [`play: ${String(cause).split("\n").slice(0, 3).join(" ")}`]),
    );
  }
  const resize = async (width) => {
    await page.evaluate((w) => globalThis.host.resize(w), width);
    // A frame hears of its new width a moment after the page that gave it.
    await frame.waitForFunction((w) => innerWidth === w, width);
    // The widget tells its new height, the host gives it.
    await drawn(frame);
    await drawn(page);
  };
  for (const width of widths) {
    await resize(width);
    for (const theme of themes) {
      await page.evaluate((t) => globalThis.host.theme(t), theme);
      await drawn(frame);
      await drawn(page);
      const detail = ` ${width} ${theme}`;
      note(detail, await run(frame, layoutFaults, expect));
      note(detail, await run(frame, heightFaults));
      if (axeAt.has(`${width} ${theme}`)) note(detail, await runAxe(frame, axeFaults));
      note(detail, await run(frame, themeFaults, theme));
      if (shots && width > 320) await shoot(page, shots, `${fixture.name}-${width}-${theme}.png`);
    }
  }
  // Between messages a widget is no higher than it should be, whatever it holds, unless somebody has begun to work with it.
  await page.evaluate(() => globalThis.host.mode("inline"));
  for (const width of [320, 390, 768]) {
    await resize(width);
    await drawn(frame);
    await drawn(page);
    note(` ${width} inline`, await run(frame, heightFaults));
    note(
      ` ${width} inline`,
      await run(frame, inlineFaults, {
        most: fixture.play && !fixture.fits ? null : 600,
        usual: fixture.name === "sample" && width > 320,
        least: width === 390 ? fixture.least : undefined,
      }),
    );
    for (const theme of shots ? themes : []) {
      await page.evaluate((t) => globalThis.host.theme(t), theme);
      await drawn(frame);
      await shoot(page, shots, `${fixture.name}-${width}-inline-${theme}.png`);
    }
  }
  // And no higher than its host allows, where that is less.
  if (fixture.name === "sample" && !fixture.play) {
    await resize(390);
    await page.evaluate(() => globalThis.host.room(360));
    await drawn(frame);
    await drawn(page);
    note(" 390 in a room of 360", await run(frame, inlineFaults, { most: 360 }));
    await page.evaluate(() => globalThis.host.room(4000));
  }
  await page.evaluate(() => globalThis.host.mode("fullscreen"));
  await frame.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await resize(320);
  note(
    " 200% text",
    (await run(frame, layoutFaults, expect)).filter((f) => /^(overflow|nested|sees)/.test(f)),
  );
  await page.emulateMedia({ reducedMotion: "reduce" });
  note(" reduced motion", await run(frame, motionFaults));
  await page.emulateMedia({ reducedMotion: "no-preference" });
  note("", incidents.splice(0));
  return faults;
}

/** Takes a picture of the widget as high as it is, up to 2400 pixels. */
export async function shoot(page, folder, name) {
  mkdirSync(folder, { recursive: true });
  const box = await page.locator("iframe").first().boundingBox();
  await page.setViewportSize({ width: 800, height: Math.min(2400, Math.max(200, Math.ceil(box.height))) });
  await page
    .locator("iframe")
    .first()
    .screenshot({ path: join(folder, name) });
}
