package tables

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"

	"berth/platform"
)

// Key returns a text that is equal for two cells of the column exactly when they mean the same: 3.2 is 3.20, 09:30 in Berlin is
// 08:30 in London, Ann@Example.com is ann@example.com, and so is the host of an address, whose path may tell case apart.
// "" = the cell is empty. The cell must be one that Cell returned.
func Key(c platform.Column, cell json.RawMessage) string {
	key := written(c, cell)
	switch c.Type {
	case platform.ColumnEmail:
		return strings.ToLower(key)
	case platform.ColumnURL, platform.ColumnImage:
		if u, err := url.Parse(key); err == nil && u.Host != "" {
			origin := len(u.Scheme) + len("://") + len(u.Host)
			if u.User == nil && len(key) >= origin {
				return strings.ToLower(key[:origin]) + key[origin:]
			}
		}
	}
	return key
}

// AnyCase reports whether cells of the type that differ in case can have one Key.
func AnyCase(t platform.ColumnType) bool {
	return t == platform.ColumnEmail || t == platform.ColumnURL || t == platform.ColumnImage
}

// Keys are the texts none of which two rows may have in common where the column is unique: the cell's Key and, where it differs, what is written,
// since rows that were stored when that was the key have no other until they are changed. Until then another row may have their cell in other
// case: its texts are not that one.
func Keys(c platform.Column, cell json.RawMessage) []string {
	key, text := Key(c, cell), written(c, cell)
	switch key {
	case "":
		return nil
	case text:
		return []string{key}
	}
	return []string{key, text}
}

// written is the cell as it is written, but for what has several ways to write one value.
func written(c platform.Column, cell json.RawMessage) string {
	if len(cell) == 0 || string(cell) == "null" {
		return ""
	}
	switch c.Type {
	case platform.ColumnNumber, platform.ColumnMoney, platform.ColumnInteger:
		return plainNumber(string(cell))
	case platform.ColumnDateTime:
		var s string
		if json.Unmarshal(cell, &s) == nil {
			if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
				return t.UTC().Format(time.RFC3339Nano)
			}
		}
	}
	var s string
	if cell[0] == '"' && json.Unmarshal(cell, &s) == nil {
		return s
	}
	return string(cell)
}

// plainNumber returns the one form of a JSON number: its significant digits and the exponent of the last one.
func plainNumber(n string) string {
	mantissa, exp, _ := strings.Cut(strings.ToLower(n), "e")
	exponent, _ := strconv.Atoi(exp) // "" is 0; schema.Decode lets no extreme one through
	sign := ""
	if rest, ok := strings.CutPrefix(mantissa, "-"); ok {
		mantissa, sign = rest, "-"
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	exponent -= len(fraction)
	short := strings.TrimRight(digits, "0")
	if short == "" {
		return "0"
	}
	exponent += len(digits) - len(short)
	return sign + short + "e" + strconv.Itoa(exponent)
}
