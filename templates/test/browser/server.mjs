// Serves rendered widgets with their real policies, the host page, and nothing else, on a loopback port of its own.
import { createServer } from "node:http";

/** pages: path → {html, csp?}. Answers {origin, pages, close}; pages may be added to at any time. */
export async function serve() {
  const pages = new Map();
  const server = createServer((request, response) => {
    const page = pages.get(new URL(request.url, "http://x").pathname);
    if (!page) return response.writeHead(request.url === "/favicon.ico" ? 204 : 404).end();
    const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
    if (page.csp) headers["content-security-policy"] = page.csp;
    response.writeHead(200, headers).end(page.html);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, pages, close: () => server.close() };
}
