// Package wire turns bytes into JSON-RPC messages of MCP and values into bytes: what any endpoint of the protocol needs, and
// nothing of apps, releases or HTTP.
package wire
