package store_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

// An app that is served invites whom it lets in, whosever it is, at a domain those who have proven to be there: nobody by a draft, or something
// else that it says.
func TestAppsInviteWhomTheyLetIn(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, ann, bob := t.Context(), storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "bob@example.com")
		naming := func(name string, emails ...string) platform.Draft {
			d := draft(name)
			d.Allow = platform.Allow{Emails: emails, Domains: []string{"Example.org"}}
			d.Tools[0].MockData = json.RawMessage(`[{"allow":{"emails":["shown@example.com"],"domains":["example.net"]}}]`)
			return d
		}
		createApp(t, s, ann, naming("Draft", "draft@example.com"))
		everybody := naming("Everybody's")
		everybody.Allow = platform.Allow{}
		publishApp(t, s, ann, createApp(t, s, ann, everybody))
		for range 20 { // which are looked through before the others
			publishApp(t, s, ann, createApp(t, s, ann, naming("Domain", "nobody@example.com")))
		}
		app := publishApp(t, s, ann, createApp(t, s, ann, naming("Ann's", "else@example.com", "Guest+1@Example.com")))
		other := publishApp(t, s, bob, createApp(t, s, bob, naming("Bob's", "visitor@example.com")))
		check := func(want ...string) {
			t.Helper()
			invited := map[string]bool{}
			for _, email := range want {
				invited[email] = true
			}
			for _, email := range []string{"guest+1@example.com", "visitor@example.com", "draft@example.com", "shown@example.com", "any@example.org", "est+1@example.com",
				"any@example.net", "ann@example.com", "%", "", "@", "\x00"} {
				for _, proven := range []bool{false, true} {
					want := invited[email] && (proven || !strings.HasSuffix(email, "@example.org"))
					if got, err := s.Invited(ctx, email, proven, time.Now()); err != nil || got != want {
						t.Errorf("%q, proven %v: %v, %v", email, proven, got, err)
					}
				}
			}
		}
		check("guest+1@example.com", "visitor@example.com", "any@example.org")
		suspend(t, s, platform.SuspendedApp, other.ServedSlug)
		check("guest+1@example.com", "any@example.org")
		_, err := s.UpdateDraft(ctx, ann, app.ID, 0, func(platform.App) (platform.Draft, error) { return naming("Ann's", "visitor@example.com"), nil })
		if err != nil {
			t.Fatal(err)
		}
		check("visitor@example.com", "any@example.org")
		if _, err := s.Unpublish(ctx, ann, app.ID); err != nil {
			t.Fatal(err)
		}
		check("any@example.org") // at the domain of other apps
	})
}
