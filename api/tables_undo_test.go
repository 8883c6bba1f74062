package api_test

import (
	"slices"
	"testing"
)

// The way back from an import stays while what was there before fits the columns, and takes nothing that was done since.
func TestUndoAfterOtherChanges(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	table := ann.breads()
	list := func() []string { return valuesOf(ann.do("GET", table+"/rows", nil).is(200)) }
	replace := func() { ann.do("POST", table+"/import?mode=replace", `[{"name":"New"}]`).is(200) }
	ann.do("POST", table+"/import", `[{"name":"Rye","price":1},{"name":"Oats"}]`).is(200)
	was := list()

	for _, columns := range []string{
		`[{"name":"name","type":"text","title":"Bread"},{"name":"price","type":"money"},{"name":"vegan","type":"boolean"},{"name":"note","type":"text"}]`,
		`[{"name":"note","type":"text"},{"name":"name","type":"text","unique":true},{"name":"price","type":"money"}]`, // moved, and one is gone that no row has
	} {
		replace()
		ann.do("PATCH", table, `{"columns":`+columns+`}`).is(200)
		ann.do("POST", table+"/undo", nil).is(200)
		if got := list(); !slices.Equal(got, was) {
			t.Errorf("%s: %v", columns, got)
		}
	}
	replace()
	ann.do("PATCH", table, `{"columns":[{"name":"name","type":"text","unique":true}]}`).is(200)
	ann.do("POST", table+"/undo", nil).is(409).has("until the columns change so that rows from before it do not fit them")
	ann.do("PATCH", table, `{"columns":[{"name":"name","type":"text","unique":true},{"name":"price","type":"money"}]}`).is(200)

	ann.do("POST", table+"/import?mode=upsert&key=name", `[{"name":"New","price":10},{"name":"Corn","price":2}]`).is(200)
	ids := ann.do("GET", table+"/rows", nil).column("id")
	ann.do("PATCH", table+"/rows/"+ids[0], `{"values":{"price":99}}`).is(200)
	undone := ann.do("POST", table+"/undo", nil).is(200)
	undone.has(`"changed":0`, `"removed":1`, "The row "+ids[0]+" was changed after the import: it stays as it is.")
	if got := list(); len(got) != 1 || got[0] != `{"name":"New","price":99}` {
		t.Errorf("%v after %s", got, undone.body)
	}
}
