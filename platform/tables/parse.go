package tables

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/schema"
)

// Style is how the texts of a file write numbers and dates. The zero value is that of this platform's own exports: a decimal
// point, and dates that have the year first; other dates are read where they can mean one day only.
type Style struct {
	DecimalComma bool // 1.234,50 and not 1,234.50
	Torn         bool // some numbers have a decimal point and some a comma: what may be either, such as 1.234, is not read
	DayFirst     bool // 3/4/2026 is in April
	MonthFirst   bool // 3/4/2026 is in March
}

// ParseCell reads the cell of a column from a text as spreadsheets write it; nil is the empty cell. Else fault says what is
// wrong and what would be right. What FormatCell writes is read back unchanged by the zero style.
func ParseCell(c platform.Column, text string, style Style) (cell json.RawMessage, fault string) {
	if text == "" {
		return nil, ""
	}
	if !utf8.ValidString(text) {
		return nil, "contains bytes that are not UTF-8"
	}
	trimmed := strings.TrimSpace(text)
	if trimmed == "" && c.Type != platform.ColumnText {
		return nil, ""
	}
	switch c.Type {
	case platform.ColumnNumber, platform.ColumnInteger, platform.ColumnMoney:
		if figure, percent := strings.CutSuffix(trimmed, "%"); percent && strings.Contains(c.Title, "%") && c.Type != platform.ColumnMoney { // "12 %" below "Discount (%)"
			trimmed, style.Torn = strings.TrimSpace(figure), !style.DecimalComma // percents tell no style
		}
		number, fault := parseNumber(c, trimmed, style)
		if fault != "" {
			return nil, fault
		}
		return decoded(c, []byte(number))
	case platform.ColumnBoolean:
		b, ok := parseBoolean(trimmed)
		if !ok {
			return nil, "must be yes or no"
		}
		return encode(b), ""
	case platform.ColumnDate:
		return parseDate(trimmed, style)
	case platform.ColumnTime:
		return parseClock(c, trimmed)
	case platform.ColumnDateTime:
		return parseDateTime(c, trimmed, style)
	case platform.ColumnEnum:
		for _, v := range c.Values { // people write values in any case
			if v == trimmed || strings.EqualFold(v, trimmed) && !slices.Contains(c.Values, trimmed) {
				return encode(v), ""
			}
		}
		return nil, "must be one of " + listed(c.Values)
	case platform.ColumnTags:
		return parseTags(c, trimmed)
	case platform.ColumnPlace:
		return parsePlace(c, trimmed)
	case platform.ColumnText:
		return Cell(c, text)
	}
	return Cell(c, trimmed)
}

// decoded returns the cell that JSON text means.
func decoded(c platform.Column, text []byte) (json.RawMessage, string) {
	v, found := schema.Decode(text)
	if len(found) > 0 {
		return nil, found[0].Message
	}
	return Cell(c, v)
}

// parseBoolean reads yes and no in the languages that spreadsheets come in, and as databases write them.
func parseBoolean(s string) (value, ok bool) {
	switch strings.ToLower(s) {
	case "true", "yes", "y", "1", "x", "✓", "✔", "☑", "checked", "on", "t",
		"ja", "j", "wahr", "oui", "o", "vrai", "sí", "si", "s", "verdadero", "sì", "vero", "sim", "verdadeiro", "tak", "да":
		return true, true
	case "false", "no", "n", "0", "-", "✗", "✘", "☐", "unchecked", "off", "f", "nein", "falsch", "non", "faux", "falso", "não", "nao", "nee", "nie", "нет":
		return false, true
	}
	return false, false
}

func parseTags(c platform.Column, s string) (json.RawMessage, string) {
	if s[0] == '[' {
		if cell, fault := decoded(c, []byte(s)); fault == "" {
			return cell, ""
		}
	}
	var tags []any
	for tag := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune(",;|\n", r) }) {
		if tag = strings.TrimSpace(tag); tag != "" {
			tags = append(tags, tag)
		}
	}
	return Cell(c, tags)
}

// coordinates are two decimal numbers, and perhaps a label.
var coordinates = regexp.MustCompile(`^\(?\s*([+-]?[0-9]{1,3}(?:\.[0-9]{1,15})?)\s*[,;\s]\s*([+-]?[0-9]{1,3}(?:\.[0-9]{1,15})?)\s*\)?(?:\s*[,;]?\s+(.+))?$`)

// commaCoordinates are two numbers with decimal commas: what stands between them is more than a comma.
var commaCoordinates = regexp.MustCompile(`^\(?\s*([+-]?[0-9]{1,3}),([0-9]{1,15})(?:\s*;\s*|,?\s+)([+-]?[0-9]{1,3}),([0-9]{1,15})\s*(\)?(?:\s*[,;]?\s+.+)?)$`)

func parsePlace(c platform.Column, s string) (json.RawMessage, string) {
	if s[0] == '{' {
		return decoded(c, []byte(s))
	}
	found := coordinates.FindStringSubmatch(commaCoordinates.ReplaceAllString(s, "$1.$2, $3.$4$5"))
	if found == nil {
		return nil, `must be a latitude and a longitude, and perhaps a label, such as "52.52, 13.405 Berlin"`
	}
	place := map[string]any{"lat": json.Number(digits(found[1])), "lon": json.Number(digits(found[2]))}
	if label := strings.TrimSpace(found[3]); label != "" {
		place["label"] = label
	}
	return Cell(c, place)
}

// digits returns a decimal number as JSON writes it.
func digits(s string) string {
	s = strings.TrimPrefix(s, "+")
	sign := ""
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		s, sign = rest, "-"
	}
	whole, fraction, dot := strings.Cut(s, ".")
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if dot && fraction != "" {
		return sign + whole + "." + fraction
	}
	return sign + whole
}

// FormatCell writes a cell of the column, nil or as Cell returned it, for a spreadsheet.
func FormatCell(c platform.Column, cell json.RawMessage) string {
	if len(cell) == 0 || string(cell) == "null" {
		return ""
	}
	switch c.Type {
	case platform.ColumnTags:
		var tags []string
		if json.Unmarshal(cell, &tags) != nil || !plainTags(tags) {
			return string(cell)
		}
		return strings.Join(tags, ", ")
	case platform.ColumnPlace:
		var p Place
		if json.Unmarshal(cell, &p) != nil {
			return string(cell)
		}
		text := fmt.Sprintf("%s, %s", p.Lat, p.Lon)
		if p.Label != "" {
			text += " " + p.Label
		}
		if back, fault := parsePlace(c, text); fault != "" || string(back) != string(cell) {
			return string(cell)
		}
		return text
	}
	var s string
	if cell[0] == '"' && json.Unmarshal(cell, &s) == nil {
		return s
	}
	return string(cell)
}

// plainTags reports whether tags stay as they are when they are written with commas between them.
func plainTags(tags []string) bool {
	for i, tag := range tags {
		if strings.ContainsAny(tag, ",;|\n") || strings.TrimSpace(tag) != tag || i == 0 && tag[0] == '[' {
			return false
		}
	}
	return true
}
