package wire

import "github.com/mark3labs/mcp-go/mcp"

// Error is a JSON-RPC error with the HTTP status that carries it.
type Error struct {
	Status  int
	Code    int
	Message string
	Data    any
}

// InvalidRequest returns the error for a message that is no request.
func InvalidRequest(msg string) *Error {
	return &Error{Status: 400, Code: mcp.INVALID_REQUEST, Message: msg}
}

// InvalidParams returns the error for a request whose params are wrong.
func InvalidParams(msg string) *Error {
	return &Error{Status: 400, Code: mcp.INVALID_PARAMS, Message: msg}
}

// Malformed returns the error for a body that is not JSON.
func Malformed() *Error {
	return &Error{Status: 400, Code: mcp.PARSE_ERROR, Message: "Parse error: the body is not valid JSON in UTF-8."}
}
