import { expect, test } from "vitest";
import { reachOf } from "./reach";

test.each([
  ["http://127.0.0.1:3001/servers/boats/mcp", "machine"],
  ["http://localhost:3001/x", "machine"],
  ["http://[::1]:3001/x", "machine"],
  ["http://192.168.1.20:3001/x", "network"],
  ["http://172.20.0.1/x", "network"],
  ["http://172.32.0.1/x", "internet"],
  ["http://[fd00::1]/x", "network"],
  ["http://berth:3001/x", "network"],
  ["https://nas.local/x", "network"],
  ["https://apps.example.com/servers/boats/mcp", "internet"],
])("%s is reached from the %s", (url, reach) => {
  expect(reachOf(url)).toBe(reach);
});
