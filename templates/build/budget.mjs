import { gzipSync } from "node:zlib";

const kib = 1024;
/** The layouts that draw what no markup can, and may weigh more for it. */
const heavy = ["chart", "map", "solar-system"];

/** How many bytes the document of a layout may have when gzipped. */
export function budgetOf(name) {
  return (heavy.includes(name) ? 40 : 20) * kib;
}

/** The size of the gzipped document in bytes; throws when it is over the layout's budget. */
export function weigh(name, html) {
  const size = gzipSync(html, { level: 9 }).length;
  if (size > budgetOf(name)) throw new Error(`${name}: ${size} bytes gzipped are over its budget of ${budgetOf(name)}`);
  return size;
}
