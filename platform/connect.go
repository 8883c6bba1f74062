package platform

// ClientSteps is how one MCP client is connected to an app: steps in words, and what to copy where there is something.
type ClientSteps struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Steps    []string `json:"steps"`
	Language string   `json:"language"` // of Copy: sh, json, ts, python, go; "" without one
	Copy     string   `json:"copy"`
	Install  string   `json:"install"` // a link that opens the client with the app filled in, by a scheme of the client's own; "" where it has none
}
