// Package doctor says why clients could not sign people in to an app: fifteen small mistakes that break real connections, each a line that
// is judged by what the app's addresses answer. It asks nothing itself: Requests says what to ask from outside, without credentials
// and without what browsers send, and Judge what the answers mean. What only a whole sign-in shows is judged where somebody has
// gone through one (Flow). The package must not know who sends requests.
package doctor

import "slices"

// Target is what is looked at: one address of an app, and the server that gives tokens for it.
type Target struct {
	Issuer   string   // as people would be sent there, without a slash at the end
	Endpoint string   // the address that is given to clients
	Metadata string   // of that address (RFC 9728)
	Always   bool     // every request there needs a person; else only some tools
	Scopes   []string // the app's own
}

// Request is one question. Names are unique within what Requests returns.
type Request struct {
	Name        string
	Method, URL string
	Header      map[string]string
	Body        string // "" = none
}

// Answer is what came back. The zero Status says that nothing did. Header has names in canonical form.
type Answer struct {
	Status int
	Header map[string][]string
	Body   []byte
}

func (a Answer) header(name string) string {
	if v := a.Header[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// State is what a line came to.
type State string

// A line is Unseen where only a sign-in shows it and nobody has gone through one.
const (
	OK     State = "ok"
	Wrong  State = "wrong"
	Unseen State = "unseen"
)

// Line is one of the fifteen. Found says what is wrong, in sentences; nothing where State is not Wrong.
type Line struct {
	Number int
	Title  string
	State  State
	Found  []string
}

// Judge returns all fifteen lines, in their order. answers are those to Requests of the same target, by name; flow is nil where nobody has
// gone through a sign-in.
func Judge(t Target, answers map[string]Answer, flow *Flow) []Line {
	out := make([]Line, 0, 15)
	for i, c := range checks() {
		e := &exam{Target: t, answers: answers, flow: flow}
		if c.outside != nil {
			c.outside(e)
		}
		if flow != nil && c.inside != nil {
			c.inside(e)
		}
		line := Line{Number: i + 1, Title: c.title, State: OK, Found: e.found}
		switch {
		case len(e.found) > 0:
			line.State = Wrong
		case c.outside == nil && flow == nil:
			line.State = Unseen
		}
		out = append(out, line)
	}
	return out
}

// check is a line as it is judged: by what everybody can ask, and by what a sign-in shows.
type check struct {
	title           string
	outside, inside func(*exam)
}

// exam is one line while it is judged.
type exam struct {
	Target
	answers map[string]Answer
	flow    *Flow
	found   []string
}

// want adds a sentence unless something holds.
func (e *exam) want(holds bool, sentence string) {
	if !holds && !slices.Contains(e.found, sentence) {
		e.found = append(e.found, sentence)
	}
}

// checks are the fifteen lines.
func checks() []check {
	return []check{
		{"Clients without a secret may ask for tokens", (*exam).publicClients, nil},
		{"Clients may be known by a document of their own", (*exam).clientDocuments, nil},
		{"Answers say which server they come from", (*exam).saysIssuer, (*exam).issuerSaid},
		{"Scopes are where clients look for them", (*exam).scopes, nil},
		{"Too much scope is narrowed, not refused", nil, (*exam).narrowed},
		{"The address that people type is the resource", (*exam).resource, nil},
		{"Unknown well-known addresses are not found", (*exam).wellKnown, nil},
		{"The token endpoint speaks in forms and JSON", (*exam).tokenEndpoint, nil},
		{"A refresh that is sent twice works twice", nil, (*exam).refreshedTwice},
		{"Clients in browsers may read the answers", (*exam).crossOrigin, nil},
		{"The consent page may send people back", nil, (*exam).formAction},
		{"An unknown client is sent nowhere", (*exam).unknownClient, nil},
		{"Every message without a token is asked for one", (*exam).challenges, nil},
		{"A long state comes back whole", (*exam).longState, (*exam).stateReturned},
		{"Programs are not taken for robots", (*exam).programs, nil},
	}
}
