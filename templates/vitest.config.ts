import { defineConfig } from "vitest/config";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  resolve: { conditions: ["berth"] },
  test: { environment: "happy-dom", include: ["**/*.test.{ts,tsx}"], exclude: ["node_modules/**"], restoreMocks: true },
});
