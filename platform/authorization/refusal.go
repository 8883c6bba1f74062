package authorization

import (
	"fmt"
	"net/url"
	"strings"
)

// ErrorCode is what a client is told, for programs (RFC 6749 §4.1.2.1 and §5.2, RFC 7009, RFC 7591 §3.2.2, RFC 8707 §2,
// OpenID Connect Core §3.1.2.6).
type ErrorCode string

// The codes that are used here.
const (
	InvalidRequest     ErrorCode = "invalid_request"
	InvalidClient      ErrorCode = "invalid_client"
	InvalidGrant       ErrorCode = "invalid_grant"
	InvalidTarget      ErrorCode = "invalid_target"
	UnsupportedGrant   ErrorCode = "unsupported_grant_type"
	UnsupportedType    ErrorCode = "unsupported_response_type"
	AccessDenied       ErrorCode = "access_denied"
	LoginRequired      ErrorCode = "login_required"
	ConsentRequired    ErrorCode = "consent_required"
	NoRequestObject    ErrorCode = "request_not_supported"
	NoRequestURI       ErrorCode = "request_uri_not_supported"
	InvalidRedirect    ErrorCode = "invalid_redirect_uri"
	InvalidMetadata    ErrorCode = "invalid_client_metadata"
	TemporarilyAway    ErrorCode = "temporarily_unavailable"
	ServerError        ErrorCode = "server_error"
	maxDescription               = 1000 // bytes of a description
	describedByPerson            = "The person said no."
	describedBySignOut           = "Nobody is signed in, and prompt=none forbids to ask."
)

// Refusal is the error for a request of a client. Text says what is wrong and what would be right; it may quote what the client sent, and
// nothing else that is not public.
type Refusal struct {
	Code ErrorCode
	Text string
	// Redirect is where the client is told; "" = it is not: nothing proves that an answer would reach the client that is named, so that the person
	// reads a page. The token endpoint answers itself.
	Redirect string
	State    string
	Stranger bool   // Redirect belongs to a client that anybody may have registered
	Page     string // title of that page
}

func (r *Refusal) Error() string { return string(r.Code) + ": " + r.Text }

// refuse makes a Refusal that is shown where it is made: on a page, or as the answer of an endpoint.
func refuse(code ErrorCode, format string, args ...any) *Refusal {
	return &Refusal{Code: code, Text: fmt.Sprintf(format, args...)}
}

// Description returns the text in the characters that error_description may have (RFC 6749 §4.1.2.1).
func (r *Refusal) Description() string {
	text := strings.Map(func(c rune) rune {
		switch {
		case c == '"' || c == '“' || c == '”' || c == '’':
			return '\''
		case c == '…':
			return '.'
		case c < ' ' || c > '~' || c == '\\':
			return '?'
		}
		return c
	}, r.Text)
	return text[:min(len(text), maxDescription)]
}

// Location returns where the browser is sent, with the issuer (RFC 9207).
func (r *Refusal) Location(issuer string) string {
	answer := url.Values{"error": {string(r.Code)}, "error_description": {r.Description()}}
	return location(r.Redirect, r.State, issuer, answer)
}

// Place returns where Redirect leads, in words.
func (r *Refusal) Place() string {
	_, place := onward(r.Redirect)
	return place
}

// location adds an answer to a redirect, which is otherwise left as it is.
func location(redirect, state, issuer string, answer url.Values) string {
	answer.Set("iss", issuer)
	if state != "" {
		answer.Set("state", state)
	}
	separator := "?"
	if strings.Contains(redirect, "?") {
		separator = "&"
		if strings.HasSuffix(redirect, "?") || strings.HasSuffix(redirect, "&") {
			separator = ""
		}
	}
	return redirect + separator + answer.Encode()
}
