// Package assertion checks what clients sign to prove who they are (private_key_jwt, RFC 7523): ChatGPT offers it, and some clients
// offer nothing else. The package must not know how keys are transported.
package assertion

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/authorization/clients"
)

const (
	maxAssertion = 8 << 10         // characters
	maxID        = 256             // characters of a jti
	maxAudiences = 10              // in one assertion
	lifetime     = 5 * time.Minute // that one may have left
	skew         = time.Minute     // between our clock and the client's
)

// Algorithms returns the names of the algorithms that assertions may be signed with (RFC 7518 §3.1): asymmetric ones alone.
func Algorithms() []string { return []string{"RS256", "PS256", "ES256", "EdDSA"} }

// Store remembers assertions for all replicas. Its errors are those of authorization.ErrReused and of the database.
type Store interface {
	// UseAssertion returns nil the first time that it gets a hash, and authorization.ErrReused until that time has passed.
	UseAssertion(ctx context.Context, hash []byte, until time.Time) error
}

// Options are what a Verifier needs. All are required.
type Options struct {
	Store   Store
	Fetcher clients.Fetcher // of at most MaxKeys bytes
	Now     func() time.Time
	Log     *slog.Logger
}

// Verifier implements authorization.Assertions. It is safe for concurrent use.
type Verifier struct {
	Options
	keys *keyring
}

// New makes a Verifier.
func New(o Options) *Verifier { return &Verifier{o, newKeyring(o)} }

// claims are those of an assertion that count.
type claims struct {
	Issuer    string   `json:"iss"`
	Subject   string   `json:"sub"`
	Audience  audience `json:"aud"`
	ID        string   `json:"jti"`
	Expires   *seconds `json:"exp"`
	NotBefore *seconds `json:"nbf"`
	IssuedAt  *seconds `json:"iat"`
}

// seconds are those since 1970, with or without fractions (NumericDate, RFC 7519 §2).
type seconds float64

func (s seconds) time() time.Time {
	const far = 1e11 // seconds, which no clock shows
	return time.UnixMilli(int64(min(max(float64(s), -far), far) * 1000)).UTC()
}

// audience is one text, or several (RFC 7519 §4.1.3).
type audience []string

// UnmarshalJSON implements json.Unmarshaler.
func (a *audience) UnmarshalJSON(raw []byte) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*a = audience{one}
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(a))
}

// Verify implements authorization.Assertions. An assertion for anybody besides the audiences is refused, since they could use it too.
func (v *Verifier) Verify(ctx context.Context, c authorization.Client, assertion string, audiences []string) error {
	if !slices.Contains(c.Methods, authorization.MethodAssertion) {
		return refused("is not expected: the client's document does not offer private_key_jwt")
	}
	if len(assertion) > maxAssertion {
		return refused("is too long")
	}
	algorithms := make([]jose.SignatureAlgorithm, 0, len(Algorithms()))
	for _, name := range Algorithms() {
		algorithms = append(algorithms, jose.SignatureAlgorithm(name))
	}
	signed, err := jose.ParseSignedCompact(assertion, algorithms)
	if err != nil || len(signed.Signatures) != 1 {
		return refused("is no JWT that is signed by " + strings.Join(Algorithms(), ", "))
	}
	header := signed.Signatures[0].Protected
	if kind, ok := header.ExtraHeaders[jose.HeaderType]; ok && !isAssertion(kind) {
		return refused("must have the type JWT or client-authentication+jwt")
	}
	payload, err := v.payload(ctx, c, signed)
	if err != nil {
		return err
	}
	var said claims
	if err := json.Unmarshal(payload, &said); err != nil {
		return refused("has claims that are none")
	}
	if why := said.fault(c.ID, audiences, v.Now()); why != "" {
		return refused(why)
	}
	hash := sha256.Sum256([]byte(c.ID + "\x00" + said.ID))
	switch err := v.Store.UseAssertion(ctx, hash[:], said.Expires.time().Add(2*skew)); {
	case err == nil:
		return nil
	case errors.Is(err, authorization.ErrReused):
		return refused("has been used before: its jti is known")
	default:
		return err
	}
}

// isAssertion reports whether a JWT says that it is one of any kind, or one for this purpose.
func isAssertion(kind any) bool {
	name, ok := kind.(string)
	return ok && (strings.EqualFold(name, "JWT") || strings.EqualFold(name, "client-authentication+jwt"))
}

// payload returns what one of the client's keys has signed.
func (v *Verifier) payload(ctx context.Context, c authorization.Client, signed *jose.JSONWebSignature) ([]byte, error) {
	header := signed.Signatures[0].Protected
	for _, again := range []bool{false, true} { // a client that has changed its keys has others than those at hand
		set, err := v.keys.of(ctx, c, again)
		if err != nil {
			return nil, err
		}
		for _, key := range suitable(set, header) {
			if payload, err := signed.Verify(key); err == nil {
				return payload, nil
			}
		}
		if len(suitable(set, header)) > 0 && header.KeyID != "" {
			break // it names a key that has not signed it
		}
	}
	return nil, refused("is not signed by a key of the client")
}

// fault says what is wrong with the claims, "" = nothing.
func (c claims) fault(client string, audiences []string, now time.Time) string {
	ours := func(aud string) bool { return slices.Contains(audiences, aud) }
	switch {
	case c.Issuer != client || c.Subject != client:
		return "must have the client's id as iss and sub"
	case len(c.Audience) == 0 || len(c.Audience) > maxAudiences || slices.ContainsFunc(c.Audience, func(aud string) bool { return !ours(aud) }):
		return "must have nothing but the issuer or the token endpoint as aud: " + strings.Join(audiences, " or ")
	case c.Expires == nil:
		return "must have an exp"
	case !now.Before(c.Expires.time().Add(skew)):
		return "has expired"
	case c.Expires.time().After(now.Add(lifetime + skew)):
		return "must expire within 5 minutes"
	case c.NotBefore != nil && c.NotBefore.time().After(now.Add(skew)), c.IssuedAt != nil && c.IssuedAt.time().After(now.Add(skew)):
		return "is from the future: compare the clocks"
	case c.ID == "" || len(c.ID) > maxID:
		return "must have a jti of at most 256 characters"
	}
	return ""
}

// refused makes the error of an assertion that proves nothing.
func refused(why string) *platform.Error {
	return platform.Errorf(platform.CodeUnauthenticated, "The client assertion %s.", why)
}
