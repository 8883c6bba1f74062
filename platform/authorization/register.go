package authorization

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/ratelimit"
)

// maxClientName bounds the name that a client gives itself, in characters.
const maxClientName = 100

// Registration is what a client says of itself when it registers (RFC 7591 §2), and the answer. Fields that are not here are ignored, as that
// document demands.
type Registration struct {
	ID              string   `json:"client_id,omitempty"`
	IssuedAt        int64    `json:"client_id_issued_at,omitempty"` // seconds since 1970
	Name            string   `json:"client_name,omitempty"`
	Redirects       []string `json:"redirect_uris"`
	Method          string   `json:"token_endpoint_auth_method"`
	GrantTypes      []string `json:"grant_types"`
	ResponseTypes   []string `json:"response_types"`
	ApplicationType string   `json:"application_type,omitempty"`
	Scope           string   `json:"scope,omitempty"`
}

// Types of applications (OpenID Connect Registration §2).
const (
	typeWeb    = "web"
	typeNative = "native"
)

// RegisterClient registers a client from that address. It becomes a public client whatever method it asked for, and is told so. A *Refusal is the
// client's fault; the limit of an address is RATE_LIMITED.
func (s *Service) RegisterClient(ctx context.Context, body []byte, address string) (Registration, error) {
	if err := s.registrations.Allow(ratelimit.Network(address)); err != nil {
		return Registration{}, err
	}
	var r Registration
	if err := json.Unmarshal(body, &r); err != nil {
		return r, refuse(InvalidMetadata, "The body must be a JSON object of client metadata (RFC 7591).")
	}
	if f := r.fault(); f != nil {
		return r, f
	}
	now := s.now()
	c := Client{ID: NewClientID(), Name: r.Name, Redirects: r.Redirects, Methods: []string{MethodNone}}
	if err := s.Store.Register(ctx, c, address, now); err != nil {
		return r, err
	}
	r.ID, r.IssuedAt, r.Method = c.ID, now.Unix(), MethodNone
	r.GrantTypes, r.ResponseTypes = []string{grantCode, grantRefresh}, []string{"code"}
	return r, nil
}

// fault completes what was left out, and returns all that is wrong, nil = nothing.
func (r *Registration) fault() *Refusal {
	if f := r.redirectFault(); f != nil {
		return f
	}
	var wrong []string
	if r.Name == "" {
		r.Name = "An app that gave no name"
	}
	if utf8.RuneCountInString(r.Name) > maxClientName || strings.ContainsFunc(r.Name, platform.Hidden) || !utf8.ValidString(r.Name) {
		wrong = append(wrong, fmt.Sprintf("client_name must have at most %d visible characters.", maxClientName))
	}
	if len(r.GrantTypes) > 0 && !slices.Contains(r.GrantTypes, grantCode) {
		wrong = append(wrong, "grant_types must contain authorization_code.")
	}
	if len(r.ResponseTypes) > 0 && !slices.Contains(r.ResponseTypes, "code") {
		wrong = append(wrong, "response_types must contain code.")
	}
	if len(r.Scope) > maxScope {
		wrong = append(wrong, fmt.Sprintf("scope may have at most %d bytes.", maxScope))
	}
	if len(wrong) > 0 {
		return refuse(InvalidMetadata, "%s", strings.Join(wrong, " "))
	}
	return nil
}

// redirectFault checks the redirects, and the type of application that follows from them or must allow them.
func (r *Registration) redirectFault() *Refusal {
	if len(r.Redirects) == 0 || len(r.Redirects) > MaxRedirects {
		return refuse(InvalidRedirect, "redirect_uris must have 1 to %d entries.", MaxRedirects)
	}
	var wrong []string
	for i, redirect := range r.Redirects {
		if problem := RedirectProblem(redirect, false); problem != "" {
			wrong = append(wrong, fmt.Sprintf("redirect_uris[%d] %s.", i, problem))
		}
	}
	if len(wrong) > 0 {
		return refuse(InvalidRedirect, "%s", strings.Join(wrong, " "))
	}
	local := slices.ContainsFunc(r.Redirects, unclaimed)
	switch {
	case r.ApplicationType == "" && local:
		r.ApplicationType = typeNative
	case r.ApplicationType == "":
		r.ApplicationType = typeWeb
	case r.ApplicationType != typeWeb && r.ApplicationType != typeNative:
		return refuse(InvalidMetadata, "application_type must be web or native.")
	case r.ApplicationType == typeWeb && local:
		return refuse(InvalidRedirect, "An application_type of web takes https redirects alone: programs on a device register as native.")
	}
	return nil
}
