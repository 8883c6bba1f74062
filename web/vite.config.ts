import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const server = process.env["DEV_SERVER"] ?? "http://127.0.0.1:3001";
/** What Go answers itself; everything else is a page of the builder. */
const toGo = ["/api", "/docs", "/servers", "/invite", "/signin/", "/livez", "/readyz"];

/** The libraries that every page needs, and of those the parts that only some pages ask for, which are loaded with them. */
const ofAll = /node_modules\/(react|react-dom|scheduler|@tanstack|openapi-fetch|clsx|use-sync-external-store)\//;
const ofSome = /(nfiniteQuer|queriesObserver|use(Queries|Mutation|Blocker)|mutationObserver|with-selector)[^/]*$/;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: {
      "~tokens": fileURLToPath(new URL("../templates/tokens", import.meta.url)),
      "~kit": fileURLToPath(new URL("../templates/kit/src", import.meta.url)),
      "~": fileURLToPath(new URL("src", import.meta.url)),
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    fs: { allow: [".", "../templates/tokens"] },
    proxy: Object.fromEntries(toGo.map((path) => [path, { target: server, changeOrigin: true }])),
  },
  build: {
    target: "es2022",
    // With an older target the minifier rewrites light-dark() into a polyfill.
    cssTarget: ["chrome123", "safari17.5", "firefox120"],
    manifest: "manifest.json",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What all pages share stands apart from the entry, which names every page: a change to one page leaves the files of the others as they are.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              test: (id: string) => ofAll.test(id) && !ofSome.test(id),
            },
            {
              name: "base",
              test: new RegExp(
                [
                  "preload-helper|csp-context|csp-provider",
                  "lucide-react/dist/esm/(?!icons/)",
                  "src/api/(apps|client|me|problem|query|server|session|store)\\.ts",
                  "src/time/",
                  "src/shell/(title|address|theme|next|places|useSignOut|palette/commands)\\.ts",
                  "src/data/typed\\.ts",
                  "src/ui/(Button|Spinner|Mark|Badge|Kbd|States|toasts)\\.tsx?$",
                  "icons/(search|chevrons-up-down|circle-exclamation-point|rotate-cw)\\.mjs",
                ].join("|"),
              ),
            },
            // One file for what would be one each: the entry names all files.
            { name: "icons", test: /lucide-react\/dist\/esm\/icons\// },
          ],
        },
      },
    },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    restoreMocks: true,
  },
});
