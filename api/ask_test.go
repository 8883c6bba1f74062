package api_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
)

// What cannot be stored is told together with what could not be published, and nothing is guessed of what cannot be read.
func TestForesee(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, workspace, _ := w.person("owner@example.com")
	const (
		table  = `"tables":[{"name":"hives","columns":[{"name":"name","type":"text"},{"name":"weight","type":"number"}],"rows":[{"weight":"heavy"}]}]`
		wrong  = `"tables":[{"name":"hives","columns":[{"name":"name","type":"string"}]}]`
		noType = `must be one of text, number, integer, money, boolean, date, time, datetime, enum, tags, url, image, email, phone, place`
	)
	tool := func(more string) string {
		return `"tools":[{"name":"find","description":"Finds.",` + more + `"handler":{"kind":"query","table":"hives","search":["nme"]}},{"name":"log","layoutTemplate":null,"handler":{"kind":"mock"}}]`
	}
	const column = `names the column "nme", which the table hives has not; its columns are name, weight`
	for name, c := range map[string]struct {
		body string
		want map[string]string
	}{
		"a row":    {`{"name":"Hives",` + table + `,` + tool("") + `}`, map[string]string{"tables[0].rows[0].weight": "must be a number", "tools[0].handler.search[0]": column, "tools[1].description": "is required"}},
		"a column": {`{"name":"Hives",` + wrong + `,` + tool("") + `}`, map[string]string{"tables[0].columns[0].type": noType, "tools[1].description": "is required"}},
		"a tool's field": {`{"name":"Hives",` + table + `,` + tool(`"title":7,`) + `}`, map[string]string{"tables[0].rows[0].weight": "must be a number", "tools[0].title": "must be a string or null, not a number",
			"tools[0].handler.search[0]": column, "tools[1].description": "is required"}},
		"the tools":  {`{"tools":7}`, map[string]string{"name": "is required", "tools": "must be an array or null, not a number"}},
		"the tables": {`{"name":"Hives","tables":7,` + tool("") + `}`, map[string]string{"tables": "must be an array or null, not a number", "tools[1].description": "is required"}},
		"flat":       {`{"toolName":"a b"}`, map[string]string{"name": "is required", "toolName": "must have 1 to 64 letters (a–z), digits, _ and -", "toolDescription": "is required"}},
	} {
		found, err := w.api.Foresee(t.Context(), owner.actor(workspace), "", json.RawMessage(c.body))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, located(found)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}

	app := owner.do("POST", "/api/v1/apps", `{"name":"Hives","tables":[{"name":"hives","columns":[{"name":"name","type":"text"},{"name":"weight","type":"number"}]}]}`)
	var made struct{ ID platform.AppID }
	if err := json.Unmarshal([]byte(app.body), &made); err != nil || made.ID == "" {
		t.Fatalf("%s: %v", app.body, err)
	}
	foresee := func(ctx context.Context, by platform.Actor) ([]platform.Problem, error) {
		return w.api.Foresee(ctx, by, made.ID, json.RawMessage(`{"access":"all",`+tool("")+`}`))
	}
	found, err := foresee(t.Context(), owner.actor(workspace))
	want := map[string]string{"access": "must be one of public, mixed, person", "tools[0].handler.search[0]": column, "tools[1].description": "is required"}
	if diff := cmp.Diff(want, located(found)); diff != "" || err != nil {
		t.Errorf("a change (-want +got):\n%s %v", diff, err)
	}
	other, elsewhere, _ := w.person("other@example.com")
	if found, err := foresee(t.Context(), other.actor(elsewhere)); !platform.IsCode(err, platform.CodeAppNotFound) || found != nil {
		t.Errorf("somebody else: %v %v", found, err)
	}
}

func located(found []platform.Problem) map[string]string {
	all := map[string]string{}
	for _, p := range found {
		all[p.Location] = strings.TrimSpace(all[p.Location] + " " + p.Message)
	}
	return all
}

// Who names a workspace that is none of theirs reads which they have: nothing else tells a program their ids.
func TestWorkspacesAreNamedToWhoMissesThem(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, first, user := w.person("ann@example.com")
	_, foreign, _ := w.person("bob@example.com")
	second := ann.do("POST", "/api/v1/workspaces", `{"name":"Team"}`).is(201).text("id")
	by := platform.Actor{Principal: platform.Principal{Kind: platform.KindToken, User: platform.UserID(user), App: platform.OwnApp}}
	for _, workspace := range []string{"Team", foreign} {
		_, err := w.api.In(t.Context(), by, workspace)
		said := platform.AsError(err).Msg
		if !platform.IsCode(err, platform.CodeNotFound) || !strings.Contains(said, "("+first+"), “Team” ("+second+").") || strings.Contains(said, foreign) {
			t.Errorf("%s: %v", workspace, err)
		}
	}
	by.Kind, by.Workspace = platform.KindKey, platform.WorkspaceID(first)
	if _, err := w.api.In(t.Context(), by, second); !platform.IsCode(err, platform.CodeNotFound) || !strings.Contains(platform.AsError(err).Msg, first) {
		t.Errorf("a key in another workspace: %v", err)
	}
}
