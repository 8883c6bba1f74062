package atlas

import (
	"errors"
	"net/url"
	"strings"
	"unicode"

	"berth/platform/view"
)

// Tiles are pictures of streets, 256 pixels wide and high in web Mercator, from a server of the operator's choice. Browsers of
// those who look at maps load them; this server never does.
type Tiles struct {
	URL         string `json:"url"` // https, with {z}, {x} and {y}
	Attribution string `json:"attribution"`
	Origin      string `json:"-"` // scheme and host of URL
}

const (
	maxTilesURL    = 500
	maxAttribution = 200
)

// ParseTiles reads an address with {z}, {x} and {y} and who is to be named for the pictures. The errors do not repeat the
// address, which may hold a key.
func ParseTiles(address, attribution string) (*Tiles, error) {
	malformed := errors.New("want an https address with {z}, {x} and {y}, such as https://tiles.example.com/{z}/{x}/{y}.png")
	filled := address
	for _, name := range []string{"{z}", "{x}", "{y}"} {
		if strings.Count(address, name) != 1 {
			return nil, malformed
		}
		filled = strings.Replace(filled, name, "1", 1)
	}
	host, _, _ := strings.Cut(strings.TrimPrefix(address, "https://"), "/")
	u, err := url.Parse(filled)
	if err != nil || len(address) > maxTilesURL || u.User != nil || u.Fragment != "" || strings.ContainsAny(filled, "{}<>\"'`\\ #") || strings.Contains(host, "{") {
		return nil, malformed
	}
	origin, ok := view.Origin(filled)
	if !ok || !strings.HasPrefix(address, "https://") {
		return nil, malformed
	}
	attribution = strings.TrimSpace(attribution)
	if attribution == "" || len(attribution) > maxAttribution || strings.ContainsFunc(attribution, unicode.IsControl) {
		return nil, errors.New("want an attribution beside it, BERTH_MAP_ATTRIBUTION: who made the tiles, such as © OpenStreetMap contributors, in at most 200 bytes")
	}
	return &Tiles{URL: address, Attribution: attribution, Origin: origin}, nil
}
