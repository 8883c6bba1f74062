// Package directory checks what the directories of ChatGPT and Claude require of an app before a person reviews it, as
// far as a program can. Its rules are pure. Sources: OpenAI, "Submit your app" and "App submission guidelines" (Apps SDK
// documentation); Anthropic, "Connectors directory: submission requirements" and "MCP Apps design guidelines".
package directory

import (
	"net/netip"
	"net/url"
	"strings"

	"berth/platform"
)

// Status says whether an app meets one requirement.
type Status string

// Todo means that a directory would refuse the app; Warning that it may ask about it, or that only a person can judge it.
const (
	OK      Status = "ok"
	Todo    Status = "todo"
	Warning Status = "warning"
)

// Client is the client whose directory has a requirement.
type Client string

// The two directories, and both of them.
const (
	ChatGPT Client = "chatgpt"
	Claude  Client = "claude"
	Both    Client = "both"
)

// Item is one requirement. Field says where an author can fix it: a field of the app, or of its listing after "listing.";
// "" when there is no such field.
type Item struct {
	ID     string
	Client Client
	Title  string
	Status Status
	Detail string
	Field  string
}

// App is the app to check.
type App struct {
	PublicURL string // canonical base URL of the server
	Live      bool
	Ahead     bool // the draft differs from what is live
	Manifest  platform.Manifest
	Listing   platform.Listing
	Problems  []platform.Problem // for which publishing would be refused
}

// Check returns every requirement in the order in which an author meets them.
func Check(a App) []Item {
	c := checker{app: a}
	c.served()
	c.tools()
	c.widgets()
	c.texts()
	c.listing()
	c.byHand()
	return c.items
}

// Ready reports whether nothing is left to do for a client.
func Ready(items []Item, client Client) bool {
	for _, i := range items {
		if i.Status == Todo && (i.Client == client || i.Client == Both) {
			return false
		}
	}
	return true
}

type checker struct {
	app   App
	items []Item
}

// add appends the item with its status and detail: ok when it is met, otherwise as given.
func (c *checker) add(i Item, met bool, ok string) {
	if met {
		i.Status, i.Detail = OK, ok
	}
	c.items = append(c.items, i)
}

// Public reports whether people anywhere could reach the address: https on a host name or address that is not local.
func Public(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsGlobalUnicast() && !ip.IsPrivate()
	}
	for _, local := range []string{"localhost", "local", "internal", "test", "invalid", "home.arpa"} {
		if host == local || strings.HasSuffix(host, "."+local) {
			return false
		}
	}
	return strings.Contains(host, ".")
}
