package tables

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"berth/platform"
)

// Cell returns the cell of a column that holds value, which is of the types that schema.Decode returns; nil is the empty cell.
// Else fault says what is wrong and what would be right. Whether the cell is required is not looked at.
func Cell(c platform.Column, value any) (cell json.RawMessage, fault string) {
	if value == nil {
		return nil, ""
	}
	switch c.Type {
	case platform.ColumnNumber, platform.ColumnMoney, platform.ColumnInteger:
		n, ok := value.(json.Number)
		if !ok {
			return nil, "must be a number"
		}
		return numberCell(c.Type, n)
	case platform.ColumnBoolean:
		b, ok := value.(bool)
		if !ok {
			return nil, "must be true or false"
		}
		return encode(b), ""
	case platform.ColumnTags:
		return tagsCell(value)
	case platform.ColumnPlace:
		return placeCell(value)
	}
	s, ok := value.(string)
	if !ok {
		return nil, "must be a text"
	}
	if s == "" {
		return nil, ""
	}
	if s, fault = textOf(c, s); fault != "" {
		return nil, fault
	}
	return encode(s), ""
}

func numberCell(t platform.ColumnType, n json.Number) (json.RawMessage, string) {
	if t != platform.ColumnInteger || !strings.ContainsAny(string(n), ".eE") {
		return json.RawMessage(n), ""
	}
	exact, ok := new(big.Rat).SetString(string(n)) // schema.Decode lets no extreme exponent through
	if !ok || !exact.IsInt() {
		return nil, "must be a number without a fraction"
	}
	whole := exact.Num().String()
	if len(whole) > maxDigits {
		return nil, fmt.Sprintf("must have at most %d digits", maxDigits)
	}
	return json.RawMessage(whole), ""
}

// textOf returns the form in which a text of the column's type is stored.
func textOf(c platform.Column, s string) (form, fault string) {
	switch c.Type {
	case platform.ColumnDate:
		if _, err := time.Parse(time.DateOnly, s); err != nil {
			return "", `must be a date such as "2026-11-22"`
		}
		return s, ""
	case platform.ColumnTime:
		t, err := time.Parse("15:04", s)
		if err != nil {
			t, err = time.Parse(time.TimeOnly, s)
		}
		if err != nil || len(s) > len(time.TimeOnly) {
			return "", `must be a time of the day such as "09:30"`
		}
		if t.Second() == 0 {
			return t.Format("15:04"), ""
		}
		return t.Format(time.TimeOnly), ""
	case platform.ColumnDateTime:
		t, err := time.Parse(time.RFC3339Nano, s)
		if err != nil || t.UTC().Year() < 0 || t.UTC().Year() > 9999 {
			return "", `must be a date and time with its offset such as "2026-11-22T09:30:00+01:00"`
		}
		return t.Format(time.RFC3339Nano), ""
	case platform.ColumnEnum:
		if !slices.Contains(c.Values, s) {
			return "", "must be one of " + listed(c.Values)
		}
		return s, ""
	}
	for _, r := range s {
		if unicode.IsControl(r) && (c.Type != platform.ColumnText || r != '\n' && r != '\r' && r != '\t') {
			return "", fmt.Sprintf("must not contain the character %U", r)
		}
	}
	switch c.Type {
	case platform.ColumnURL:
		if !validURL(s) {
			return "", `must be an address such as "https://example.com/page"`
		}
	case platform.ColumnImage:
		if !picture.MatchString(s) {
			return "", "must be the https address of a picture, or a data: URL of a png, jpeg, gif, webp, avif or svg"
		}
	case platform.ColumnEmail:
		if a, err := mail.ParseAddress(s); err != nil || a.Address != s || strings.ContainsAny(s, "\"<>() ,") {
			return "", `must be an e-mail address such as "ann@example.com"`
		}
	case platform.ColumnPhone:
		if !phone.MatchString(s) {
			return "", `must be a telephone number such as "+49 30 1234567"`
		}
	}
	return s, ""
}

// picture is what widgets take for a picture; layouts say the same in their schemas.
var picture = regexp.MustCompile(`^(https://[A-Za-z0-9.-]+(:[0-9]{1,5})?([/?#][^\s]*)?|data:image/(png|jpeg|gif|webp|avif|svg\+xml)[;,][^\s]*)$`)

// phone has the characters in which people write numbers, at least three digits, and perhaps an extension.
var phone = regexp.MustCompile(`^[+(]?[ (]*[0-9](?:[ ()./-]*[0-9]){2,24}(?: ?(?:x|ext\.?|#) ?[0-9]{1,8})?$`)

func validURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && !strings.ContainsFunc(s, unicode.IsSpace)
}

func tagsCell(value any) (json.RawMessage, string) {
	list, ok := value.([]any)
	if !ok {
		return nil, `must be a list of texts such as ["vegan","fresh"]`
	}
	if len(list) > maxTags {
		return nil, fmt.Sprintf("must have at most %d texts, not %d", maxTags, len(list))
	}
	tags := make([]string, len(list))
	for i, v := range list {
		s, ok := v.(string)
		if !ok || strings.TrimSpace(s) == "" {
			return nil, fmt.Sprintf("must be a list of texts; number %d is none", i+1)
		}
		if fault := faultOfLine(s, maxValue); fault != "" {
			return nil, fmt.Sprintf("text %d %s", i+1, fault)
		}
		tags[i] = s
	}
	if len(tags) == 0 {
		return nil, ""
	}
	return encode(tags), ""
}

// Place is the cell of a column of places, in degrees (WGS 84).
type Place struct {
	Lat   json.Number `json:"lat"`
	Lon   json.Number `json:"lon"`
	Label string      `json:"label,omitempty"`
}

const placeForm = `must be a place such as {"lat":52.52,"lon":13.405,"label":"Berlin"}`

func placeCell(value any) (json.RawMessage, string) {
	object, ok := value.(map[string]any)
	if !ok {
		return nil, placeForm
	}
	var p Place
	for name, v := range object {
		switch name {
		case "lat":
			p.Lat, ok = v.(json.Number)
		case "lon":
			p.Lon, ok = v.(json.Number)
		case "label":
			p.Label, ok = v.(string)
			ok = ok || v == nil
		default:
			ok = false
		}
		if !ok {
			return nil, placeForm
		}
	}
	if p.Lat == "" || p.Lon == "" {
		return nil, placeForm
	}
	if !within(p.Lat, 90) {
		return nil, "must have a lat from -90 to 90"
	}
	if !within(p.Lon, 180) {
		return nil, "must have a lon from -180 to 180"
	}
	if fault := faultOfLine(p.Label, maxValue); fault != "" {
		return nil, "has a label that " + fault
	}
	return encode(p), ""
}

func within(n json.Number, limit float64) bool {
	f, err := n.Float64()
	return err == nil && -limit <= f && f <= limit
}

// encode returns v, which is of types that always encode, as compact JSON without escapes that only HTML needs.
func encode(v any) json.RawMessage {
	raw, err := platform.AppendJSON(nil, v)
	if err != nil {
		panic("tables: a cell that cannot be encoded: " + err.Error())
	}
	return raw
}

// listed returns values as a list for people, cut where there are many.
func listed(values []string) string {
	const most = 30
	if len(values) <= most {
		return strings.Join(values, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(values[:most], ", "), len(values)-most)
}
