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
