package publish_test

import (
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/store/storetest"

	"github.com/google/go-cmp/cmp"
)

func TestPatch(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	ctx := t.Context()
	app := w.create(t, w.ann, `{"name":"A","description":"d","systemPrompt":"s","themeVariables":{"radius":4,"light":{"accent":"#112233"}}}|
		{"name":"t","description":"td","responseText":"r","mockData":{ "items" : [] , "title" : "1.0" }}`)
	if string(app.Draft.Tools[0].MockData) != `{"items":[],"title":"1.0"}` || *app.Draft.Theme.Radius != 4 {
		t.Errorf("created: %+v", app.Draft)
	}
	reset := w.patch(t, w.ann, app.ID, `{"description":null,"systemPrompt":null,"themeVariables":null,"mcpSlug":null}|
		{"name":null,"description":null,"responseText":null,"mockData":null,"layoutTemplate":"cards"}`)
	if diff := cmp.Diff(platform.Draft{Name: "A", Tools: []platform.ToolDraft{{Layout: "cards"}}}, reset.Draft); diff != "" {
		t.Errorf("reset (-want +got):\n%s", diff)
	}
	if reset.Rev != app.Rev+1 {
		t.Errorf("rev %d after %d", reset.Rev, app.Rev)
	}
	if same := w.patch(t, w.ann, app.ID, `{}`); same.Rev != reset.Rev {
		t.Error("nothing changed, and the rev did")
	}
	_, err := w.Patch(ctx, w.ann, app.ID, app.Rev, w.changes(`{"name":"B"}`))
	wantCode(t, err, platform.CodePreconditionFailed)
	if got, err := w.Patch(ctx, w.ann, app.ID, reset.Rev, w.changes(`{"name":"B"}`)); err != nil || got.Draft.Name != "B" {
		t.Errorf("patch with the present rev: %+v, %v", got, err)
	}

	_, err = w.Patch(ctx, w.ann, app.ID, 0, w.changes(`{"name":null,"description":5,"colour":1,"tools":[{"name":"a b","layoutTemplate":["cards"],"mockData":"text"}],
		"themeVariables":{"radius":"4","font":"comic","light":{"accent":1,"text":"red","x":2}},"systemPrompt":"`+strings.Repeat("x", 8001)+`"}`))
	wantCode(t, err, platform.CodeInvalidConfig)
	var got []string
	for _, p := range platform.AsError(err).Fields {
		got = append(got, p.Location)
	}
	want := []string{"body.colour", "body.description", "body.themeVariables.light.accent", "body.themeVariables.light.x", "body.themeVariables.radius",
		"body.tools[0].layoutTemplate", "body.systemPrompt", "body.name", "body.themeVariables.light.text", "body.themeVariables.font", "body.tools[0].name", "body.tools[0].mockData"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s\n%v", diff, err)
	}
	if after, err := w.Get(ctx, w.ann.Workspace, app.ID); err != nil || after.Draft.Name != "B" || after.Draft.Description != "" {
		t.Errorf("a refused change is half done: %+v, %v", after, err)
	}
}

func TestAnIntegerMayBeWrittenWithAFraction(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.ready(t, w.ann, "Round")
	for text, want := range map[string]int{"3": 3, "3.0": 3, "2.4e1": 24, "0.0": 0} {
		got := w.patch(t, w.ann, app.ID, `{"themeVariables":{"radius":`+text+`,"font":"mono"}}`)
		if got.Draft.Theme.Radius == nil || *got.Draft.Theme.Radius != want || got.Draft.Theme.Font != "mono" {
			t.Errorf("%s: %+v", text, got.Draft.Theme)
		}
	}
	for _, text := range []string{"3.5", "24.5", "25.0", "-1.0", "1e99", `"3"`} {
		err := last(w.Patch(t.Context(), w.ann, app.ID, 0, w.changes(`{"themeVariables":{"radius":`+text+`}}`)))
		if e := platform.AsError(err); e.Code != platform.CodeInvalidConfig || len(e.Fields) != 1 || e.Fields[0].Location != "body.themeVariables.radius" {
			t.Errorf("%s: %+v", text, e)
		}
	}
}

func TestEntryPointsAreASet(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.ready(t, w.ann, "Shop")
	for sent, want := range map[string][]platform.EntryPoint{`["thread","global"]`: {platform.EntryGlobal, platform.EntryThread}, `["global","global"]`: {platform.EntryGlobal}, `null`: nil} {
		got := w.patch(t, w.ann, app.ID, `{}|{"opensFrom":`+sent+`}`).Draft.Tools[0].OpensFrom
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", sent, diff)
		}
	}
}

func TestToolsStayHidden(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	app := w.ready(t, w.ann, "Shop")
	for sent, want := range map[string][]platform.Visibility{`["app","app"]`: {platform.VisibleToApp}, `["model"]`: {platform.VisibleToModel}, `["app","model"]`: nil, `null`: nil} {
		got := w.patch(t, w.ann, app.ID, `{}|{"visibility":`+sent+`}`).Draft.Tools[0].Visibility
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", sent, diff)
		}
	}
}
