package request

import (
	"fmt"
	"slices"
	"strings"

	"berth/platform"
)

// Source is where the value of a placeholder comes from: its first word.
type Source string

// The sources. Args and Data are JSON, of which the rest of the placeholder names a part: {{args.address.city}},
// {{data.items.0.title}}.
const (
	Args   Source = "args"   // {{args.x}}: an argument of the call
	Data   Source = "data"   // {{data.x}}: what the tool found
	Count  Source = "count"  // {{count}}: how many there are of it
	User   Source = "user"   // {{user.id}}, {{user.email}}: who calls; nobody has neither
	Secret Source = "secret" // {{secret.NAME}}
	App    Source = "app"    // {{app.slug}}
	Now    Source = "now"    // {{now}}: the time of the call, RFC 3339, UTC
)

// Placeholder names a value that is filled in.
type Placeholder struct {
	Source   Source
	Path     []string // behind the source: ["address", "city"]; empty for count and now
	Location string   // where it stands in what was parsed, as in platform.Problem
}

// String returns the placeholder as authors write it.
func (p Placeholder) String() string {
	return "{{" + strings.Join(append([]string{string(p.Source)}, p.Path...), ".") + "}}"
}

const (
	opening = "{{"
	closing = "}}"

	maxStep = 64 // bytes of a name in a path
	maxPath = 8  // names in a path
)

// part is a piece of a text: a placeholder, or plain text.
type part struct {
	plain string
	value *Placeholder
}

// split takes a text apart. It returns a message for each placeholder that is none.
func split(text string, allowed []Source) (parts []part, faults []string) {
	for {
		before, rest, found := strings.Cut(text, opening)
		if before != "" {
			parts = append(parts, part{plain: before})
		}
		if !found {
			return parts, faults
		}
		inside, after, closed := strings.Cut(rest, closing)
		if !closed {
			return parts, append(faults, "has {{ without }} after it")
		}
		p, fault := parsePlaceholder(strings.TrimSpace(inside), allowed)
		if fault != "" {
			faults = append(faults, fault)
		}
		parts, text = append(parts, part{value: &p}), after
	}
}

func parsePlaceholder(text string, allowed []Source) (p Placeholder, fault string) {
	steps := strings.Split(text, ".")
	p = Placeholder{Source: Source(steps[0]), Path: steps[1:]}
	shown := fmt.Sprintf("{{%.80s}}", text)
	if !slices.Contains(allowed, p.Source) {
		return p, fmt.Sprintf("has the placeholder %s, which is not known here; there are %s", shown, list(allowed))
	}
	switch p.Source {
	case Count, Now:
		if len(p.Path) > 0 {
			return p, fmt.Sprintf("has the placeholder %s: {{%s}} has no parts", shown, p.Source)
		}
	case User:
		if len(p.Path) != 1 || p.Path[0] != "id" && p.Path[0] != "email" {
			return p, fmt.Sprintf("has the placeholder %s; of the person who calls there are {{user.id}} and {{user.email}}", shown)
		}
	case App:
		if len(p.Path) != 1 || p.Path[0] != "slug" {
			return p, fmt.Sprintf("has the placeholder %s; of the app there is {{app.slug}}", shown)
		}
	case Secret:
		if len(p.Path) != 1 || !platform.ValidSecretName(p.Path[0]) {
			return p, fmt.Sprintf("has the placeholder %s; a secret's name begins with a capital and has capitals, digits and _, as {{secret.API_KEY}}", shown)
		}
	case Args, Data:
		if len(p.Path) == 0 || len(p.Path) > maxPath || slices.ContainsFunc(p.Path, func(s string) bool { return !validStep(s) }) {
			return p, fmt.Sprintf("has the placeholder %s; want the name of a value, as {{%s.name}}", shown, p.Source)
		}
	}
	return p, ""
}

// list names the placeholders that are allowed.
func list(sources []Source) string {
	names := make([]string, len(sources))
	for i, s := range sources {
		names[i] = "{{" + string(s) + map[Source]string{Args: ".…", Data: ".…", User: ".id", Secret: ".NAME", App: ".slug"}[s] + "}}"
	}
	return strings.Join(names, ", ")
}

// validStep reports whether a name may stand in a path: letters of any script, digits, _ and -.
func validStep(s string) bool {
	if s == "" || len(s) > maxStep {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r < 0x80 && r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}
