package table

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/executor"
	"berth/platform/mapping"
	"berth/platform/mapping/jq"
	"berth/platform/request"
	"berth/platform/schema"
	"berth/platform/tables"
)

const (
	defaultLimit = 20
	maxLimit     = 200

	queryArgument = "query"
	limitArgument = "limit"
	idArgument    = "id"
)

// queryHandler is the author's part of a tool that shows rows.
type queryHandler struct {
	Table   string          `json:"table" jsonschema:"required,pattern=^[a-z][a-z0-9_]{0\\,62}$" doc:"The name of a table of the app."`
	Search  []string        `json:"search,omitempty" jsonschema:"maxItems=40,pattern=^[a-z][a-z0-9_]{0\\,62}$" doc:"Names of columns in which the argument query is looked for, the weightiest first."`
	Filters []filter        `json:"filters,omitempty" jsonschema:"maxItems=20" doc:"Each makes an argument; one that is left out does not filter."`
	Sort    []string        `json:"sort,omitempty" jsonschema:"maxItems=5,pattern=^-?[a-z][a-z0-9_]{0\\,62}$" doc:"Names of columns, with - before one that begins with the greatest."`
	Limit   int             `json:"limit,omitempty" jsonschema:"minimum=1,maximum=200" doc:"How many rows a call shows that names no limit; null: 20."`
	Result  json.RawMessage `json:"result,omitempty" jsonschema:"type=object" doc:"A field map {each?, where?, take?, item, data} from the rows to the layout, or {\"jq\": \"…\"}; null: by names and types."`
}

type filter struct {
	Argument string    `json:"argument" jsonschema:"required,pattern=^[a-zA-Z_][a-zA-Z0-9_]{0\\,63}$" doc:"Its name, for the model."`
	Column   string    `json:"column" jsonschema:"required,pattern=^[a-z][a-z0-9_]{0\\,62}$" doc:"The name of a column."`
	Op       tables.Op `json:"op" jsonschema:"required,enum=eq,enum=ne,enum=lt,enum=lte,enum=gt,enum=gte,enum=contains,enum=near" doc:"How the argument is compared; near takes {lat, lon, km}."`
}

// writeHandler is that of a tool that adds or changes a row.
type writeHandler struct {
	Table  string          `json:"table" jsonschema:"required,pattern=^[a-z][a-z0-9_]{0\\,62}$" doc:"The name of a table of the app."`
	Values json.RawMessage `json:"values,omitempty" jsonschema:"type=object" doc:"What is written, by column: \"{{args.x}}\" and its like, or a constant. null: every column is an argument."`
}

// deleteHandler is that of a tool that deletes a row.
type deleteHandler struct {
	Table string `json:"table" jsonschema:"required,pattern=^[a-z][a-z0-9_]{0\\,62}$" doc:"The name of a table of the app."`
}

// handler is what a release holds of any of them.
type handler struct {
	queryHandler
	Values json.RawMessage `json:"values,omitempty"`
}

// forms are those of the four kinds.
type forms struct {
	query          *executor.FormOf[queryHandler]
	insert, update *executor.FormOf[writeHandler]
	remove         *executor.FormOf[deleteHandler]
}

func newForms() forms {
	return forms{query: executor.NewForm(Query, (*queryHandler).problems), insert: executor.NewForm(Insert, (*writeHandler).problems),
		update: executor.NewForm(Update, (*writeHandler).problems), remove: executor.NewForm[deleteHandler](Delete, nil)}
}

// of returns the form of a kind.
func (f forms) of(kind string) executor.Form {
	switch kind {
	case Query:
		return f.query
	case Insert:
		return f.insert
	case Update:
		return f.update
	}
	return f.remove
}

// read reads the handler of a tool that writes.
func (f forms) read(kind string, raw json.RawMessage) (handler, []platform.Problem) {
	if kind == Delete {
		h, problems := f.remove.Read(raw)
		return handler{queryHandler: queryHandler{Table: h.Table}}, problems
	}
	form := f.insert
	if kind == Update {
		form = f.update
	}
	h, problems := form.Read(raw)
	return handler{queryHandler: queryHandler{Table: h.Table}, Values: h.Values}, problems
}

// faults collects what is wrong with a handler, located relative to it.
type faults []platform.Problem

func (f *faults) add(at, format string, args ...any) {
	*f = append(*f, platform.Problem{Location: at, Message: fmt.Sprintf(format, args...)})
}

func (h *queryHandler) problems() []platform.Problem {
	var f faults
	f.distinct("search", h.Search)
	f.distinct("sort", h.Sort)
	for i, one := range h.Filters {
		at := fmt.Sprintf("filters[%d].argument", i)
		if one.Argument == queryArgument || one.Argument == limitArgument {
			f.add(at, "must not be %s, which has a meaning of its own", one.Argument)
		} else if slices.ContainsFunc(h.Filters[:i], func(other filter) bool { return other.Argument == one.Argument }) {
			f.add(at, "is the argument of another filter")
		}
	}
	if h.Result != nil {
		_, isProgram, found := jq.Parse(h.Result)
		if !isProgram {
			_, found = mapping.Parse(h.Result)
		}
		f = append(f, schema.Under("result", found)...)
	}
	return f
}

func (f *faults) distinct(at string, names []string) {
	for i, name := range names {
		bare := strings.TrimPrefix(name, "-")
		if slices.ContainsFunc(names[:i], func(n string) bool { return strings.TrimPrefix(n, "-") == bare }) {
			f.add(fmt.Sprintf("%s[%d]", at, i), "is there twice")
		}
	}
}

// problems checks the form of what is written: constants and placeholders, by column.
func (h *writeHandler) problems() []platform.Problem {
	var f faults
	var columns map[string]json.RawMessage
	if h.Values == nil || json.Unmarshal(h.Values, &columns) != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		if !tables.ValidName(name) || name == idArgument {
			f.add("values", "must be by the names of columns; %q is none", platform.Clip(name, 64))
		}
	}
	_, found := request.Parse(h.Values, sources()...)
	return append(f, schema.Under("values", found)...)
}

// sources are the placeholders of values.
func sources() []request.Source {
	return []request.Source{request.Args, request.User, request.App, request.Now}
}

func decode(raw json.RawMessage) (any, []platform.Problem) { return schema.Decode(raw) }
