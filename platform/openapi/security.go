package openapi

import (
	"maps"
	"slices"
	"strings"
)

// security fills in secrets where an operation asks for credentials: of several ways the first that a tool can go.
func (b *building) security() {
	asked := b.at.in("security")
	if asked.value == nil {
		asked = (part{b.root, "#"}).in("security")
	}
	ways := asked.list()
	if len(ways) == 0 {
		return
	}
	schemes := (part{b.root, "#"}).in("components").in("securitySchemes")
	best := slices.IndexFunc(ways, func(way part) bool {
		for name := range way.object() {
			if s := b.follow(schemes.in(name)).object(); !b.sends(s) {
				return false
			}
		}
		return len(way.object()) > 0
	})
	if best < 0 {
		best = 0
	}
	for _, name := range slices.Sorted(maps.Keys(ways[best].object())) {
		s := b.follow(schemes.in(name))
		if s.object() == nil {
			b.say(asked.at, "names the security scheme "+name+", which is not described")
			continue
		}
		b.credential(s, name)
	}
}

// sends reports whether a tool can send the credentials of a scheme without more.
func (b *building) sends(s object) bool {
	switch text(s["type"]) {
	case "apiKey":
		return text(s["in"]) != "cookie" && text(s["name"]) != ""
	case "http":
		return slices.Contains([]string{"basic", "bearer"}, strings.ToLower(text(s["scheme"])))
	}
	return false
}

func (b *building) credential(p part, name string) {
	s, secret := p.object(), "{{secret."+secretName(name)+"}}"
	switch kind := text(s["type"]); {
	case kind == "apiKey" && text(s["in"]) == "query":
		b.query[text(s["name"])] = secret
	case kind == "apiKey" && text(s["in"]) == "header":
		b.headers[text(s["name"])] = secret
	case kind == "http" && strings.EqualFold(text(s["scheme"]), "basic"):
		b.headers["Authorization"] = "Basic " + secret
		b.say(p.at, "asks for a name and a password: the secret "+secretName(name)+" is both, with a colon between, in base64")
	case kind == "http" && strings.EqualFold(text(s["scheme"]), "bearer"):
		b.headers["Authorization"] = "Bearer " + secret
	case kind == "oauth2" || kind == "openIdConnect":
		b.headers["Authorization"] = "Bearer " + secret
		b.say(p.at, "asks for OAuth, which tools cannot do: the secret "+secretName(name)+" is a token that stays valid")
	default:
		b.say(p.at, "asks for credentials of a kind that tools cannot send")
	}
}
