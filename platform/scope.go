package platform

import "slices"

// Scopes that can be had at every app that asks who calls. They open the tools that name no scopes, as does any other token.
const (
	ScopeRead  = "app:read"
	ScopeWrite = "app:write"
)

// ScopeOffline asks for a refresh token. It belongs to no app: neither challenges nor the metadata of a resource name it.
const ScopeOffline = "offline_access"

// CommonScopes returns the scopes that can be had at an app besides its own: none at Berth's own MCP server, whose tools all name theirs.
func CommonScopes(own []Scope) []string {
	if slices.ContainsFunc(own, func(s Scope) bool { return s.Name == ScopeAppsRead }) {
		return nil
	}
	return []string{ScopeRead, ScopeWrite}
}

// Implied returns names with every scope that they imply, by way of others too, each once: names first, in their order. all are the
// app's scopes; a name that is none of them implies nothing.
func Implied(all []Scope, names []string) []string {
	var out []string
	for queue := slices.Clone(names); len(queue) > 0; queue = queue[1:] {
		if slices.Contains(out, queue[0]) {
			continue
		}
		out = append(out, queue[0])
		for _, s := range all {
			if s.Name == queue[0] {
				queue = append(queue, s.Implies...)
			}
		}
	}
	return out
}

// ScopeNames returns what a client can ask for at the app: the scopes that each app has, then its own.
func (m *Manifest) ScopeNames() []string {
	out := CommonScopes(m.Scopes)
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, s := range m.Scopes {
		add(s.Name)
	}
	for i := range m.Tools { // releases of an earlier form name them there alone
		for _, name := range m.Tools[i].Scopes {
			add(name)
		}
	}
	return out
}
