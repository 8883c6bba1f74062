package rows_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/rows"
)

func TestProblemsOfManyRowsAreBounded(t *testing.T) {
	t.Parallel()
	draft := platform.TableDraft{Name: "hives", Columns: []platform.Column{{Name: "weight", Type: "number"}}}
	for range 1000 {
		draft.Rows = append(draft.Rows, json.RawMessage(`{"weight":"x","a":1,"b":2}`))
	}
	second := draft
	second.Name, second.Columns = "bees", []platform.Column{{Name: "id", Type: "number"}}
	found := rows.CheckTables([]platform.TableDraft{draft, second})
	if len(found) < 51 || len(found) > 60 {
		t.Errorf("%d problems", len(found))
	}
	if last := found[len(found)-1].Location; !strings.HasPrefix(last, "body.tables[1].columns") {
		t.Errorf("the other table's columns are not told: %s", last)
	}
	if first := found[0]; first.Location != "body.tables[0].rows[0].weight" && !strings.HasPrefix(first.Location, "body.tables[0].rows[0]") {
		t.Errorf("first: %v", first)
	}
}

// A proposal whose tables are beyond the limits could not be made.
func TestRefusalsHeedLimits(t *testing.T) {
	t.Parallel()
	table := platform.TableDraft{Name: "boats", Columns: []platform.Column{{Name: "name", Type: platform.ColumnText}}}
	wide, wrong := table, table
	wide.Name, wide.Columns = "wide", make([]platform.Column, 41)
	wrong.Name = "No name"
	many := make([]platform.TableDraft, 21)
	for want, drafts := range map[string][]platform.TableDraft{"": {table}, "body.tables[1].name": {table, wrong}, "body.tables[1].columns": {table, wide}, "body.tables": many} {
		got := ""
		for _, p := range rows.Refusals(drafts) {
			got += p.Location
		}
		if got != want {
			t.Errorf("problems at %q, want %q", got, want)
		}
	}
}
