package api_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const aListing = `{"tagline":"Find your tea","category":"Shopping","iconUrl":"https://example.com/icon.png","privacyUrl":"https://example.com/privacy",` +
	`"supportUrl":"https://example.com/help?a=1#b","websiteUrl":"https://xn--caf-dma.example","company":"Tea & Söhne"}`

func TestListing(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, workspace, user := w.person("ann@example.com")
		bob, _, _ := w.person("bob@example.com")
		app := ann.app("Shop")
		before := ann.do("GET", app, nil).is(200)
		empty := `{"tagline":"","category":"","iconUrl":"","privacyUrl":"","supportUrl":"","websiteUrl":"","company":""}`
		if got := ann.do("GET", app+"/listing", nil).is(200); strings.TrimSpace(got.body) != empty {
			t.Errorf("at first: %s", got.body)
		}
		put := ann.do("PUT", app+"/listing", aListing).is(200)
		if got := ann.do("GET", app+"/listing", nil).is(200); got.body != put.body || got.text("company") != "Tea & Söhne" || got.text("tagline") != "Find your tea" {
			t.Errorf("put %s, got %s", put.body, got.body)
		}
		ann.do("PUT", app+"/listing", `{"tagline":" Find your tea ","company":"Tea & Söhne"}`).is(200)
		audit := ann.do("GET", "/api/v1/workspaces/"+workspace+"/audit?limit=2", nil).is(200)
		if diff := cmp.Diff([]string{"app.listing", "app.listing"}, audit.column("action")); diff != "" || strings.Contains(audit.body[:strings.Index(audit.body, `"userAgent"`)], "tagline") {
			t.Errorf("audit: %s", audit.body)
		}
		if got := ann.do("GET", app, nil).is(200); got.body != before.body {
			t.Errorf("the listing changed the draft: %s", got.body)
		}
		ann.do("PUT", w.seed(workspace, user, "gift")+"/listing", aListing).is(200)

		viewer, _ := w.join(ann, workspace, "viewer", "viewer@example.com")
		viewer.workspace = workspace
		viewer.do("GET", app+"/listing", nil).is(200)
		viewer.do("PUT", app+"/listing", aListing).fails(403, "FORBIDDEN")
		for _, c := range []struct{ method, suffix, body string }{{"GET", "/listing", ""}, {"PUT", "/listing", aListing}, {"GET", "/readiness", ""}, {"GET", "/submission", ""}} {
			var body any
			if c.body != "" {
				body = c.body
			} else {
				viewer.do(c.method, app+c.suffix, nil).is(200)
			}
			bob.do(c.method, app+c.suffix, body).fails(404, "APP_NOT_FOUND").lacks("Shop")
			w.anonymous().do(c.method, app+c.suffix, body).fails(401, "UNAUTHENTICATED")
		}
		ann.do("DELETE", app, nil).is(204)
	})
}

func TestHostileListings(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	app := ann.app("Shop")
	for body, locations := range map[string]string{
		`{"tagline":"` + strings.Repeat("é", 56) + `"}`:                      "body.tagline",
		`{"company":"a\u0000b"}`:                                             "body.company",
		`{"company":"a\nb"}`:                                                 "body.company",
		`{"iconUrl":"http://example.com/i.png"}`:                             "body.iconUrl",
		`{"iconUrl":"javascript:alert(1)"}`:                                  "body.iconUrl",
		`{"iconUrl":"https://example.com/\"><script>"}`:                      "body.iconUrl",
		`{"iconUrl":"https://user:pass@example.com/"}`:                       "body.iconUrl",
		`{"iconUrl":"https://localhost/i.png"}`:                              "body.iconUrl",
		`{"iconUrl":"https://169.254.169.254/i.png"}`:                        "body.iconUrl",
		`{"iconUrl":"https://exämple.com/i.png"}`:                            "body.iconUrl",
		`{"iconUrl":"https://example.com/` + strings.Repeat("x", 500) + `"}`: "body.iconUrl",
		`{"id":"x"}`:       "body.id",
		`{"privacyUrl":1}`: "body.privacyUrl",
		`{"iconUrl":"x","privacyUrl":"ftp://example.com","category":"` + strings.Repeat("x", 51) + `"}`: "body.category body.iconUrl body.privacyUrl",
	} {
		got := ann.do("PUT", app+"/listing", body).fails(422, "INVALID_CONFIG")
		if diff := cmp.Diff(locations, strings.Join(got.locations(), " ")); diff != "" {
			t.Errorf("%s: %s", body, got.body)
		}
	}
	if got := ann.do("GET", app+"/listing", nil).is(200); strings.Contains(got.body, "x") && got.text("iconUrl") != "" {
		t.Errorf("kept: %s", got.body)
	}
}

func TestReadinessAndSubmission(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ann, workspace, user := w.person("ann@example.com")
		app := ann.app("Product Search")
		status := func(id string) (status, field string) {
			t.Helper()
			for _, i := range asList(ann.do("GET", app+"/readiness", nil).is(200).at("items")) {
				if item, _ := i.(map[string]any); item["id"] == id {
					status, _ = item["status"].(string)
					field, _ = item["field"].(string)
				}
			}
			return status, field
		}
		for id, want := range map[string]string{"published": "todo", "privacy": "todo", "public-address": "todo", "output-schema": "ok", "hints": "ok", "checks": "ok", "csp": "ok"} {
			if got, _ := status(id); got != want {
				t.Errorf("%s: %q, want %q", id, got, want)
			}
		}
		if _, field := status("privacy"); field != "listing.privacyUrl" {
			t.Errorf("field of privacy: %q", field)
		}
		draft := ann.do("GET", app+"/submission", nil).is(200)
		if got := draft.header.Get("Content-Disposition"); got != `attachment; filename="app-submission.json"` || draft.at("server", "url") != nil {
			t.Errorf("of a draft: %s, %s", got, draft.body)
		}
		ann.do("PUT", app+"/listing", aListing).is(200)
		ann.do("POST", app+"/publish", nil).is(200)
		for _, id := range []string{"published", "privacy", "icon"} {
			if got, _ := status(id); got != "ok" {
				t.Errorf("%s: %q", id, got)
			}
		}
		file := ann.do("GET", app+"/submission?workspace="+workspace, nil).is(200)
		tool, _ := asList(file.at("tools"))[0].(map[string]any)
		hints := map[string]any{"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false}
		if diff := cmp.Diff(hints, tool["annotations"]); diff != "" || tool["name"] != "search_products" || tool["outputSchema"] == nil || tool["inputSchema"] == nil {
			t.Errorf("tool: %v", tool)
		}
		widget, _ := asList(file.at("widgets"))[0].(map[string]any)
		if file.header.Get("Content-Disposition") != `attachment; filename="product-search-submission.json"` || widget["uri"] != "ui://widget/product-search.html" ||
			file.text("server", "url") != "http://127.0.0.1:3001/servers/product-search/mcp" || file.text("listing", "company") != "Tea & Söhne" || len(asList(file.at("readiness"))) == 0 {
			t.Errorf("file: %s", file.body)
		}
		ann.do("GET", app+"/submission?workspace=other", nil).fails(404, "NOT_FOUND")

		seeded := w.seed(workspace, user, "gift")
		ann.do("GET", seeded+"/readiness", nil).is(200)
		if got := ann.do("GET", seeded+"/submission", nil).is(200); got.text("name") != "Seeded gift" {
			t.Errorf("seeded: %s", got.body)
		}
	})
}
