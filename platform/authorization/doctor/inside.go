package doctor

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"berth/platform"
)

// Flow is what a client and a browser saw of a sign-in that somebody went through, with more scopes than there are.
type Flow struct {
	Redirect  string    // of the client, to which the person comes back
	State     string    // that the client sent
	Asked     []string  // scopes
	ConsentTo []string  // Content-Security-Policy of the consent page, one element a header
	Agreed    string    // where the person was sent when they agreed
	Refused   string    // where they were sent when they did not
	Token     Answer    // to the code
	Refreshed [2]Answer // to one refresh token, sent twice
}

// back reads the parameters with which a person came back.
func (e *exam) back(address string) url.Values {
	u, err := url.Parse(address)
	if err != nil || !strings.HasPrefix(address, e.flow.Redirect) {
		e.want(false, "The person did not come back to the client.")
		return nil
	}
	return u.Query()
}

func (e *exam) issuerSaid() {
	e.want(e.back(e.flow.Agreed).Get("iss") == e.Issuer, "The answer to a person who agrees lacks iss, or names another server.")
	refused := e.back(e.flow.Refused)
	e.want(refused.Get("iss") == e.Issuer && refused.Get("error") == "access_denied", "The answer to a person who refuses lacks iss or error=access_denied.")
}

// token is an answer of the token endpoint.
type token struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`
}

func (e *exam) narrowed() {
	var got token
	e.want(e.flow.Token.Status == 200 && json.Unmarshal(e.flow.Token.Body, &got) == nil && got.Access != "", "A client that asks for too much gets no token: "+shown(e.flow.Token)+".")
	granted := strings.Fields(got.Scope)
	e.want(len(granted) > 0 && strings.Join(granted, " ") == got.Scope, "The answer does not say what was granted.")
	known := append([]string{platform.ScopeRead, platform.ScopeWrite, platform.ScopeOffline}, e.Scopes...)
	for _, scope := range granted {
		e.want(slices.Contains(known, scope), "The scope "+scope+" was granted, which the app does not have.")
	}
	for _, scope := range e.flow.Asked {
		e.want(!slices.Contains(known, scope) || slices.Contains(granted, scope), "The scope "+scope+" was asked for and agreed to, and not granted.")
	}
}

func (e *exam) refreshedTwice() {
	var got [2]token
	for i, a := range e.flow.Refreshed {
		e.want(a.Status == 200 && json.Unmarshal(a.Body, &got[i]) == nil && got[i].Access != "", "A refresh that was sent twice, as by a client that retries, is refused: "+shown(a)+".")
	}
	e.want(got[0].Refresh != "" && got[0].Refresh == got[1].Refresh, "A refresh that was sent twice gives two successors, of which one does not work.")
}

func (e *exam) formAction() {
	u, err := url.Parse(e.flow.Redirect)
	if err != nil {
		return
	}
	for _, policy := range e.flow.ConsentTo {
		for _, directive := range strings.Split(policy, ";") {
			if name, sources, _ := strings.Cut(strings.TrimSpace(directive), " "); name == "form-action" {
				e.want(slices.Contains(strings.Fields(sources), u.Scheme+"://"+u.Host), "The policy of the consent page does not let its form lead to the client: Chromium then stays there.")
			}
		}
	}
	e.want(len(e.flow.ConsentTo) > 0, "The consent page has no Content-Security-Policy.")
}

func (e *exam) stateReturned() {
	e.want(len(e.flow.State) >= longState && e.back(e.flow.Agreed).Get("state") == e.flow.State, "The state that the client sent does not come back whole.")
}
