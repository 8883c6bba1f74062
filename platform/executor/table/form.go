package table

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	maxFilters   = 20
	maxSort      = 5
	maxArgument  = 64

	queryArgument = "query"
	limitArgument = "limit"
	idArgument    = "id"
)

// handler is the author's part of a tool: the fields of all four kinds.
type handler struct {
	Table   string          `json:"table"`
	Search  []string        `json:"search,omitempty"`
	Filters []filter        `json:"filters,omitempty"`
	Sort    []string        `json:"sort,omitempty"`
	Limit   int             `json:"limit,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Values  json.RawMessage `json:"values,omitempty"`
}

type filter struct {
	Argument string    `json:"argument"`
	Column   string    `json:"column"`
	Op       tables.Op `json:"op"`
}

// fieldsOf lists what the handler of a kind may say.
func fieldsOf(kind string) []string {
	switch kind {
	case Query:
		return []string{"table", "search", "filters", "sort", "limit", "result"}
	case Delete:
		return []string{"table"}
	}
	return []string{"table", "values"}
}

// form collects what is wrong with a handler.
type form struct {
	problems []platform.Problem
	fields   map[string]json.RawMessage
}

func (f *form) add(at, format string, args ...any) {
	f.problems = append(f.problems, platform.Problem{Location: "handler." + at, Message: fmt.Sprintf(format, args...)})
}

// read decodes a field, and reports whether it is there and what it should be.
func (f *form) read(name string, into any, what string) bool {
	raw, ok := f.fields[name]
	if !ok || string(raw) == "null" {
		return false
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if d.Decode(into) != nil {
		f.add(name, "must be %s", what)
		return false
	}
	return true
}

// readHandler reads a handler and says what is wrong with it, whatever the tables are.
func readHandler(kind string, raw json.RawMessage) (handler, []platform.Problem) {
	var h handler
	f := form{problems: executor.Fields(raw, fieldsOf(kind))}
	if json.Unmarshal(raw, &f.fields) != nil {
		return h, f.problems
	}
	for name := range f.fields {
		if !slices.Contains(fieldsOf(kind), name) {
			delete(f.fields, name)
		}
	}
	if f.read("table", &h.Table, "the name of a table"); !tables.ValidName(h.Table) && len(f.problems) == 0 {
		f.add("table", "must be the name of a table")
	}
	if f.read("search", &h.Search, "a list of columns") {
		f.distinct("search", h.Search, tables.MaxColumns)
	}
	if f.read("filters", &h.Filters, `a list such as [{"argument":"max_price","column":"price","op":"lte"}]`) {
		f.filters(h)
	}
	if f.read("sort", &h.Sort, `a list of columns such as ["-price","name"]`) {
		f.distinct("sort", h.Sort, maxSort)
	}
	if f.read("limit", &h.Limit, "a number from 1 to 200") && (h.Limit < 1 || h.Limit > maxLimit) {
		f.add("limit", "must be from 1 to %d", maxLimit)
	}
	if raw, ok := f.fields["result"]; ok && string(raw) != "null" {
		h.Result = raw
		_, isProgram, found := jq.Parse(raw)
		if !isProgram {
			_, found = mapping.Parse(raw)
		}
		f.problems = append(f.problems, schema.Under("handler.result", found)...)
	}
	if raw, ok := f.fields["values"]; ok && string(raw) != "null" {
		h.Values = raw
		f.values(raw)
	}
	return h, f.problems
}

func (f *form) distinct(at string, names []string, most int) {
	if len(names) > most {
		f.add(at, "must have at most %d columns", most)
		return
	}
	for i, name := range names {
		if bare := strings.TrimPrefix(name, "-"); !tables.ValidName(bare) || bare != name && at != "sort" {
			f.add(fmt.Sprintf("%s[%d]", at, i), "must be the name of a column")
		} else if slices.ContainsFunc(names[:i], func(n string) bool { return strings.TrimPrefix(n, "-") == bare }) {
			f.add(fmt.Sprintf("%s[%d]", at, i), "is there twice")
		}
	}
}

func (f *form) filters(h handler) {
	if len(h.Filters) > maxFilters {
		f.add("filters", "must have at most %d filters", maxFilters)
		return
	}
	for i, one := range h.Filters {
		at := fmt.Sprintf("filters[%d].", i)
		switch {
		case !validArgument(one.Argument):
			f.add(at+"argument", "must have 1 to %d letters (a–z), digits and _, and begin with a letter", maxArgument)
		case one.Argument == queryArgument || one.Argument == limitArgument:
			f.add(at+"argument", "must not be %s, which has a meaning of its own", one.Argument)
		case slices.ContainsFunc(h.Filters[:i], func(other filter) bool { return other.Argument == one.Argument }):
			f.add(at+"argument", "is the argument of another filter")
		}
		if !tables.ValidName(one.Column) {
			f.add(at+"column", "must be the name of a column")
		}
		if !slices.Contains(tables.Ops(), one.Op) {
			f.add(at+"op", "must be one of eq, ne, lt, lte, gt, gte, contains, near")
		}
	}
}

func validArgument(name string) bool {
	return name != "" && len(name) <= maxArgument && platform.ValidToolName(name) && !strings.Contains(name, "-") && (name[0] < '0' || name[0] > '9')
}

// values checks the form of what is written: an object of constants and placeholders, by column.
func (f *form) values(raw json.RawMessage) {
	var columns map[string]json.RawMessage
	if json.Unmarshal(raw, &columns) != nil || columns == nil {
		f.add("values", `must be an object such as {"name":"{{args.name}}","status":"new"}`)
		return
	}
	for name := range columns {
		if !tables.ValidName(name) || name == idArgument {
			f.add("values", "must be by the names of columns; %q is none", platform.Clip(name, maxArgument))
		}
	}
	_, found := request.Parse(raw, sources()...)
	f.problems = append(f.problems, schema.Under("handler.values", found)...)
}

// sources are the placeholders of values.
func sources() []request.Source {
	return []request.Source{request.Args, request.User, request.App, request.Now}
}

func decode(raw json.RawMessage) (any, []platform.Problem) { return schema.Decode(raw) }
