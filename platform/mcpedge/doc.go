// Package mcpedge serves /servers/{slug}/…: the Streamable HTTP transport of MCP in both eras (2026-07-28, and 2025-11-25,
// 2025-06-18, 2025-03-26), the widget pages and the connect page. It is stateless: no session outlives a request. It is the
// only importer of mcp-go, which alone defines the protocol: answers that depend only on the release are compiled once by
// asking that release's own MCP server. It must not know the database.
package mcpedge
