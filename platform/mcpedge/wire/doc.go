// Package wire decodes and encodes JSON-RPC messages of MCP. It holds what any endpoint of the protocol needs, and knows
// nothing of apps, releases or HTTP.
package wire
