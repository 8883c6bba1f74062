package view

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"berth/platform"
)

// CSP is the Content-Security-Policy header for a document served by this platform: nothing is loaded but the hashed
// inline elements and pictures of imageHosts (see ImageHosts). The page gets an origin of its own, so that it can reach
// neither cookies nor the API, and may be framed by this platform only.
func CSP(doc platform.Document, imageHosts []string) string {
	var b strings.Builder
	b.WriteString("default-src 'none'; script-src '" + doc.ScriptHash + "'; style-src")
	for _, hash := range doc.StyleHashes {
		b.WriteString(" '" + hash + "'")
	}
	b.WriteString("; img-src data:")
	for _, host := range imageHosts {
		if origin, ok := Origin(host); ok {
			b.WriteString(" " + origin)
		}
	}
	b.WriteString("; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'" +
		"; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox")
	return b.String()
}

// markdownImages finds the addresses of pictures in Markdown as the markdown layout reads them: no brackets in their texts.
var markdownImages = regexp.MustCompile(`!\[[^\[\]]*\]\(\s*<?([^\s<>()]+)`)

// ImageHosts returns the sorted, distinct https origins of the strings in data at the given paths ("items[].image":
// names joined by dots, [] for every element of an array). The strings are addresses; at paths that begin with "markdown:" they
// are texts with pictures. Anything but an https address with an ASCII host is left out.
func ImageHosts(data json.RawMessage, paths []string) []string {
	var root any
	if json.Unmarshal(data, &root) != nil {
		return nil
	}
	var hosts []string
	add := func(address string) {
		if origin, ok := Origin(address); ok {
			hosts = append(hosts, origin)
		}
	}
	for _, path := range paths {
		path, markdown := strings.CutPrefix(path, "markdown:")
		walk(root, strings.Split(strings.ReplaceAll(path, "[]", ".[]"), "."), func(leaf any) {
			s, ok := leaf.(string)
			switch {
			case ok && markdown:
				for _, match := range markdownImages.FindAllStringSubmatch(s, -1) {
					add(match[1])
				}
			case ok:
				add(s)
			}
		})
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// walk calls visit for every value at the path below v.
func walk(v any, path []string, visit func(any)) {
	if len(path) == 0 {
		visit(v)
		return
	}
	switch v := v.(type) {
	case map[string]any:
		if child, ok := v[path[0]]; ok {
			walk(child, path[1:], visit)
		}
	case []any:
		if path[0] == "[]" {
			for _, child := range v {
				walk(child, path[1:], visit)
			}
		}
	}
}

// maxHost is how long a host name can be (RFC 1035 §2.3.4), in characters.
const maxHost = 253

// Origin returns the origin of an https address. Only letters, digits, dots, hyphens and a port get through, so
// that an origin cannot add a directive to a policy.
func Origin(address string) (string, bool) {
	// What follows the host may be no URL to Go and one to browsers, such as "50%off.png".
	if scheme, rest, ok := strings.Cut(address, "://"); ok {
		if end := strings.IndexAny(rest, `/?#\`); end >= 0 {
			address = scheme + "://" + rest[:end]
		}
	}
	u, err := url.Parse(address)
	if err != nil || !strings.EqualFold(u.Scheme, "https") || u.User != nil || u.Hostname() == "" {
		return "", false
	}
	host := strings.ToLower(u.Hostname())
	if len(host) > maxHost {
		return "", false
	}
	for i := range len(host) {
		if c := host[i]; c != '.' && c != '-' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return "", false
		}
	}
	if port := u.Port(); port != "" && port != "443" {
		if _, err := strconv.ParseUint(port, 10, 16); err != nil {
			return "", false
		}
		host += ":" + port
	}
	return "https://" + host, true
}
