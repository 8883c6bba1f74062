package authorization

import (
	"context"
	"errors"
	"net/url"

	"berth/platform"
	"berth/platform/ratelimit"
)

// Inquiry is what a client asks a person for.
type Inquiry struct {
	Request
	Query  string // the request as it was sent
	App    App
	Scopes []string // that the client can have, what they imply included
	Maker  string   // who is known to publish the client's document, where no other program is answered; "" = nobody
}

// Permissions says what the scopes let the client do.
func (i Inquiry) Permissions() []Permission { return permissions(i.Scopes, i.App.Scopes) }

// Onward returns where the person is sent back to: the source that lets a browser follow (CSP form-action), and the place in words.
func (i Inquiry) Onward() (source, place string) { return onward(i.Redirect) }

// Ask reads a request for authorization, sent from that address. Errors are a *Refusal, or RATE_LIMITED, UPSTREAM_ERROR (the host of the client's
// document is away) and whatever the store returns.
func (s *Service) Ask(ctx context.Context, query, address string) (Inquiry, error) {
	if err := s.asks.Allow(ratelimit.Network(address)); err != nil {
		return Inquiry{}, err
	}
	i, err := s.ask(ctx, query, address)
	if r := (*Refusal)(nil); errors.As(err, &r) {
		s.noteRefused(ctx, query, address, i, r)
		return i, r
	}
	return i, err
}

func (s *Service) ask(ctx context.Context, query, address string) (Inquiry, error) {
	i := Inquiry{Query: query}
	q, err := ParseQuery(query)
	if err != nil {
		return i, err
	}
	id, err := clientOf(q)
	if err != nil {
		return i, err
	}
	c, err := s.client(ctx, id, address)
	if err != nil {
		return i, err
	}
	if i.Request, err = check(q, c); err != nil {
		return i, err
	}
	if i.App, err = s.target(ctx, &i.Request); err != nil {
		return i, err
	}
	i.Scopes = narrow(i.Asked, i.App.Scopes)
	if s.Known != nil && c.Document && !unclaimed(i.Redirect) {
		i.Maker, _ = s.Known(c.ID)
	}
	return i, nil
}

// target finds the app that a request is for, and completes the request's resource.
func (s *Service) target(ctx context.Context, r *Request) (App, error) {
	if r.Resource == "" {
		all, err := s.Store.Resources(ctx, r.Client.ID)
		if err != nil {
			return App{}, err
		}
		if len(all) != 1 {
			return App{}, r.refuse(InvalidTarget, "resource is missing: send the address of the app's endpoint, as its resource metadata names it.")
		}
		r.Resource = all[0]
	}
	app, err := s.Apps.AppAt(ctx, r.Resource)
	switch {
	case platform.IsCode(err, platform.CodeAppNotFound), platform.IsCode(err, platform.CodeNotFound):
		return app, r.refuse(InvalidTarget, "No app is published at “%s”. resource must be the address of its endpoint, as its metadata names it.", platform.Clip(r.Resource, 300))
	case platform.IsCode(err, platform.CodeSuspended):
		return app, r.refuse(InvalidTarget, "This app has been suspended.")
	case err != nil:
		return app, err
	case app.Access == platform.AccessPublic || app.Access == "":
		return app, r.refuse(InvalidTarget, "This app is public: call it without a token.")
	}
	return app, nil
}

// noteRefused records what was refused for the app that the request names, where it names one.
func (s *Service) noteRefused(ctx context.Context, query, address string, i Inquiry, r *Refusal) {
	q, err := ParseQuery(query)
	if err != nil {
		return
	}
	if i.App.ID == "" {
		resource, ok := Canonical(q.Get("resource"))
		if !ok {
			return
		}
		if i.App, err = s.Apps.AppAt(ctx, resource); err != nil {
			return
		}
	}
	s.note(ctx, address, Attempt{App: i.App.ID, Client: q.Get("client_id"), Step: StepAuthorize, Outcome: OutcomeFailed, Reason: r.Text})
}

// NeedSignIn says that nobody is signed in. It returns nil where the person may be asked to, else what the client is told.
func (s *Service) NeedSignIn(ctx context.Context, i Inquiry, address string) error {
	a := Attempt{App: i.App.ID, Client: i.Client.ID, Step: StepAuthorize, Outcome: OutcomeWaiting}
	if !i.Silent {
		s.note(ctx, address, a)
		return nil
	}
	a.Outcome, a.Reason = OutcomeFailed, describedBySignOut
	s.note(ctx, address, a)
	return i.refuse(LoginRequired, describedBySignOut)
}

// Agreed reports whether the person has agreed to all of it before, so that nobody is asked again: then Allow answers at once. Errors are FORBIDDEN (the
// app is not for that person), SUSPENDED, or a *Refusal for a client that wants nobody to be asked.
func (s *Service) Agreed(ctx context.Context, by platform.Actor, i Inquiry) (bool, error) {
	if err := s.admit(ctx, by, i); err != nil {
		return false, err
	}
	agreed := false
	if !i.Ask && !unclaimed(i.Redirect) {
		before, err := s.Store.Consent(ctx, by.User, i.App.ID, i.Client.ID)
		if err != nil {
			return false, err
		}
		agreed = before != nil && len(keep(i.Scopes, before)) == len(i.Scopes)
	}
	if agreed {
		return true, nil
	}
	a := s.attempt(by, i, OutcomeWaiting, "")
	if i.Silent {
		r := i.refuse(ConsentRequired, "The person has not agreed to this yet, and prompt=none forbids to ask.")
		a.Outcome, a.Reason = OutcomeFailed, r.Text
		s.note(ctx, by.Address, a)
		return false, r
	}
	s.note(ctx, by.Address, a)
	return false, nil
}

// admit refuses a person who is suspended, or whom the app does not let in.
func (s *Service) admit(ctx context.Context, by platform.Actor, i Inquiry) error {
	err := by.MayWrite()
	reason := "An operator has suspended the person."
	switch {
	case err != nil || i.App.Allow.AdmitsPerson(by.Principal, i.App.ID):
	case by.Reviews != "":
		err = platform.Errorf(platform.CodeForbidden, "%s is an account for the reviewers of another app. Sign in as somebody else.", by.Email)
		reason = "The account is for the reviewers of another app."
	case i.App.Allow.Admits(by.Email):
		err = platform.Errorf(platform.CodeForbidden, "%s lets only certain people sign in, and it is not proven yet that %s is your e-mail address. "+
			"Prove it under /account, or sign in with a code by e-mail.", i.App.Name, by.Email)
		reason = "The app lets only certain people sign in, and this person's address is not proven yet: in their account they are sent a link, or they sign in with a code by e-mail."
	default:
		err = platform.Errorf(platform.CodeForbidden, "%s lets only certain people sign in, and %s is none of them. Ask %s, or sign in as somebody else.",
			i.App.Name, by.Email, i.App.Publisher)
		reason = "The app lets only certain people sign in, and this is none of them: add the address or its domain to “allow”."
	}
	if err != nil {
		s.note(ctx, by.Address, s.attempt(by, i, OutcomeDenied, reason))
	}
	return err
}

// attempt makes the record of what a person did when asked. The author knows who it is where people are admitted by name, or are of the author's workspace; else by the
// id that the app's handlers see.
func (s *Service) attempt(by platform.Actor, i Inquiry, outcome Outcome, reason string) Attempt {
	person := platform.PersonID(i.App.ID, by.User)
	if !i.App.Allow.IsZero() || by.Workspace == i.App.Workspace {
		person = by.Email
	}
	return Attempt{App: i.App.ID, Client: i.Client.ID, User: by.User, Person: person, Step: StepConsent, Outcome: outcome, Reason: reason}
}

// Allow gives the client a code for what the person lets it have, and returns where the browser is sent. chosen are the scopes that the person has left
// in; nil = all. Errors are those of Agreed.
func (s *Service) Allow(ctx context.Context, by platform.Actor, i Inquiry, chosen []string) (string, error) {
	if err := s.admit(ctx, by, i); err != nil {
		return "", err
	}
	scopes := keep(i.Scopes, chosen)
	if len(scopes) == 0 {
		return s.Deny(ctx, by, i), nil
	}
	now, code := s.now(), newSecret(codePrefix)
	err := s.Store.Start(ctx, by, Code{
		Hash: HashOf(code), Redirect: i.Redirect, Challenge: i.Challenge, ExpiresAt: now.Add(s.Lifetimes.Code),
		Grant: Grant{ID: platform.GrantID(newID()), User: by.User, App: i.App.ID, Client: i.Client.ID, ClientName: i.Client.Name, ClientHost: i.Client.Host(),
			Resource: i.Resource, Scopes: scopes, CreatedAt: now, ExpiresAt: now.Add(s.Lifetimes.Code)},
	})
	if err != nil {
		return "", err
	}
	s.note(ctx, by.Address, s.attempt(by, i, OutcomeDone, ""))
	return location(i.Redirect, i.State, s.Issuer, url.Values{"code": {code}}), nil
}

// Deny returns where the browser is sent when the person says no.
func (s *Service) Deny(ctx context.Context, by platform.Actor, i Inquiry) string {
	r := i.refuse(AccessDenied, describedByPerson)
	s.note(ctx, by.Address, s.attempt(by, i, OutcomeDenied, describedByPerson))
	return r.Location(s.Issuer)
}
