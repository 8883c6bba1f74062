package platform

import "strings"

// Addresses says where apps are reached. It is the one place where the address of an app is put together or taken apart:
// everybody else asks. The zero value gives paths alone, as routes need them.
type Addresses struct{ base string }

// NewAddresses are those under a server's canonical base URL.
func NewAddresses(publicURL string) Addresses {
	return Addresses{base: strings.TrimSuffix(publicURL, "/")}
}

// Address is where one app is reached.
type Address struct {
	Page     string // for people
	MCP      string // the endpoint
	Metadata string // of the endpoint as a protected resource (RFC 9728)
}

const servers = "/servers/"

// Address is where the app of that slug is reached when it is published.
func (a Addresses) Address(slug string) Address {
	page := servers + slug
	mcp := page + "/mcp"
	return Address{Page: a.base + page, MCP: a.base + mcp, Metadata: a.base + "/.well-known/oauth-protected-resource" + mcp}
}

// UI is where the widget of that layout is shown as a page of its own.
func (a Address) UI(layout string) string { return a.Page + "/ui/" + layout + ".html" }

// EndpointSlug takes the slug out of the path of an app's endpoint. A slash at its end makes no difference.
func EndpointSlug(path string) (slug string, ok bool) {
	rest, ok := strings.CutPrefix(path, servers)
	if !ok {
		return "", false
	}
	slug, ok = strings.CutSuffix(strings.TrimSuffix(rest, "/"), "/mcp")
	return slug, ok && slug != "" && !strings.Contains(slug, "/")
}
