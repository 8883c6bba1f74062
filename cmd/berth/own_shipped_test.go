package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// shippedApp is an app as REST and Berth's own server show it.
type shippedApp struct {
	app
	LayoutTemplate string
	ExampleData    bool
	Tools          []struct {
		Name  string
		Input json.RawMessage
	}
}

func (a shippedApp) tools() (names []string) {
	for _, t := range a.Tools {
		names = append(names, t.Name)
	}
	return names
}

// Whoever asks what an app that ships inside does is told every tool of it, by REST and by Berth's own server.
func TestShippedAppsShowEveryTool(t *testing.T) {
	t.Parallel()
	p := startWithFixture(t)
	var list struct{ Items []shippedApp }
	p.rest("GET", "/apps?limit=100", nil, &list)
	var listed []struct {
		MCPSlug string
		Tools   []string
	}
	if err := json.Unmarshal(p.own(adminKey, "list_apps", `{}`).Result.StructuredContent["apps"], &listed); err != nil {
		t.Fatal(err)
	}
	shipped := 0
	for _, a := range list.Items {
		if a.Origin != "seeded" {
			continue
		}
		shipped++
		var served struct {
			Items []struct {
				Name        string
				Layout      *string
				InputSchema json.RawMessage
			}
		}
		p.rest("GET", "/apps/"+a.ID+"/tools", nil, &served)
		var want []string
		for i, tool := range served.Items {
			if want = append(want, tool.Name); i < len(a.Tools) && string(a.Tools[i].Input) != string(tool.InputSchema) {
				t.Errorf("%s takes %s, and its draft says %s", tool.Name, tool.InputSchema, a.Tools[i].Input)
			}
		}
		var one, got shippedApp
		p.rest("GET", "/apps/"+a.ID, nil, &one)
		if err := json.Unmarshal(p.own(adminKey, "get_app", `{"app":"`+a.MCPSlug+`"}`).Result.StructuredContent["app"], &got); err != nil {
			t.Fatal(err)
		}
		shown := map[string][]string{"GET /apps": a.tools(), "GET /apps/{id}": one.tools(), "get_app": got.tools()}
		for _, l := range listed {
			if l.MCPSlug == a.MCPSlug {
				shown["list_apps"] = l.Tools
			}
		}
		for where, names := range shown {
			if !slices.Equal(names, want) {
				t.Errorf("%s of %s has %v of %v", where, a.MCPSlug, names, want)
			}
		}
		if len(shown) != 4 || one.ExampleData || served.Items[0].Layout == nil || one.LayoutTemplate != *served.Items[0].Layout {
			t.Errorf("%s: %+v, served %+v", a.MCPSlug, one, served)
		}
		if said := p.own(adminKey, "try_app", `{"app":"`+a.MCPSlug+`","tool":"nope"}`).body; !strings.Contains(said, "those of the draft are "+strings.Join(want, ", ")) {
			t.Errorf("a wrong tool of %s: %s", a.MCPSlug, said)
		}
	}
	if shipped != 4 {
		t.Errorf("%d apps ship inside, want 4", shipped)
	}
}
