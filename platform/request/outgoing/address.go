package outgoing

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"berth/platform"
	"berth/platform/request"
)

const (
	maxURL   = 8 << 10 // bytes of a filled address
	maxPairs = 100     // of a query, and headers
)

// address reads the scheme, host, path and query of an address.
func (p *parser) address(text string) (origin string, path []request.Text, query []pair) {
	before, rawQuery, _ := strings.Cut(text, "?")
	scheme, rest, _ := strings.Cut(before, "://")
	host, rawPath, _ := strings.Cut(rest, "/")
	scheme, host = strings.ToLower(scheme), strings.ToLower(host)
	origin = scheme + "://" + host
	switch parsed, err := url.Parse(origin); {
	case strings.Contains(scheme+host, "{{") || strings.Contains(host, "}}"):
		p.report("url", "must name scheme, host and port itself: placeholders stand in its path and query")
	case strings.ContainsFunc(host, func(r rune) bool { return r >= 0x80 }):
		p.report("url", "must have a host in ASCII: write an international name as xn--…")
	case err != nil || scheme != "https" && scheme != "http" || host == "" || parsed.Host != host || parsed.Hostname() == "":
		p.report("url", "must be an address such as https://api.example.com/items/{{args.id}}")
	}
	if strings.ContainsAny(text, "#\\") || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		p.report("url", "must have no #, no backslash and no control character")
	}
	first := len(p.found)
	for step := range strings.SplitSeq(rawPath, "/") {
		plain, err := url.PathUnescape(step)
		p.checkEscapes(err)
		if climbs(step) {
			p.report("url", "must have no step . or .. in its path")
		}
		path = append(path, p.text(plain, "url"))
	}
	if rawQuery != "" {
		for one := range strings.SplitSeq(rawQuery, "&") {
			query = append(query, p.inQuery(one))
		}
	}
	for _, found := range p.found[first:] {
		if found.Source == request.Secret {
			p.report("url", "must not hold "+found.String()+": addresses are logged; put a secret into a header, the query object or the body")
		}
	}
	return origin, path, query
}

// inQuery reads name=value of an address.
func (p *parser) inQuery(text string) pair {
	name, value, _ := strings.Cut(text, "=")
	name, err := url.QueryUnescape(name)
	p.checkEscapes(err)
	value, err = url.QueryUnescape(value)
	p.checkEscapes(err)
	if strings.Contains(name, "{{") {
		p.report("url", "must name what is in its query itself: placeholders are values")
	}
	quoted, err := json.Marshal(value)
	if err != nil {
		p.report("url", "must be UTF-8")
	}
	return pair{name, p.template(quoted, "url")}
}

func (p *parser) checkEscapes(err error) {
	if err != nil {
		p.report("url", "has a % that is no escape: write %25")
	}
}

// pairs reads an object of names and values, which are texts with placeholders, numbers, booleans or lists of those.
func (p *parser) pairs(at string, object map[string]json.RawMessage) []pair {
	if len(object) > maxPairs {
		p.report(at, "has more than "+strconv.Itoa(maxPairs)+" entries")
	}
	var all []pair
	for _, name := range slices.Sorted(maps.Keys(object)) {
		where := at + "." + name
		switch raw := object[name]; {
		case len(raw) > 0 && raw[0] == '{':
			p.report(where, "must be a text, a number, true or false, or a list of them")
		default:
			all = append(all, pair{name, p.template(raw, where)})
		}
	}
	return all
}

// fillPath writes the path: no value adds a step or leads out of its own.
func fillPath(steps []request.Text, v request.Values) (string, error) {
	var b strings.Builder
	for _, step := range steps {
		text, ok, err := step.Fill(v)
		if err != nil {
			return "", err
		}
		if asks := step.Placeholders(); len(asks) > 0 {
			if !ok || text == "" {
				return "", platform.Errorf(platform.CodeInvalidInput, "The address needs a value for %s. Nothing was sent.", names(asks))
			}
			if climbs(text) {
				return "", platform.Errorf(platform.CodeInvalidInput, "%s must hold no step . or .. in a path. Nothing was sent.", names(asks))
			}
		}
		b.WriteByte('/')
		b.WriteString(url.PathEscape(text)) // "/", "?" and "#" too
	}
	return b.String(), nil
}

// names lists placeholders as a caller knows them.
func names(all []request.Placeholder) string {
	out := make([]string, len(all))
	for i, p := range all {
		out[i] = strings.Trim(p.String(), "{}")
	}
	return strings.Join(out, ", ")
}

func fillQuery(pairs []pair, v request.Values) (string, error) {
	var b strings.Builder
	separator := "?"
	for _, p := range pairs {
		value, ok, err := p.value.Fill(v)
		if err != nil {
			return "", err
		}
		if !ok {
			continue
		}
		for _, one := range each(value) {
			if !scalar(one) {
				return "", platform.Errorf(platform.CodeInvalidInput, "%.80s: only texts, numbers, true and false can stand in a query. Nothing was sent.", p.name)
			}
			b.WriteString(separator + url.QueryEscape(p.name) + "=" + url.QueryEscape(request.Plain(one)))
			separator = "&"
		}
	}
	return b.String(), nil
}

// climbs reports whether a piece of a step of a path is . or .., however it is written: servers decode an address more than once, take
// \ for /, and leave out what stands behind a semicolon.
func climbs(step string) bool {
	s := strings.ToLower(step)
	for strings.Contains(s, "%25") {
		s = strings.ReplaceAll(s, "%25", "%")
	}
	s = strings.NewReplacer("%2e", ".", "%2f", "/", "%5c", "/", `\`, "/", "%3b", ";").Replace(s)
	for piece := range strings.SplitSeq(s, "/") {
		if piece, _, _ = strings.Cut(piece, ";"); piece == "." || piece == ".." {
			return true
		}
	}
	return false
}

// each returns the items of a list that are not null, or the value itself.
func each(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return slices.DeleteFunc(slices.Clone(v), func(item any) bool { return item == nil })
	}
	return []any{v}
}

func scalar(v any) bool {
	switch v.(type) {
	case []any, map[string]any:
		return false
	}
	return true
}
