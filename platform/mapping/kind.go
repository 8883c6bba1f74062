package mapping

import (
	"slices"
	"strings"

	"berth/platform"
)

// kindOf returns the JSON type that a source gives, "" where that is not known: by its as, else by its column.
func kindOf(as string, column *platform.Column, p pointer) string {
	switch as {
	case "text", "money", "date", "datetime", "url":
		return "string"
	case "number", "boolean":
		return as
	}
	if column == nil {
		return ""
	}
	if len(p) > 1 { // a part of a place, or a tag
		if column.Type == platform.ColumnPlace && p[1] != "label" {
			return "number"
		}
		return "string"
	}
	switch column.Type {
	case platform.ColumnNumber, platform.ColumnInteger, platform.ColumnMoney:
		return "number"
	case platform.ColumnBoolean:
		return "boolean"
	case platform.ColumnTags:
		return "array"
	case platform.ColumnPlace:
		return "object"
	}
	return "string"
}

// bears reports whether a value of that type may fit: numbers, truths, lists of texts and places have a text.
func (f *field) bears(kind string) bool {
	switch {
	case f.takes(kind):
		return kind != "array" || f.items == nil || f.items.takes("string")
	case f.pattern != nil || len(f.Enum) > 0:
		return false
	}
	return f.takes("string")
}

// words says what a field takes, for people.
func (f *field) words() string {
	if len(f.Enum) > 0 {
		words := make([]string, 0, len(f.Enum))
		for _, v := range f.Enum {
			if s, ok := v.(string); ok {
				words = append(words, s)
			}
		}
		return "one of " + strings.Join(words, ", ")
	}
	var words []string
	for _, t := range f.Types {
		if t != "null" {
			words = append(words, article(t))
		}
	}
	said := strings.Join(words, " or ")
	switch {
	case f.pattern != nil && slices.Contains(f.Types, "string"):
		said += " of the form " + f.Pattern
	case f.MaxLength != nil:
		said += " of at most " + platform.Count(*f.MaxLength, "character")
	}
	return said
}

func article(kind string) string {
	switch kind {
	case "string":
		return "a text"
	case "boolean":
		return "true or false"
	case "array":
		return "a list"
	case "integer":
		return "a whole number"
	case "object":
		return "an object"
	}
	return "a " + kind
}
