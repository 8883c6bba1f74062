package pasted

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Joined makes one column of a latitude and a longitude. Nobody wrote a heading for it.
func (t Table) Joined() Table {
	lat, lon := -1, -1
	for i, h := range t.Header {
		switch strings.ToLower(strings.TrimSpace(h)) {
		case "lat", "latitude", "breite", "breitengrad", "latitud", "latitudine":
			lat = i
		case "lon", "lng", "long", "longitude", "länge", "längengrad", "longitud", "longitudine":
			lon = i
		}
	}
	if t.Form == Positions {
		lat, lon = 1, 2
	}
	if lat < 0 || lon < 0 {
		return t
	}
	without := func(row []string, joined string) (out []string) {
		for i, c := range row {
			if i == lat {
				c = joined
			}
			if i != lon {
				out = append(out, c)
			}
		}
		return out
	}
	rows := make([][]string, len(t.Rows))
	for j, row := range t.Rows {
		rows[j] = without(row, strings.Trim(row[lat]+", "+row[lon], ", "))
	}
	t.Rows, t.Header = rows, without(t.Header, "")
	return t
}

var humps = regexp.MustCompile(`(\p{Ll}{2})(\p{Lu}\p{Ll})`)

// Spaced returns the name of a field of a program as words: "price_per_day" and "pricePerDay" as "price per day".
func Spaced(heading string) string {
	first, _ := utf8.DecodeRuneInString(heading)
	switch {
	case strings.ContainsAny(heading, " -"):
		return heading
	case strings.Contains(heading, "_"):
		return strings.TrimSpace(strings.ReplaceAll(heading, "_", " "))
	case !unicode.IsLower(first) || !humps.MatchString(heading): // "WhatsApp" is a name
		return heading
	}
	return strings.ToLower(humps.ReplaceAllString(heading, "$1 $2"))
}
