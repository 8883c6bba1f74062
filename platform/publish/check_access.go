package publish

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"berth/platform"
)

// Limits of who may sign in.
const (
	maxAllowed = 500 // entries of a list
	maxAddress = 254 // characters of an e-mail address (RFC 5321 §4.5.3.1.3)
)

// allow checks who may sign in.
func (p *problems) allow(a platform.Allow) {
	if p.count("allow.emails", len(a.Emails), maxAllowed) {
		for i, e := range a.Emails {
			local, domain, _ := strings.Cut(e, "@")
			if local == "" || !validDomain(domain) || len(e) > maxAddress || strings.ContainsFunc(e, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
				p.add(fmt.Sprintf("allow.emails[%d]", i), "must be an e-mail address, such as ann@example.com")
			}
		}
	}
	if p.count("allow.domains", len(a.Domains), maxAllowed) {
		for i, d := range a.Domains {
			if !validDomain(d) {
				p.add(fmt.Sprintf("allow.domains[%d]", i), "must be the part of e-mail addresses behind the @, such as example.com")
			}
		}
	}
}

func validDomain(s string) bool { return domains.MatchString(s) && len(s) <= maxAddress }

// domains is the form of what stands behind the @ of an e-mail address.
var domains = regexp.MustCompile(`^[\pL\pN]([\pL\pN-]*[\pL\pN])?(\.[\pL\pN]([\pL\pN-]*[\pL\pN])?)*$`)

// scopes checks what an app lets people allow. Names are those that OAuth requests list (contract §10).
func (p *problems) scopes(all []platform.Scope) {
	if !p.count("scopes", len(all), MaxScopes) {
		return
	}
	byName := map[string]platform.Scope{}
	for i, s := range all {
		at := fmt.Sprintf("scopes[%d]", i)
		p.scopeName(at+".name", s.Name)
		if _, twice := byName[s.Name]; twice {
			p.add(at+".name", fmt.Sprintf("must not be %q, which another scope has already", s.Name))
		}
		byName[s.Name] = s
		p.texts(at+".", s, anything)
	}
	for i, s := range all {
		if !p.count(fmt.Sprintf("scopes[%d].implies", i), len(s.Implies), MaxScopes) {
			continue
		}
		for j, name := range s.Implies {
			at := fmt.Sprintf("scopes[%d].implies[%d]", i, j)
			if _, known := byName[name]; !known {
				p.add(at, "must be the name of one of the app's scopes")
			} else if reaches(byName, name, s.Name, map[string]bool{}) {
				p.add(at, fmt.Sprintf("must not be %q, which implies %q itself", name, s.Name))
			}
		}
	}
}

// reaches reports whether a scope implies another one, by way of scopes that have not been seen yet.
func reaches(all map[string]platform.Scope, from, to string, seen map[string]bool) bool {
	if from == to || seen[from] {
		return from == to
	}
	seen[from] = true
	return slices.ContainsFunc(all[from].Implies, func(next string) bool { return reaches(all, next, to, seen) })
}

var scopeNames = regexp.MustCompile(`^[a-z][a-z0-9_.:-]{0,63}$`)

func (p *problems) scopeName(at, name string) {
	switch {
	case !scopeNames.MatchString(name):
		p.add(at, "must begin with a lower-case letter (a–z) and have at most 64 lower-case letters, digits, _ . : and -")
	case name == "offline_access" || strings.HasPrefix(name, "app:") || strings.HasPrefix(name, "apps:"):
		p.add(at, "must not be offline_access or begin with app: or apps:, which mean something already")
	}
}
