package mcpedge

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"berth/platform"
)

// Each tool of an app has its own answer, widget, input and hints, whichever path makes it.
func TestSeveralTools(t *testing.T) {
	t.Parallel()
	b := setup(t)
	call := func(tool, arguments string) string {
		t.Helper()
		body, headers := modern("1", "tools/call", tool, `"name":"`+tool+`","arguments":`+arguments)
		_, answer, _ := b.post(t, "shop", body, headers...)
		return answer
	}
	for _, c := range []struct{ tool, arguments, has, lacks string }{
		{"show_cards", `{"message":"x"}`, `"openai/outputTemplate":"ui://widget/shop.html"`, "berth/mock"},
		{"cakes", `{"vegan":true}`, `"openai/outputTemplate":"ui://widget/shop/cakes.html"`, "berth/mock"},
		{"hours", `{}`, `"of":"hours"`, "outputTemplate"},
		{"stock", `{}`, `"berth/mock":true`, "isError"},
		{"price", `{}`, `"berth/mock":true`, "isError"},
		{"cakes", `{"vegan":"yes","colour":1}`, `so nothing was done. Mend these and call again:\n- colour: is not a known field; known fields: vegan\n- vegan: must be true or false`, "of"},
	} {
		if got := call(c.tool, c.arguments); !strings.Contains(got, c.has) || c.lacks != "of" && strings.Contains(got, c.lacks) {
			t.Errorf("%s %s: %s", c.tool, c.arguments, got)
		}
	}
	body, headers := modern("1", "tools/list", "", "")
	if _, list, _ := b.post(t, "shop", body, headers...); !strings.Contains(list, `"ui":{"visibility":["app"]}`) || strings.Count(list, `"inputSchema"`) != 6 {
		t.Errorf("tools/list: %s", list)
	}
}

// In a mixed app, a tool with scopes asks for a person; the others stay open, but not to a bad token.
func TestMixedAccess(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *Options) {
		o.Authenticate = func(_ context.Context, token string, _ platform.Resource) (platform.Principal, error) {
			if app, ok := strings.CutPrefix(token, "reviews-"); ok {
				return platform.Principal{Kind: platform.KindKey, User: "u", Email: "reviewer@berth.example", Reviews: platform.AppID(app)}, nil
			}
			email, proven := strings.CutPrefix(token, "of-")
			email, says := strings.CutPrefix(email, "says-")
			if proven || says {
				return platform.Principal{Kind: platform.KindKey, User: "u", Email: email, EmailVerified: proven}, nil
			}
			return platform.Principal{}, platform.Errorf(platform.CodeUnauthenticated, "no")
		}
	})
	call := func(tool, token string) (int, string, http.Header) {
		t.Helper()
		body, headers := modern("1", "tools/call", tool, `"name":"`+tool+`","arguments":{}`)
		if token != "" {
			headers = append(headers, "Authorization", "Bearer "+token)
		}
		return b.post(t, "shop", body, headers...)
	}
	status, answer, header := call("orders", "")
	if challenge := header.Get("WWW-Authenticate"); status != 401 || !strings.Contains(challenge, `resource_metadata="`) || !strings.Contains(challenge, `scope="read write"`) {
		t.Errorf("without a token: %d %v", status, header)
	}
	if !strings.Contains(answer, `"mcp/www_authenticate":["Bearer resource_metadata=`) || !strings.Contains(answer, `"isError":true`) || strings.Contains(answer, `"of"`) {
		t.Errorf("without a token: %s", answer)
	}
	for _, c := range []struct {
		tool, token string
		status      int
	}{{"hours", "", 200}, {"hours", "bad", 401}, {"orders", "bad", 401}, {"orders", "of-ann@example.com", 200}, {"hours", "of-ann@example.com", 200}} {
		if status, answer, _ := call(c.tool, c.token); status != c.status || status == 200 && !strings.Contains(answer, `"of"`) {
			t.Errorf("%s with %q: %d %s", c.tool, c.token, status, answer)
		}
	}
	// A reviewer's account is let in by its own app, whatever the list says, and by no other, whatever that says.
	reviewers := func() {
		t.Helper()
		for app, want := range map[platform.AppID]int{b.source.live["shop"].App: 200, "another": 403} {
			if status, _, _ := call("orders", "reviews-"+string(app)); status != want {
				t.Errorf("a reviewer of %s: %d, want %d", app, status, want)
			}
		}
	}
	reviewers()
	b.source.live["shop"].Allow = platform.Allow{Domains: []string{"example.com"}, Emails: []string{"eve@elsewhere.example"}}
	b.edge.Invalidate("shop")
	for token, want := range map[string]int{"of-ann@EXAMPLE.com": 200, "of-Eve@elsewhere.example": 200, "of-ann@sub.example.com": 403, "of-ann@notexample.com": 403, "of-bob@elsewhere.example": 403,
		"says-ann@example.com": 403, "says-eve@elsewhere.example": 403} {
		if status, _, _ := call("orders", token); status != want {
			t.Errorf("%s: %d, want %d", token, status, want)
		}
	}
	reviewers()
}
