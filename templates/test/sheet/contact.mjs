// Montages: pictures of one layout side by side, as a picture of their own.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What is put together for a layout, of the files that there are: [{name, zoom, files}]. */
export function montages(layout, themes, files) {
  const own = files.filter((file) => file.startsWith(`${layout}/`));
  const pick = (test) => own.filter((file) => test(file.slice(layout.length + 1)));
  const others = themes.filter((theme) => theme !== "default");
  return [
    { name: layout, zoom: 0.9, files: pick((f) => f.startsWith("default-")) },
    { name: `${layout}-themes`, zoom: 0.7, files: others.flatMap((theme) => pick((f) => f.startsWith(`${theme}-390-`))) },
    { name: `${layout}-states`, zoom: 0.7, files: pick((f) => f.startsWith("state-")) },
  ].filter((montage) => montage.files.length);
}

/** Writes out/contact/<name>.png. What is higher than 1400 pixels is cut, so that a long list hides nothing else. */
export async function contact(page, out, { name, zoom, files }, sizes) {
  const figures = files.map((file) => {
    const { width, height } = sizes.get(file);
    const cut = Math.min(1400, height);
    const label = file.split("/")[1].replace(/\.png$/, "").replace(/^state-/, "");
    const caption = `<figcaption>${label}${cut < height ? ` (cut, ${height} px)` : ""}</figcaption>`;
    const picture = `<img src="../${file}" width="${width * zoom}" height="${height * zoom}">`;
    return `<figure>${caption}<div style="width:${width * zoom}px;height:${cut * zoom}px">${picture}</div></figure>`;
  });
  const html = `<!doctype html><meta charset="utf-8"><style>
body{margin:16px;background:#8a8f98;font:13px system-ui;display:flex;flex-wrap:wrap;gap:16px;align-items:start}
figure{margin:0}figcaption{color:#fff;padding-bottom:4px}div{overflow:hidden;box-shadow:0 1px 4px #0006}img{display:block}</style>${figures.join("")}`;
  const file = join(out, "contact", `${name}.html`);
  writeFileSync(file, html);
  try {
    await page.setViewportSize({ width: 1480, height: 400 });
    await page.goto(pathToFileURL(file).href);
    await page.screenshot({ path: join(out, "contact", `${name}.png`), fullPage: true });
  } finally {
    rmSync(file);
  }
}
