package table

import (
	"fmt"
	"strings"

	"berth/platform"
	"berth/platform/executor"
	"berth/platform/tables"
)

// Differences implements executor.Kind.
func (querier) Differences(from, to platform.ToolSpec) []executor.Difference {
	return differences(from, to)
}

// Differences implements executor.Kind.
func (w writer) Differences(from, to platform.ToolSpec) []executor.Difference {
	return differences(from, to)
}

func differences(from, to platform.ToolSpec) (found []executor.Difference) {
	was, _ := readConfig(from.Handler) // one that cannot be read is like an empty one
	is, _ := readConfig(to.Handler)
	if words := executor.TextInWords(was.Text, is.Text); words != "" {
		found = append(found, executor.Difference{Field: "responseText", Title: "Text for the model", Text: words})
	}
	if words := executor.TextInWords(was.inWords(from.Handler.Kind), is.inWords(to.Handler.Kind)); words != "" {
		found = append(found, executor.Difference{Field: "handler", Title: "What it does", Text: words})
	} else if string(encode(was.handler)) != string(encode(is.handler)) {
		found = append(found, executor.Difference{Field: "handler", Title: "What it does", Text: "What is shown or written of " + is.Table + " is another."})
	}
	return found
}

// inWords says what a handler does.
func (h handler) inWords(kind string) string {
	if h.Table == "" {
		return ""
	}
	parts := []string{kind + " " + h.Table}
	if len(h.Search) > 0 {
		parts = append(parts, "search in "+strings.Join(h.Search, ", "))
	}
	for _, f := range h.Filters {
		parts = append(parts, fmt.Sprintf("%s: %s %s", f.Argument, f.Column, sign(f.Op)))
	}
	if len(h.Sort) > 0 {
		parts = append(parts, "sort by "+strings.Join(h.Sort, ", "))
	}
	if h.Limit > 0 {
		parts = append(parts, fmt.Sprintf("at most %d", h.Limit))
	}
	return strings.Join(parts, "; ")
}

func sign(op tables.Op) string {
	switch op {
	case tables.OpEq:
		return "="
	case tables.OpNe:
		return "≠"
	case tables.OpLt:
		return "<"
	case tables.OpLte:
		return "≤"
	case tables.OpGt:
		return ">"
	case tables.OpGte:
		return "≥"
	}
	return string(op)
}
