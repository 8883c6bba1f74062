// Replaces the built files by themselves after gzip: that is what a browser is sent, and the program is smaller. fflate
// makes the same bytes on every machine, which zlib does not promise.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "fflate";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
for (const file of await readdir(dist, { recursive: true, withFileTypes: true })) {
  if (!file.isFile() || file.name === "manifest.json") continue;
  const path = join(file.parentPath, file.name);
  await writeFile(`${path}.gz`, gzipSync(await readFile(path), { level: 9, mem: 12, mtime: 0 }));
  await rm(path);
}
