package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/executor"
	"berth/platform/executor/mock"
	"berth/platform/runtime"
)

// reading uses the table of breads.
type reading struct{ mock.Executor }

func (reading) Plan(platform.ToolDraft, executor.Around) (executor.Plan, []platform.Problem) {
	return executor.Plan{Config: json.RawMessage(`{}`), Uses: []platform.Use{{Table: "breads"}}}, nil
}

// What is released may load the pictures in the rows that its tools use; to check a draft reads no rows.
func TestWidgetsMayLoadPicturesOfRows(t *testing.T) {
	t.Parallel()
	read := 0
	s := newService(t, Options{
		Executors: []runtime.Executor{reading{}},
		Tables: func(context.Context, platform.WorkspaceID, platform.AppID) ([]platform.Table, error) {
			image := []platform.Column{{Name: "name", Type: platform.ColumnText}, {Name: "photo", Type: platform.ColumnImage}}
			return []platform.Table{{Name: "breads", Columns: image}, {Name: "staff", Columns: image}, {Name: "hours", Columns: image[:1]}}, nil
		},
		Rows: func(_ context.Context, ref platform.TableRef, fn func([]platform.Row) error) error {
			read++
			for page := range 3 {
				rows := []platform.Row{{Values: json.RawMessage(`{"name":"https://no.example/x"}`)}}
				for i := range 30 {
					rows = append(rows, platform.Row{Values: fmt.Appendf(nil, `{"photo":"https://%s%d%02d.example/x.png"}`, ref.Name, page, i)})
				}
				if err := fn(rows); err != nil {
					return err
				}
			}
			return nil
		},
	})
	app := platform.App{Workspace: "ws", ID: "app", Draft: fullDraft()}
	checked, problems, err := s.plan(t.Context(), app, app.Draft)
	if err != nil || len(problems) > 0 || read > 0 {
		t.Fatalf("check: %v, %v, and read %d tables", problems, err, read)
	}
	m, err := s.release(t.Context(), app, app.Draft, nil)
	if err != nil || read != 1 {
		t.Fatalf("%v, and read %d tables", err, read)
	}
	var most []string
	for i := range maxImageHosts {
		most = append(most, fmt.Sprintf("https://breads%d%02d.example", i/30, i%30))
	}
	if diff := cmp.Diff(hostsOf(checked.Views[0].CSP.Resource, most), m.Views[0].CSP.Resource); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if all, err := s.allPictures(t.Context(), app); err != nil || read != 3 || len(all) != maxImageHosts {
		t.Errorf("a page that shows any call: %d hosts, %v, %d tables", len(all), err, read)
	}
}
