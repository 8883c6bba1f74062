package api

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

func TestDocsNameEveryCallAndLoadNothing(t *testing.T) {
	t.Parallel()
	a, h := bare(t)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/docs", nil))
	page := w.Body.String()
	if w.Code != http.StatusOK {
		t.Fatalf("answers %d", w.Code)
	}
	for _, act := range a.order {
		if !strings.Contains(page, `<article id="`+act.ID+`"`) || !strings.Contains(page, `href="#`+act.ID+`"`) {
			t.Errorf("%s is missing", act.ID)
		}
	}
	for _, link := range regexp.MustCompile(`href="#(schema-[^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(page, `id="`+link[1]+`"`) {
			t.Errorf("%s leads nowhere", link[0])
		}
	}
	for _, foreign := range []string{"<script", "<link", "<img", "<iframe", "@import", "url(", "src=", " style="} {
		if strings.Contains(page, foreign) {
			t.Errorf("the page has %s", foreign)
		}
	}
	for _, must := range []string{`<html lang="en">`, `name="viewport"`, "color-scheme:light dark"} {
		if !strings.Contains(page, must) {
			t.Errorf("the page lacks %s", must)
		}
	}
}
