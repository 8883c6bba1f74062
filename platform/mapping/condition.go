package mapping

import (
	"strconv"
	"strings"

	"berth/platform"
)

// condition keeps the elements for which it is true.
type condition struct {
	from  pointer
	op    string
	value any
}

func (r *reader) condition(v any, at string) condition {
	var c condition
	r.object(v, at, map[string]func(any, string){
		"from":  func(v any, at string) { c.from = r.pointer(v, at) },
		"op":    func(v any, at string) { c.op = r.word(v, at, "eq", "ne", "lt", "lte", "gt", "gte", "contains") },
		"value": func(v any, _ string) { c.value = v },
	})
	object, _ := v.(map[string]any)
	switch c.value.(type) {
	case []any, map[string]any:
		r.report(at+".value", "must be a text, a number, true or false")
	}
	for _, name := range []string{"from", "op", "value"} {
		if _, ok := object[name]; object != nil && !ok {
			r.report(at+"."+name, "is required")
		}
	}
	return c
}

// Unfilled says which conditions compare with a placeholder, which stands for nothing there. Such a map works, and finds nothing, so that it is told
// when a tool is published and does not fail one that is.
func (m *Map) Unfilled() (problems []platform.Problem) {
	for i, c := range m.where {
		if s, _ := c.value.(string); strings.Contains(s, "{{") && strings.Contains(s, "}}") {
			problems = append(problems, platform.Problem{Location: "where[" + strconv.Itoa(i) + "].value",
				Message: "must always be the same: a placeholder is not filled here, and what a call asks for belongs into the handler, which finds what is mapped"})
		}
	}
	return problems
}

// holds compares like with like: numbers as numbers, texts as they are, for contains without regard to capitals. A value that is
// missing, or of another type, is unequal to every other and neither less nor greater.
func (c condition) holds(element any) bool {
	got, _ := c.from.in(element)
	if c.op == "contains" {
		return contains(got, c.value)
	}
	order, alike := compare(got, c.value)
	switch c.op {
	case "eq":
		return alike && order == 0
	case "ne":
		return !alike || order != 0
	case "lt":
		return alike && order == -1
	case "lte":
		return alike && (order == -1 || order == 0)
	case "gt":
		return alike && order == 1
	default:
		return alike && (order == 0 || order == 1)
	}
}

// compare returns -1, 0 or 1, and 2 for truths that differ, which have no order.
func compare(a, b any) (order int, alike bool) {
	if x, ok := number(a); ok {
		y, ok := number(b)
		switch {
		case x < y:
			return -1, ok
		case x > y:
			return 1, ok
		}
		return 0, ok
	}
	switch x := a.(type) {
	case string:
		y, ok := b.(string)
		return strings.Compare(x, y), ok
	case bool:
		y, ok := b.(bool)
		if x == y {
			return 0, ok
		}
		return 2, ok
	case nil:
		return 0, b == nil
	}
	return 0, false
}

// contains looks for a text in a text, or for an element in a list.
func contains(v, wanted any) bool {
	switch v := v.(type) {
	case string:
		part, ok := wanted.(string)
		return ok && strings.Contains(strings.ToLower(v), strings.ToLower(part))
	case []any:
		for _, item := range v {
			if s, ok := item.(string); ok {
				if w, ok := wanted.(string); ok && strings.EqualFold(s, w) {
					return true
				}
				continue
			}
			if order, alike := compare(item, wanted); alike && order == 0 {
				return true
			}
		}
	}
	return false
}
