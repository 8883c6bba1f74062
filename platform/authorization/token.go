package authorization

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"berth/platform"
)

// Grants of the token endpoint.
const (
	grantCode    = "authorization_code"
	grantRefresh = "refresh_token"
)

// assertionType is the only type of assertions by which clients prove themselves (RFC 7523 §2.2).
const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

// TokenAnswer is what the token endpoint gives (RFC 6749 §5.1).
type TokenAnswer struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int64  `json:"expires_in"` // seconds
	RefreshToken string `json:"refresh_token,omitempty"`
	Scope        string `json:"scope"`
}

// exchange is a request to the token endpoint, of a client that has proven who it is.
type exchange struct {
	form    url.Values
	client  Client
	app     platform.AppID // that resource names, "" = it was left out
	now     time.Time
	address string
}

// Exchange answers the token endpoint. A *Refusal is the client's fault; other errors are RATE_LIMITED, UNAVAILABLE and those of the store.
func (s *Service) Exchange(ctx context.Context, form url.Values, address string) (TokenAnswer, error) {
	x := exchange{form: form, now: s.now(), address: address}
	if f := tokenFault(form); f != nil {
		return TokenAnswer{}, f
	}
	grants := map[string]func(context.Context, exchange) (TokenAnswer, Grant, error){grantCode: s.redeem, grantRefresh: s.refresh}
	grant, known := grants[form.Get("grant_type")]
	if !known {
		return TokenAnswer{}, refuse(UnsupportedGrant, "grant_type must be authorization_code or refresh_token.")
	}
	var err error
	if x.client, err = s.prove(ctx, form, address); err != nil {
		s.noteExchange(ctx, x, Grant{}, err)
		return TokenAnswer{}, onlyRefusal(err)
	}
	if x.app, err = s.resource(ctx, form.Get("resource")); err != nil {
		return TokenAnswer{}, err
	}
	answer, g, err := grant(ctx, x)
	s.noteExchange(ctx, x, g, err)
	return answer, onlyRefusal(err)
}

// onlyRefusal drops the cause that was joined to a Refusal.
func onlyRefusal(err error) error {
	if r := (*Refusal)(nil); errors.As(err, &r) {
		return r
	}
	return err
}

// tokenFault returns what is wrong with the form of a request to the token endpoint, nil = nothing.
func tokenFault(form url.Values) *Refusal {
	for _, name := range slices.Sorted(maps.Keys(form)) {
		if len(form[name]) > 1 {
			return refuse(InvalidRequest, "%s must not be repeated.", platform.Clip(name, 50))
		}
	}
	switch grant := form.Get("grant_type"); {
	case grant == "":
		return refuse(InvalidRequest, "grant_type is missing.")
	case grant == grantCode && form.Get("code") == "":
		return refuse(InvalidRequest, "code is missing.")
	case grant == grantCode && form.Get("code_verifier") == "":
		return refuse(InvalidRequest, "code_verifier is missing: PKCE is required.")
	case grant == grantRefresh && form.Get("refresh_token") == "":
		return refuse(InvalidRequest, "refresh_token is missing.")
	case len(form.Get("scope")) > maxScope:
		return refuse(InvalidRequest, "scope may have at most %d bytes.", maxScope)
	}
	return nil
}

// prove returns the client of a request, after it has proven who it is as its document says.
func (s *Service) prove(ctx context.Context, form url.Values, address string) (Client, error) {
	assertion, id := form.Get("client_assertion"), form.Get("client_id")
	switch {
	case form.Get("client_secret") != "":
		return Client{}, refuse(InvalidClient, "Clients have no secrets here: leave client_secret out.")
	case assertion != "" && form.Get("client_assertion_type") != assertionType:
		return Client{}, refuse(InvalidClient, "client_assertion_type must be %s.", assertionType)
	case assertion == "" && id == "":
		return Client{}, refuse(InvalidClient, "client_id is missing.")
	case id == "":
		if id = subject(assertion); id == "" {
			return Client{}, refuse(InvalidClient, "client_assertion names no subject; send client_id.")
		}
	}
	c, err := s.client(ctx, id, address)
	if err != nil {
		return c, err
	}
	if assertion == "" {
		if !slices.Contains(c.Methods, MethodNone) {
			return c, refuse(InvalidClient, "This client proves itself by private_key_jwt, as its document says: send client_assertion and client_assertion_type.")
		}
		return c, nil
	}
	if s.Assertions == nil || !slices.Contains(c.Methods, MethodAssertion) {
		return c, refuse(InvalidClient, "This client's document does not offer private_key_jwt: leave client_assertion out, or add the method and its keys to the document.")
	}
	err = s.Assertions.Verify(ctx, c, assertion, []string{s.Issuer, s.Issuer + PathToken})
	if platform.IsCode(err, platform.CodeUnauthenticated) || platform.IsCode(err, platform.CodeInvalidInput) {
		return c, errors.Join(refuse(InvalidClient, "%s", inWords(platform.AsError(err))), err)
	}
	return c, err
}

// subject returns whom an assertion is about, by its own word: it says whose keys it is to be checked with.
func subject(assertion string) string {
	parts := strings.Split(assertion, ".")
	if len(parts) != 3 {
		return ""
	}
	raw, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return ""
	}
	var claims struct {
		Subject string `json:"sub"`
	}
	if json.Unmarshal(raw, &claims) != nil {
		return ""
	}
	return claims.Subject
}

// resource returns the app that the parameter of a token request names, "" where it was left out.
func (s *Service) resource(ctx context.Context, parameter string) (platform.AppID, error) {
	if parameter == "" {
		return "", nil
	}
	address, ok := Canonical(parameter)
	if !ok {
		return "", refuse(InvalidTarget, "resource must be the address of an app's endpoint, without a fragment.")
	}
	app, err := s.Apps.AppAt(ctx, address)
	if platform.IsCode(err, platform.CodeAppNotFound) || platform.IsCode(err, platform.CodeNotFound) || platform.IsCode(err, platform.CodeSuspended) {
		return "", refuse(InvalidTarget, "No app can be used at that resource.")
	}
	return app.ID, err
}

// matches refuses a request for another client's grant, or for another app.
func (x exchange) matches(g Grant) error {
	if subtle.ConstantTimeCompare([]byte(g.Client), []byte(x.client.ID)) != 1 {
		return refuse(InvalidGrant, "This was issued to another client.")
	}
	if x.app != "" && x.app != g.App {
		return refuse(InvalidTarget, "This was issued for another app: resource must be the one that was asked for.")
	}
	return nil
}

// redeem exchanges a code.
func (s *Service) redeem(ctx context.Context, x exchange) (TokenAnswer, Grant, error) {
	code := x.form.Get("code")
	if !isSecret(codePrefix, code) {
		return TokenAnswer{}, Grant{}, unknownCode()
	}
	check := func(c Code) error {
		if err := x.matches(c.Grant); err != nil {
			return err
		}
		if redirect := x.form.Get("redirect_uri"); redirect != "" && redirect != c.Redirect {
			return refuse(InvalidGrant, "redirect_uri must be the one of the request for authorization, “%s”.", platform.Clip(c.Redirect, 300))
		}
		if !proves(x.form.Get("code_verifier"), c.Challenge) {
			return refuse(InvalidGrant, "code_verifier is not the one of code_challenge.")
		}
		return nil
	}
	answer, access := TokenAnswer{}, newSecret(accessPrefix)
	c, err := s.Store.Redeem(ctx, HashOf(code), x.now, check, func(c Code) Issued {
		var issued Issued
		answer, issued = s.issue(c.Grant, c.Grant.Scopes, 1, access, x.now)
		return issued
	})
	switch {
	case errors.Is(err, ErrReused):
		return TokenAnswer{}, c.Grant, errors.Join(refuse(InvalidGrant, "The code was used before. What it gave has ended: connect again."), err)
	case platform.IsCode(err, platform.CodeNotFound):
		return TokenAnswer{}, c.Grant, errors.Join(unknownCode(), err)
	case err != nil:
		return TokenAnswer{}, c.Grant, err
	}
	return answer, c.Grant, nil
}

func unknownCode() error {
	return refuse(InvalidGrant, "The code is unknown or has expired: connect again.")
}

// refresh exchanges a refresh token. Its successor is the same one however often the client asks.
func (s *Service) refresh(ctx context.Context, x exchange) (TokenAnswer, Grant, error) {
	token := x.form.Get("refresh_token")
	if !isSecret(refreshPrefix, token) {
		return TokenAnswer{}, Grant{}, unknownRefresh()
	}
	answer, access := TokenAnswer{}, newSecret(accessPrefix)
	check := func(g Grant) error {
		if err := x.matches(g); err != nil {
			return err
		}
		return s.refreshes.Allow(g.ID)
	}
	g, err := s.Store.Rotate(ctx, HashOf(token), x.now, s.Lifetimes.Grace, check, func(g Grant, generation int) Issued {
		scopes := g.Scopes
		if asked := scopesOf(x.form.Get("scope")); len(asked) > 0 {
			if fewer := keep(scopes, asked); len(fewer) > 0 {
				scopes = fewer
			}
		}
		var issued Issued
		answer, issued = s.issue(g, scopes, generation, access, x.now)
		return issued
	})
	switch {
	case errors.Is(err, ErrReused):
		return TokenAnswer{}, g, errors.Join(refuse(InvalidGrant, "The refresh token was used before, too long ago for a repetition. The connection has ended: connect again."), err)
	case platform.IsCode(err, platform.CodeNotFound):
		return TokenAnswer{}, g, errors.Join(unknownRefresh(), err)
	case err != nil:
		return TokenAnswer{}, g, err
	}
	return answer, g, nil
}

func unknownRefresh() error {
	return refuse(InvalidGrant, "The refresh token is unknown, has expired or was revoked: connect again.")
}

// issue makes what a client gets for a grant: the answer, and what is stored of it.
func (s *Service) issue(g Grant, scopes []string, generation int, access string, now time.Time) (TokenAnswer, Issued) {
	answer := TokenAnswer{AccessToken: access, TokenType: "Bearer", ExpiresIn: int64(s.Lifetimes.Access / time.Second), Scope: strings.Join(scopes, " ")}
	issued := Issued{Access: AccessToken{Hash: HashOf(access), Scopes: scopes, ExpiresAt: now.Add(s.Lifetimes.Access)}}
	if slices.Contains(g.Scopes, platform.ScopeOffline) {
		answer.RefreshToken = refreshToken(s.Key, g.ID, generation)
		issued.Refresh = &RefreshToken{Hash: HashOf(answer.RefreshToken), Generation: generation, ExpiresAt: now.Add(s.Lifetimes.Refresh)}
	}
	return answer, issued
}

// noteExchange records what came of a request to the token endpoint. Refreshing is recorded where it fails: else nothing but it would be
// left of an app that is used much.
func (s *Service) noteExchange(ctx context.Context, x exchange, g Grant, err error) {
	a := Attempt{App: g.App, Client: x.form.Get("client_id"), Step: StepToken, Outcome: OutcomeDone}
	if x.client.ID != "" {
		a.Client = x.client.ID
	}
	if x.form.Get("grant_type") == grantRefresh {
		a.Step = StepRefresh
	}
	if x.app == "" {
		x.app, _ = s.resource(ctx, x.form.Get("resource")) // before the client has proven itself; nobody's app has no attempts
	}
	if x.app != "" { // the app that the client asks for, whatever it holds
		a.App = x.app
	}
	if g.User != "" && g.App == a.App {
		a.Person = platform.PersonID(a.App, g.User)
	}
	r := (*Refusal)(nil)
	switch {
	case errors.As(err, &r):
		a.Outcome, a.Reason = OutcomeFailed, r.Text
	case err != nil:
		a.Outcome, a.Reason = OutcomeFailed, platform.AsError(err).Msg
	case a.Step == StepRefresh:
		return
	}
	s.note(ctx, x.address, a)
}
