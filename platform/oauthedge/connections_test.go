package oauthedge_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"berth/platform/authorization"
)

func TestConnections(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		if next := w.do("", "/account/connections", nil).to("/account/signin").Get("next"); next != "/account/connections" {
			t.Errorf("next %q", next)
		}
		w.do("ann", "/account/connections", nil).is(200).says("Nothing is connected")
		ann := w.exchange(w.allow("ann", ask())).tokens()
		bob := w.exchange(w.allow("bob", ask())).tokens()
		page := w.do("ann", "/account/connections", nil).is(200).says("Claude &lt;b&gt;", "The shop", "claude.ai", "Use the app as you", "Stay connected while you are away", "Last used", "not yet").lacks("bob@", "0001", "app:read")
		ids := regexp.MustCompile(`name="grant" value="([^"]+)"`).FindAllStringSubmatch(page.body, -1)
		if len(ids) != 1 || strings.Count(page.body, ">Revoke</button>") != 1 || strings.Count(page.body, "<form method=\"post\"") != 1 {
			t.Fatalf("%v %s", ids, page.body)
		}
		revoke := url.Values{"grant": {ids[0][1]}}
		w.do("ann", "/account/connections", revoke, "Sec-Fetch-Site", "cross-site").is(403)
		w.do("", "/account/connections", revoke).is(401)
		w.do("bob", "/account/connections", revoke).to("/account/connections") // it is none of his
		if !w.opens(ann.Access) {
			t.Fatal("a stranger has revoked it")
		}
		w.do("ann", "/account/connections", revoke).to("/account/connections")
		w.do("ann", "/account/connections", revoke).to("/account/connections")
		w.do("ann", "/account/connections", nil).is(200).says("Nothing is connected")
		if w.opens(ann.Access) || !w.opens(bob.Access) {
			t.Error("revoked is not what was to be")
		}
		w.refresh(ann.Refresh).refused(400, authorization.InvalidGrant)
		w.do("ann", ask(), nil).says("Do not allow") // it is asked again
	})
}
