package platform

// ClientSteps is how one MCP client is connected to an app: steps in words, and what to copy where there is something.
type ClientSteps struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Steps    []string `json:"steps"`
	Language string   `json:"language"` // of Copy: sh, json, ts, python, go; "" without one
	Copy     string   `json:"copy"`
}
