package api

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// TestGuidesLeadSomewhere reads every document of the product and follows every link between them.
func TestGuidesLeadSomewhere(t *testing.T) {
	t.Parallel()
	_, h := bare(t)
	get := func(path string) (int, string) {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w.Code, w.Body.String()
	}
	code, index := get("/docs")
	if code != http.StatusOK {
		t.Fatalf("the index answers %d", code)
	}
	if !strings.Contains(index, "<title>Guides</title>") || !strings.Contains(index, "<h1>Guides</h1>") {
		t.Errorf("the index has two names: %.600s", index)
	}
	links := regexp.MustCompile(`href="([^"]+)"`)
	id := regexp.MustCompile(`id="([^"]+)"`)
	for _, name := range guideNames() {
		if !strings.Contains(index, `href="/docs/`+name+`"`) {
			t.Errorf("the index lacks %s", name)
		}
		code, page := get("/docs/" + name)
		if code != http.StatusOK || strings.Count(page, "<h1") != 1 {
			t.Errorf("%s answers %d", name, code)
		}
		for _, foreign := range []string{"<script", "<img", "<iframe", "<link", " src=", "raw HTML omitted", "<p>| " /* a row that its table lost */} {
			if strings.Contains(page, foreign) {
				t.Errorf("%s has %s", name, foreign)
			}
		}
		for _, m := range links.FindAllStringSubmatch(page, -1) {
			path, fragment, _ := strings.Cut(m[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			target := page
			if path != "" {
				var code int
				if code, target = get(path); code != http.StatusOK {
					t.Errorf("%s links to %s, which answers %d", name, path, code)
				}
			}
			if fragment != "" && !strings.Contains(strings.Join(id.FindAllString(target, -1), " "), `id="`+fragment+`"`) {
				t.Errorf("%s links to %s, which is not there", name, m[1])
			}
		}
	}
	if code, page := get("/docs/none"); code != http.StatusNotFound || !strings.Contains(page, "no such document") {
		t.Errorf("an unknown document answers %d", code)
	}
}

// TestGuideLinks says what becomes of each kind of link, and of HTML in a document.
func TestGuideLinks(t *testing.T) {
	t.Parallel()
	g, err := newGuide("x", []byte("# A *title*\n\nFirst\nwords.\n\n## A part\n\n[one](operating.md#settings) [two](adr/README.md) [three](https://example.com/) [four](#a-part)\n\n<script>alert(1)</script>\n\n| a | |\n|---|---|\n| b | c |\n"))
	if err != nil {
		t.Fatal(err)
	}
	body := string(g.Body)
	for _, want := range []string{`href="/docs/operating#settings"`, `href="https://example.com/"`, `href="#a-part"`, " two "} {
		if !strings.Contains(body, want) {
			t.Errorf("lacks %s in %s", want, body)
		}
	}
	if strings.Contains(body, "adr/README") || strings.Contains(body, `"></th>`) || strings.Contains(body, "<script") {
		t.Error(body)
	}
	if g.Title != "A title" || g.Summary != "First words." || len(g.Sections) != 1 || g.Sections[0] != (guideSection{"a-part", "A part"}) {
		t.Errorf("%+v", g)
	}
}
