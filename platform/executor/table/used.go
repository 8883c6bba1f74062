package table

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"berth/platform"
)

// Used returns what a tool of a draft uses of a table; ok is false for a tool of another kind. A tool that writes every column
// there is names none: they may change, and it changes with them.
func Used(tool platform.ToolDraft) (use platform.Use, ok bool) {
	kind := tool.Kind()
	if !slices.Contains([]string{Query, Insert, Update, Delete}, kind) {
		return platform.Use{}, false
	}
	var h handler
	_ = json.Unmarshal(tool.Handler, &h) // what is wrong with it names nothing
	columns := slices.Clone(h.Search)
	for _, f := range h.Filters {
		columns = append(columns, f.Column)
	}
	for _, key := range h.Sort {
		columns = append(columns, strings.TrimPrefix(key, "-"))
	}
	var values map[string]json.RawMessage
	if len(h.Values) > 0 && json.Unmarshal(h.Values, &values) == nil {
		columns = slices.AppendSeq(columns, maps.Keys(values))
	}
	columns = append(columns, froms(h.Result)...)
	slices.Sort(columns)
	every := (kind == Insert || kind == Update) && h.Values == nil
	return platform.Use{Table: h.Table, Columns: slices.Compact(columns), Every: every}, true
}

// uses is what a release says of a tool that uses those columns of a table.
func uses(t platform.Table, columns []string) []platform.Use {
	use := platform.Use{Table: t.Name, Columns: columns}
	for _, name := range columns {
		c, _ := column(t, name) // one that is not there is refused
		use.Types = append(use.Types, c.Type)
	}
	return []platform.Use{use}
}
