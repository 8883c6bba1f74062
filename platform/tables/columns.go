package tables

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"berth/platform"
)

// Limits of a table (contract §7).
const (
	MaxColumns = 40
	MaxRow     = 16 << 10 // of the compact JSON of a row's values, in bytes

	maxName   = 63 // of a table or column, in characters
	maxTitle  = 100
	maxValues = 200 // of an enum
	maxValue  = 200 // of one value of an enum and of one tag, in characters
	maxTags   = 100
	maxDigits = 100 // of a number, as schema.Decode allows
)

// Types lists the types of columns.
func Types() []platform.ColumnType {
	return []platform.ColumnType{
		platform.ColumnText, platform.ColumnNumber, platform.ColumnInteger, platform.ColumnMoney, platform.ColumnBoolean, platform.ColumnDate,
		platform.ColumnTime, platform.ColumnDateTime, platform.ColumnEnum, platform.ColumnTags, platform.ColumnURL, platform.ColumnImage,
		platform.ColumnEmail, platform.ColumnPhone, platform.ColumnPlace,
	}
}

// ValidName reports whether a table or a column may have the name: ^[a-z][a-z0-9_]{0,62}$.
func ValidName(name string) bool {
	if name == "" || len(name) > maxName || name[0] < 'a' || name[0] > 'z' {
		return false
	}
	for i := range len(name) {
		if c := name[i]; c != '_' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// NameRule says in words what ValidName asks for.
const NameRule = "must have 1 to 63 lower-case letters (a–z), digits and _, and begin with a letter"

// CheckColumns returns everything that is wrong with the columns of a table, as many as it may have: that there are more is beyond
// a limit rather than wrong. Locations are relative to the list: "[2].name".
func CheckColumns(columns []platform.Column) []platform.Problem {
	var p problems
	if len(columns) == 0 {
		p.add("", "must have at least one column")
	}
	seen := map[string]int{}
	for i, c := range columns[:min(len(columns), MaxColumns)] {
		at := fmt.Sprintf("[%d].", i)
		first, twice := seen[c.Name]
		switch {
		case c.Name == "id":
			p.add(at+"name", "must not be id: every row has an id of its own")
		case !ValidName(c.Name):
			p.add(at+"name", NameRule)
		case twice:
			p.add(at+"name", "is the name of column %d already", first+1)
		default:
			seen[c.Name] = i
		}
		p.title(at+"title", c.Title)
		p.column(at, c)
	}
	return p
}

// column checks what depends on the column's type.
func (p *problems) column(at string, c platform.Column) {
	if !slices.Contains(Types(), c.Type) {
		p.add(at+"type", "must be one of %s", join(Types()))
		return
	}
	if c.Type == platform.ColumnEnum {
		p.values(at+"values", c.Values)
	} else if len(c.Values) > 0 {
		p.add(at+"values", "belongs to the type enum alone")
	}
	switch {
	case c.Currency == "":
	case c.Type != platform.ColumnMoney:
		p.add(at+"currency", "belongs to the type money alone")
	case !validCurrency(c.Currency):
		p.add(at+"currency", "must be the three capital letters of a currency (ISO 4217), such as EUR")
	}
	if c.Unique && (c.Type == platform.ColumnTags || c.Type == platform.ColumnPlace || c.Type == platform.ColumnBoolean) {
		p.add(at+"unique", "must not be set for the type %s", c.Type)
	}
}

func validCurrency(code string) bool {
	return len(code) == 3 && strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// values checks the values of an enum.
func (p *problems) values(at string, values []string) {
	if len(values) == 0 || len(values) > maxValues {
		p.add(at, "must have 1 to %d values", maxValues)
		return
	}
	seen := map[string]bool{}
	for i, v := range values {
		here := fmt.Sprintf("%s[%d]", at, i)
		switch fault := faultOfLine(v, maxValue); {
		case strings.TrimSpace(v) == "":
			p.add(here, "must not be empty")
		case fault != "":
			p.add(here, "%s", fault)
		case strings.TrimSpace(v) != v:
			p.add(here, "must not begin or end with a space")
		case seen[v]:
			p.add(here, "is there twice")
		}
		seen[v] = true
	}
}

// CheckTitle says what is wrong with the title of a table or a column, "" = nothing.
func CheckTitle(title string) string { return faultOfLine(title, maxTitle) }

func (p *problems) title(at, title string) {
	if fault := CheckTitle(title); fault != "" {
		p.add(at, "%s", fault)
	}
}

// problems collects what is wrong.
type problems []platform.Problem

func (p *problems) add(at, format string, args ...any) {
	*p = append(*p, platform.Problem{Location: at, Message: fmt.Sprintf(format, args...)})
}

// faultOfLine says what is wrong with one line of text of at most that many characters, "" = nothing.
func faultOfLine(s string, limit int) string {
	if !utf8.ValidString(s) {
		return "contains bytes that are not UTF-8"
	}
	if n := utf8.RuneCountInString(s); n > limit {
		return fmt.Sprintf("must have at most %s, not %d", platform.Count(limit, "character"), n)
	}
	if at := strings.IndexFunc(s, platform.HiddenInText); at >= 0 {
		r, _ := utf8.DecodeRuneInString(s[at:])
		return fmt.Sprintf("must not contain the character %U", r)
	}
	return ""
}

func join[T ~string](words []T) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(w))
	}
	return b.String()
}
