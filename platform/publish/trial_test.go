package publish_test

import (
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store/storetest"

	"github.com/google/go-cmp/cmp"
)

func TestTrialIsWhatPublishWouldServe(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	ctx := t.Context()
	app := w.create(t, w.ann, `{"name":"Trial"}`)
	_, _, err := w.Trial(ctx, w.ann.Workspace, app.ID)
	wantCode(t, err, platform.CodeInvalidConfig)
	wantCode(t, third(w.Live(ctx, w.ann.Workspace, app.ID)), platform.CodeConflict)

	app = w.patch(t, w.ann, app.ID, `{}|{"name":"try_it","description":"Tries it."}`)
	trial, documents, err := w.Trial(ctx, w.ann.Workspace, app.ID)
	if err != nil {
		t.Fatal(err)
	}
	w.gone(t, "trial")
	w.publish(t, w.ann, app.ID)
	live, _, err := w.Live(ctx, w.ann.Workspace, app.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(live, trial); diff != "" {
		t.Errorf("trial differs from what is served (-live +trial):\n%s", diff)
	}
	stored, err := w.store.Document(ctx, live.Views[0].Document)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]platform.Document{stored}, documents); diff != "" {
		t.Errorf("documents (-stored +trial):\n%s", diff)
	}
}

func TestPreview(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.create(t, w.ann, `{"name":"P"}|{"mockData":{"items":[{"title":"</script><script>alert(1)</script>","image":"https://img.example/a.png"}]}}`)
	p, err := w.Preview(t.Context(), w.ann.Workspace, app.ID, "", publish.Changes{})
	if err != nil {
		t.Fatal(err)
	}
	html := string(p.HTML)
	if strings.Contains(html, "<script>alert") || !strings.Contains(html, `{"data":{"items":[{"title":"\u003c/script\u003e`) {
		t.Error("the data is not in the page, or breaks out of it")
	}
	for _, part := range []string{"default-src 'none'", "connect-src 'none'", "https://img.example", "sandbox "} {
		if !strings.Contains(p.CSP, part) {
			t.Errorf("the policy lacks %q: %s", part, p.CSP)
		}
	}
}
