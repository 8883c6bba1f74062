package publish_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"berth/platform"
	"berth/platform/executor/mock"
	"berth/platform/publish"
	"berth/platform/runtime"
	"berth/platform/store/storetest"
	"berth/test/shipped"
)

func TestDuplicateNames(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	for _, c := range []struct{ name, asked, want string }{
		{"Shop", "", "Shop (copy)"}, {"Shop", "Other", "Other"}, {strings.Repeat("é", 100), "", strings.Repeat("é", 93) + " (copy)"},
	} {
		app := w.create(t, w.ann, `{"name":"`+c.name+`"}`)
		copied, err := w.Duplicate(t.Context(), w.ann, app.ID, c.asked)
		if err != nil || copied.Draft.Name != c.want {
			t.Errorf("copy of %q as %q: %q, %v", c.name, c.asked, copied.Draft.Name, err)
		}
	}
}

// A template that could not be published is a mistake of the program, seen at its start.
func TestTemplatesMustBeFitToPublish(t *testing.T) {
	t.Parallel()
	layouts := shipped.Layouts(t)
	with := func(name, layout string) platform.Draft {
		return platform.Draft{Name: "Todo", Tools: []platform.ToolDraft{{Name: name, Description: "Show the tasks.", Layout: layout}}}
	}
	good, noTool, unknown := with("show_tasks", "list"), with("", "list"), with("show_tasks", "todo-list")
	for name, c := range map[string]struct {
		draft platform.Draft
		want  string
	}{"fit": {good, ""}, "without a tool": {noTool, "body.tools[0].name is required"}, "with the layout of an app in Go": {unknown, "body.tools[0].layoutTemplate"}} {
		_, err := publish.New(publish.Options{Store: storetest.Open(t), Layouts: layouts, Executors: []runtime.Executor{mock.Executor{}}, MaxApps: 1,
			TrialBuild: func(platform.Served) error { return nil }, Changed: func(...string) {}, Withdrawn: func(...string) {},
			Templates: map[string]platform.Draft{"todo": c.draft}})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// So is a starter that could not be saved or published, or whose tables are not those of the form.
func TestStartersMustBeFitToPublish(t *testing.T) {
	t.Parallel()
	layouts := shipped.Layouts(t)
	const tool = `"tools":[{"name":"show_tasks","description":"Show the tasks.","layoutTemplate":"list"}]`
	for body, want := range map[string]string{
		`{"name":"Tasks",` + tool + `,"tables":[{"name":"tasks","columns":[{"name":"title","type":"text"}]}]}`: "",
		`{"name":"Tasks",` + tool + `,"colour":"red","tables":[]}`:                                             "body.colour",
		`{"name":"Tasks","tables":[]}`:                                          "body.tools[0].name is required",
		`{"name":"Tasks",` + tool + `,"tables":[{"name":"tasks","colums":[]}]}`: "colums",
		`{"name":"Tasks",` + tool + `}`:                                         "read tables",
		`[]`:                                                                    "read starter drafts/faq.json",
	} {
		s, err := publish.New(publish.Options{Store: storetest.Open(t), Layouts: layouts, Executors: []runtime.Executor{mock.Executor{}}, MaxApps: 1,
			TrialBuild: func(platform.Served) error { return nil }, Changed: func(...string) {}, Withdrawn: func(...string) {},
			Starters: fstest.MapFS{"drafts/faq.json": {Data: []byte(body)}}})
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", body, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if all := s.AuthorTemplates(); len(all) != 1 || all[0].Slug != "faq" || all[0].Shipped || len(all[0].Tables) != 1 || !*all[0].Draft.ExampleData {
			t.Errorf("the templates are %+v", all)
		}
	}
}
