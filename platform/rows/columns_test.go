package rows_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/rows"
)

// What a tool of the draft uses stays as it is, and the refusal names the tool; everything else may change.
func TestWhatToolsUseStays(t *testing.T) {
	t.Parallel()
	used := []rows.Use{{Tool: "find_bread", Use: platform.Use{Table: "breads", Columns: []string{"price"}}}, {Tool: "find_other", Use: platform.Use{Table: "other", Columns: []string{"name"}}}}
	columns := []platform.Column{{Name: "name", Type: platform.ColumnText}, {Name: "price", Type: platform.ColumnMoney}}
	service, _, ann, app := newTable(t, "Bakery", platform.Table{Name: "breads", Columns: columns}, func(d platform.Draft, live *platform.Manifest) []rows.Use {
		if d.Name != "Bakery" || live != nil {
			t.Errorf("asked of %q, %v", d.Name, live)
		}
		return used
	})
	row, err := service.InsertRows(t.Context(), ann, app, "breads", []json.RawMessage{json.RawMessage(`{"name":"Rye","price":3.20}`)})
	if err != nil {
		t.Fatal(err)
	}
	change := func(to ...platform.Column) error {
		_, err := service.ChangeTable(t.Context(), ann, app, "breads", rows.TableChange{Columns: &to})
		return err
	}
	for _, err := range []error{change(columns[0]), change(columns[0], platform.Column{Name: "price", Type: platform.ColumnText}), service.DeleteTable(t.Context(), ann, app, "breads")} {
		if !platform.IsCode(err, platform.CodeConflict) || !strings.Contains(err.Error(), "find_bread") {
			t.Errorf("what a tool uses may go: %v", err)
		}
	}
	if err := change(columns[0]); err == nil || !strings.Contains(err.Error(), "The column price is used by the tool find_bread, in the draft. Take it out of the tool; then try again.") {
		t.Errorf("one column of one tool: %v", err)
	}
	used = append(used, rows.Use{Tool: "add_bread", Use: platform.Use{Table: "breads", Columns: []string{"name", "price"}}})
	err = change(platform.Column{Name: "other", Type: platform.ColumnText})
	const both = "The columns name, price are used by the tools add_bread, find_bread, in the draft. Take them out of the tools; then try again."
	if err == nil || !strings.Contains(err.Error(), both) {
		t.Errorf("columns of tools: %v", err)
	}
	used = append(used[:2], rows.Use{Tool: "find_bread", Live: true, Use: platform.Use{Table: "breads", Columns: []string{"price"}}})
	const served = "The column price is used by the tool find_bread, in the draft and in what is live. Take it out of the tool and publish; then try again."
	if err := change(columns[0]); err == nil || !strings.Contains(err.Error(), served) {
		t.Errorf("one column of a tool that is live too: %v", err)
	}
	used = used[1:]
	const former = "The column price is used by the tool find_bread, in what is live. Publish the draft, which uses it no more; then try again."
	if err := change(columns[0]); err == nil || !strings.Contains(err.Error(), former) {
		t.Errorf("one column of a tool that is live alone: %v", err)
	}
	used = append(used, rows.Use{Tool: "find_bread", Use: platform.Use{Table: "breads", Every: true}})
	const again = "The column price is used by the tool find_bread, in what is live. To publish again changes nothing, since every column is written: " +
		"name the values that the tool should write in the draft, and publish, or unpublish the app until the columns have changed; then try again."
	if err := change(columns[0]); err == nil || !strings.Contains(err.Error(), again) {
		t.Errorf("one column of a live tool that writes every one: %v", err)
	}
	used = used[:len(used)-1]
	more := platform.Column{Name: "more", Type: platform.ColumnText}
	for _, to := range [][]platform.Column{{columns[0], columns[1], more}, {columns[1], more}} {
		if err := change(to...); err != nil {
			t.Error(err)
		}
	}
	used = nil
	if err := change(platform.Column{Name: "price", Type: platform.ColumnText}); err != nil {
		t.Error(err)
	}
	got, err := service.Row(t.Context(), platform.TableRef{Workspace: ann.Workspace, App: app, Name: "breads"}, row[0].ID)
	if err != nil || string(got.Values) != `{"price":"3.20"}` {
		t.Errorf("%s, %v", got.Values, err)
	}
	if err := service.DeleteTable(t.Context(), ann, app, "breads"); err != nil {
		t.Error(err)
	}
}
