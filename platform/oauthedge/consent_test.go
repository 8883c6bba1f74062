package oauthedge_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/authorization"
	"berth/platform/store/storetest"
)

// Only a page of ours, shown to the same session within ten minutes, can have been answered.
func TestConsentCannotBeForged(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	form := w.do("ann", ask(), nil).request()
	answers := func(who, form, decision string, header ...string) *answer {
		return w.do(who, "/oauth/authorize", url.Values{"request": {form}, "decision": {decision}}, header...)
	}
	answers("ann", form, "allow", "Sec-Fetch-Site", "cross-site").is(403)
	answers("ann", form, "allow", "Origin", "https://evil.example").is(403)
	answers("ann", form, "allow", "Origin", "null").is(403)
	answers("bob", form, "allow").is(400).says("out of date")
	answers("", form, "allow").is(401)
	answers("ann", form[:len(form)-2]+"xx", "allow").is(400)
	answers("ann", "", "allow").is(400)
	answers("ann", form, "").is(400)
	w.do("ann", "/oauth/authorize", url.Values{"request": {strings.Repeat("x", 64<<10)}}).is(413)
	session := w.ann.Session
	w.ann = storetest.SignIn(t, w.store, w.ann)
	answers("ann", form, "allow").is(400)
	w.ann.Session = session
	w.Pass(10*time.Minute + time.Second)
	answers("ann", form, "allow").is(400)

	form = w.do("ann", ask(), nil).request()
	got := answers("ann", form, "deny").to("https://claude.ai/")
	if got.Get("error") != "access_denied" || got.Get("iss") != issuer || got.Get("state") != "s&t" || got.Has("code") {
		t.Errorf("%v", got)
	}
	// Going back and answering otherwise works: nothing was used up.
	answers("ann", form, "allow").to("https://claude.ai/")
	// An app that is public meanwhile lets nobody in.
	w.apps.change("shop", func(a *authorization.App) { a.Access = platform.AccessPublic })
	if got := answers("ann", form, "allow").to("https://claude.ai/"); got.Get("error") != "invalid_target" || got.Has("code") {
		t.Errorf("%v", got)
	}
}

// What an app asks for while somebody reads the page is not granted by their answer to it.
func TestOnlyWhatWasReadIsGranted(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	before := w.exchange(w.allow("ann", ask())).tokens().Scope
	for _, decision := range []string{"allow", "chosen"} {
		form := w.do("bob", ask("prompt", "consent"), nil).request()
		w.apps.change("shop", func(a *authorization.App) { a.Scopes = append(a.Scopes, platform.Scope{Name: "late." + decision}) })
		answer := w.do("bob", "/oauth/authorize", url.Values{"request": {form}, "decision": {decision}, "scope": append(strings.Fields(before), "late."+decision)})
		if got := w.exchange(answer.to("https://claude.ai/").Get("code")).tokens().Scope; got != before {
			t.Errorf("%s: %q, of %q", decision, got, before)
		}
		w.apps.change("shop", func(a *authorization.App) { a.Scopes = a.Scopes[:len(a.Scopes)-1] })
	}
}

// Who has read of one app lets nobody use another one that has taken its address meanwhile, and what was agreed to for the one says nothing of the other.
func TestAnAddressChangesHands(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		before := w.exchange(w.allow("ann", ask())).tokens()
		read := w.do("bob", ask(), nil).request()
		shop := w.apps.apps["shop"].ID
		w.apps.change("shop", func(a *authorization.App) { a.ID, a.Workspace = w.apps.apps["other"].ID, w.bob.Workspace })
		for _, decision := range []string{"allow", "chosen", "deny"} {
			w.do("bob", "/oauth/authorize", url.Values{"request": {read}, "decision": {decision}, "scope": {"app:read"}}).is(400).says("out of date")
		}
		w.do("ann", ask(), nil).is(200).request() // who agreed to the one is asked of the other
		if w.do("", ask("prompt", "none"), nil).to("https://claude.ai/").Has("code") || w.do("ann", ask("prompt", "none"), nil).to("https://claude.ai/").Has("code") {
			t.Error("without being asked")
		}
		if g, _, _, err := w.store.Token(t.Context(), authorization.HashOf(w.refresh(before.Refresh).tokens().Access)); err != nil || g.App != shop {
			t.Errorf("what was given for the one is for %s now, %v", g.App, err)
		}
	})
}

func TestPartsCanBeLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	target := ask("scope", "app:read app:write offline_access")
	chosen := func(scopes ...string) *answer {
		return w.do("ann", "/oauth/authorize", url.Values{"request": {w.do("ann", target, nil).request()}, "decision": {"chosen"}, "scope": scopes})
	}
	if got := chosen().to("https://claude.ai/"); got.Get("error") != "access_denied" {
		t.Errorf("nothing: %v", got)
	}
	got := w.exchange(chosen("app:read", "orders:write").to("https://claude.ai/").Get("code")).tokens()
	if got.Scope != "app:read" || got.Refresh != "" {
		t.Errorf("%+v", got)
	}
	w.do("ann", target, nil).says("Do not allow") // for the rest it asks again
	w.do("ann", ask("scope", "app:read"), nil).to("https://claude.ai/")
}

// Whoever runs a program on the person's machine could pose as such a client: the person is always asked.
func TestClientsOnMachinesAreAlwaysAskedAbout(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	target := ask("client_id", code, "redirect_uri", "http://localhost:53211/callback")
	for range 2 {
		page := w.do("ann", target, nil).says("This client runs on", "localhost:53211", "describes itself at claude.ai", "cannot be reached right now").lacks("known:")
		if policy := page.header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "form-action 'self' http://localhost:53211") {
			t.Errorf("%s", policy)
		}
		w.do("ann", "/oauth/authorize", url.Values{"request": {page.request()}, "decision": {"allow"}}).to("http://localhost:53211/callback?")
	}
	if got := w.do("ann", ask("client_id", code, "redirect_uri", "http://[::1]:7/callback", "prompt", "none"), nil).to("http://[::1]:7/callback?"); got.Get("error") != "consent_required" {
		t.Errorf("%v", got)
	}
	if policy := w.do("ann", ask("client_id", code, "redirect_uri", "http://[::1]:7/callback"), nil).header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "form-action 'self' http:") {
		t.Errorf("%s", policy)
	}
}

func TestAppsLetInWhomTheyAllow(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.Open(t))
	form := w.do("ann", ask(), nil).request()
	w.apps.change("shop", func(a *authorization.App) { a.Allow = platform.Allow{Emails: []string{"BOB@example.com"}} })
	w.bob.EmailVerified = false
	w.do("bob", ask(), nil).is(403).says("not proven yet", "bob@example.com")
	w.bob.EmailVerified = true
	w.do("bob", ask(), nil).is(200)
	w.do("ann", ask(), nil).is(403).says("lets only certain people sign in", "ann@example.com")
	w.do("ann", "/oauth/authorize", url.Values{"request": {form}, "decision": {"allow"}}).is(403)
	// A reviewer's account is let in by its app, whatever the list says, and by no other, whatever that says.
	w.bob.EmailVerified, w.bob.Email = false, "reviewer-x@berth.example"
	w.apps.change("shop", func(a *authorization.App) { w.bob.Reviews = a.ID })
	w.do("bob", ask(), nil).is(200)
	w.bob.EmailVerified, w.bob.Email, w.bob.Reviews = true, "bob@example.com", "another"
	w.do("bob", ask(), nil).is(403).says("for the reviewers of another app")
	w.apps.change("shop", func(a *authorization.App) { a.Allow = platform.Allow{} })
	w.do("bob", ask(), nil).is(403).says("for the reviewers of another app")
	w.bob.Reviews, w.bob.Suspended = "", "spam"
	w.do("bob", ask(), nil).is(403).says("suspended")
}
