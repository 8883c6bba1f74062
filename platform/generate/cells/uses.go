package cells

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"

	"berth/platform"
)

// Heading returns what a text calls a column: its title, or its name in words where it has none, as columns that programs make.
func Heading(c platform.Column) string {
	return cmp.Or(c.Title, strings.ReplaceAll(c.Name, "_", " "))
}

// compares is what says that a figure is less, or more: it begins no tag.
var compares = regexp.MustCompile(`^[<>]\s?\d`)

// Plain returns text on one line without characters that people cannot see, and without what tags begin and end with.
func Plain(s string) string {
	s = strings.ToValidUTF8(s, "")
	var seen strings.Builder
	for i, r := range s {
		switch {
		case (r == '<' || r == '>') && !compares.MatchString(s[i:]), platform.Hidden(r) && r > ' ':
		case unicode.IsSpace(r):
			seen.WriteByte(' ')
		default:
			seen.WriteRune(r)
		}
	}
	return strings.Join(strings.FieldsFunc(seen.String(), func(r rune) bool { return r <= ' ' || r == 0x7f || r >= 0x80 && r < 0xa1 }), " ")
}

// Operators returns the beginnings of arguments' names, with what they ask of a column of a type.
func Operators(t platform.ColumnType) [][2]string {
	switch t {
	case platform.ColumnNumber, platform.ColumnInteger, platform.ColumnMoney:
		return [][2]string{{"min_", "gte"}, {"max_", "lte"}}
	case platform.ColumnDate, platform.ColumnDateTime, platform.ColumnTime:
		return [][2]string{{"from_", "gte"}, {"until_", "lte"}}
	case platform.ColumnBoolean, platform.ColumnEnum:
		return [][2]string{{"", "eq"}}
	case platform.ColumnText, platform.ColumnTags:
		return [][2]string{{"", "contains"}}
	case platform.ColumnPlace:
		return [][2]string{{"near_", "near"}}
	}
	return nil
}

// Field returns the type of the field of a form that fills a column; a text, "", fills those without one.
func Field(t platform.ColumnType) string {
	return map[platform.ColumnType]string{platform.ColumnNumber: "number", platform.ColumnInteger: "number", platform.ColumnMoney: "number",
		platform.ColumnDate: "date", platform.ColumnTime: "time", platform.ColumnDateTime: "datetime", platform.ColumnBoolean: "checkbox",
		platform.ColumnEnum: "select", platform.ColumnTags: "tags", platform.ColumnEmail: "email",
		platform.ColumnPhone: "phone", platform.ColumnURL: "url", platform.ColumnImage: "url"}[t]
}

// Stand returns what stands in for a value that a layout cannot do without.
func Stand(t platform.ColumnType, n int) any {
	switch t {
	case platform.ColumnPlace:
		return map[string]any{"lat": float64(n%3) / 100, "lon": float64(n) / 100}
	case platform.ColumnImage:
		return Picture
	}
	return n + 1
}

// Picture is a pattern, for layouts that consist of pictures: a data: URL.
const Picture = "data:image/svg+xml,%3Csvg%20xmlns=%27http://www.w3.org/2000/svg%27%20viewBox=%270%200%20240%20180%27%3E" +
	"%3Cpath%20fill=%27%23dfe9e6%27%20d=%27M0%200h240v180H0z%27/%3E%3Cpath%20fill=%27none%27%20stroke=%27%233f7d70%27" +
	"%20stroke-width=%275%27%20d=%27M78%20100q21-24%2042%200t42%200%27/%3E%3C/svg%3E"
