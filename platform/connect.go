package platform

// ClientSteps says how one MCP client is connected to an app: steps in words, and text to copy where there is some.
type ClientSteps struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	URL      string   `json:"url"`  // the address to give to it
	Asks     string   `json:"asks"` // when it asks people to sign in, or for a key, in a sentence; "" = never
	Steps    []string `json:"steps"`
	Language string   `json:"language"` // of Copy: sh, json, ts, python, go; "" without one
	Copy     string   `json:"copy"`
	Install  string   `json:"install"` // opens the client with the app filled in, by the client's own URL scheme; "" = none
}
