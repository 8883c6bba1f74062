import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BuildByTalking } from "./BuildByTalking";

test("names the address of the server's own MCP server, to be copied", () => {
  const html = renderToStaticMarkup(<BuildByTalking />);
  expect(html).toContain("Build in ChatGPT or Claude");
  expect(html).toContain(`${window.location.origin}/mcp`);
  expect(html).toContain('aria-label="Copy the address of Berth’s own server"');
  expect(html).toContain("/docs/connecting#build-apps-in-a-chat");
});
