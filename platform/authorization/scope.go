package authorization

import (
	"slices"
	"strings"

	"berth/platform"
)

// maxScope bounds a parameter of scopes, in bytes: all that an app can have, with room for others.
const maxScope = 4 << 10

// scopesOf splits a parameter at its runs of spaces, and drops repetitions.
func scopesOf(parameter string) []string {
	var all []string
	for name := range strings.FieldsSeq(parameter) {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// narrow returns which of the scopes that were asked for a client can have at an app, with those that they imply, in the order of the app. Where none
// was asked for that the app knows, it is all but offline_access: the person reads what is granted, and can leave parts of it out.
func narrow(asked []string, own []platform.Scope) []string {
	all := platform.CommonScopes(own)
	for _, s := range own {
		all = append(all, s.Name)
	}
	offline := slices.Contains(asked, platform.ScopeOffline)
	granted := platform.Implied(own, asked)
	granted = slices.DeleteFunc(slices.Clone(all), func(name string) bool { return !slices.Contains(granted, name) })
	if len(granted) == 0 {
		granted = all
	}
	if offline {
		granted = append(granted, platform.ScopeOffline)
	}
	return granted
}

// keep returns those of the scopes that are in chosen, or all of them where chosen is nil.
func keep(scopes, chosen []string) []string {
	if chosen == nil {
		return scopes
	}
	return slices.DeleteFunc(slices.Clone(scopes), func(name string) bool { return !slices.Contains(chosen, name) })
}

// Permission is one scope as a person reads it.
type Permission struct{ Scope, Text string }

// permissions says what scopes let a client do.
func permissions(scopes []string, own []platform.Scope) []Permission {
	all := make([]Permission, 0, len(scopes))
	for _, name := range scopes {
		p := Permission{Scope: name}
		switch name {
		case platform.ScopeRead:
			p.Text = "Use the app as you: see what it shows, do what it can do"
		case platform.ScopeWrite:
			p.Text = "Change what the app keeps for you"
		case platform.ScopeOffline:
			p.Text = "Stay connected while you are away, until you end it"
		default:
			i := slices.IndexFunc(own, func(s platform.Scope) bool { return s.Name == name })
			if p.Text = name; i >= 0 && own[i].Description != "" {
				p.Text = own[i].Description
			}
		}
		all = append(all, p)
	}
	return all
}
