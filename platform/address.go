package platform

import "strings"

// Addresses says where apps are reached. It is the one place that builds the address of an app or takes one apart. The
// zero value gives paths without a host, as routes need them.
type Addresses struct{ base string }

// NewAddresses returns the addresses under a server's canonical base URL.
func NewAddresses(publicURL string) Addresses {
	return Addresses{base: strings.TrimSuffix(publicURL, "/")}
}

// Address says where one app is reached.
type Address struct {
	Page     string // for people
	MCP      string // the endpoint
	Metadata string // metadata of the endpoint as a protected resource (RFC 9728)
}

const (
	servers  = "/servers/"
	endpoint = "/mcp"
	signedIn = "/signed-in"
)

// Address returns where the app with that slug is reached when it is published.
func (a Addresses) Address(slug string) Address {
	page := servers + slug
	mcp := page + endpoint
	if slug == OwnSlug {
		page, mcp = endpoint, endpoint
	}
	return Address{Page: a.base + page, MCP: a.base + mcp, Metadata: a.base + "/.well-known/oauth-protected-resource" + mcp}
}

// SignedIn returns the address at which the app always asks who calls, also where it could be used without: for clients that decide by
// the first answer. It is a resource of its own with the same tools; only apps that are not public have it.
func (a Address) SignedIn() Address {
	a.MCP, a.Metadata = a.MCP+signedIn, a.Metadata+signedIn
	return a
}

// UI returns the address of the page that shows the widget of that layout.
func (a Address) UI(layout string) string { return a.Page + "/ui/" + layout + ".html" }

// EndpointSlug returns the slug in the path of an app's endpoint, whether it is the one that always asks or not (AsksAlways). A slash
// at its end makes no difference.
func EndpointSlug(path string) (slug string, ok bool) {
	rest, ok := strings.CutPrefix(path, servers)
	if !ok {
		return OwnSlug, strings.TrimSuffix(path, "/") == endpoint
	}
	slug, ok = strings.CutSuffix(strings.TrimSuffix(strings.TrimSuffix(rest, "/"), signedIn), endpoint)
	return slug, ok && slug != "" && slug != OwnSlug && !strings.Contains(slug, "/")
}

// Slug returns the slug of the app whose endpoint an address is: the opposite of Address, and of Address.SignedIn.
func (a Addresses) Slug(address string) (slug string, ok bool) {
	path, ok := strings.CutPrefix(address, a.base)
	if !ok {
		return "", false
	}
	return EndpointSlug(path)
}

// AsksAlways reports whether the path of an app's endpoint is that of Address.SignedIn.
func AsksAlways(path string) bool {
	return strings.HasSuffix(strings.TrimSuffix(path, "/"), endpoint+signedIn)
}
