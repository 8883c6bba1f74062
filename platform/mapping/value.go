package mapping

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/request"
)

// convert returns a value as another kind: text, number, money, date, datetime, url or boolean. It is false for what is none.
func convert(v any, as, currency string) (any, bool) {
	if v == nil {
		return nil, false
	}
	switch as {
	case "text":
		return text(v)
	case "number":
		s := strings.TrimSpace(request.Plain(v))
		return json.Number(s), validNumber(s)
	case "money":
		s := strings.TrimSpace(request.Plain(v))
		if !validNumber(s) {
			return nil, false
		}
		return money(s, currency), true
	case "date":
		at, ok := moment(v)
		return at.Format(time.DateOnly), ok
	case "datetime":
		at, ok := moment(v)
		return at.Format(time.RFC3339), ok
	case "url":
		s, ok := v.(string)
		return s, ok && (strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://"))
	case "boolean":
		return truth(v)
	}
	return v, true
}

// text returns a value as people read it. An object is none, but for a place.
func text(v any) (any, bool) {
	switch v := v.(type) {
	case bool:
		return spoken(v), true
	case []any:
		return joined(v), true
	case map[string]any:
		return placeText(v)
	}
	return request.Plain(v), true
}

func spoken(yes bool) string {
	if yes {
		return "Yes"
	}
	return "No"
}

// joined writes a list with commas; what is no text, number or boolean in it is left out.
func joined(list []any) string {
	words := make([]string, 0, len(list))
	for _, item := range list {
		switch item.(type) {
		case nil, []any, map[string]any:
		default:
			if word, ok := text(item); ok {
				words = append(words, word.(string)) // what text returns of them
			}
		}
	}
	return strings.Join(words, ", ")
}

// placeText names a place {lat, lon, label?}.
func placeText(v map[string]any) (string, bool) {
	if label, ok := v["label"].(string); ok && label != "" {
		return label, true
	}
	lat, lon := v["lat"], v["lon"]
	if lat == nil || lon == nil {
		return "", false
	}
	return request.Plain(lat) + ", " + request.Plain(lon), true
}

// placeOf is placeText of compact JSON, of a place whose coordinates are numbers.
func placeOf(raw []byte) (string, bool) {
	if label := platform.Unquote(platform.Cut(platform.MemberOf(raw, "label"))); label != "" {
		return label, true
	}
	lat, lon := platform.Cut(platform.MemberOf(raw, "lat")), platform.Cut(platform.MemberOf(raw, "lon"))
	if !validNumber(string(lat)) || !validNumber(string(lon)) {
		return "", false
	}
	return string(lat) + ", " + string(lon), true
}

func truth(v any) (any, bool) {
	switch v := v.(type) {
	case bool:
		return v, true
	case string:
		switch strings.ToLower(v) {
		case "true", "yes", "1":
			return true, true
		case "false", "no", "0":
			return false, true
		}
	case json.Number:
		return v != "0", v == "0" || v == "1"
	}
	return nil, false
}

// moment reads a date, a date-time, or seconds or milliseconds since 1970: whatever programs write that has one meaning. Of the names of
// zones in mails and in HTTP only GMT has.
func moment(v any) (time.Time, bool) {
	switch v := v.(type) {
	case string:
		if len(v) > 40 { // each form that does not fit may copy it into its error
			return time.Time{}, false
		}
		for _, form := range [...]string{
			time.DateOnly, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateTime,
			"2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05Z07", "2006-01-02T15:04Z07:00", "2006-01-02T15:04Z0700",
			"2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05Z0700", "2006-01-02 15:04:05Z07", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 UTC",
			"Mon, 2 Jan 2006 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 GMT",
		} {
			if at, err := time.Parse(form, v); err == nil {
				return at, true
			}
		}
	case json.Number:
		n, err := v.Float64() // exact to 1e14 and beyond; fractions of seconds are left out
		const years = 1e11    // as seconds beyond the year 5000, so they are milliseconds
		switch {
		case err != nil || n < 0 || n > 1e14:
			return time.Time{}, false
		case n > years:
			return time.UnixMilli(int64(n)).UTC(), true
		}
		return time.Unix(int64(n), 0).UTC(), true
	}
	return time.Time{}, false
}

// validNumber reports whether s is a number of JSON.
func validNumber(s string) bool {
	if s == "" || len(s) > 100 || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return false
	}
	return platform.IsNumber(s)
}

// money writes an amount with its currency (ISO 4217): at least as many decimals as the currency has, and a comma before each three digits
// of the whole, as English readers write it. No digit is lost but what adding binary fractions has left at the end, and only a very large or
// small amount keeps its exponent.
func money(amount, currency string) string {
	decimals := 2
	switch currency {
	case "JPY", "KRW", "CLP", "ISK", "VND", "PYG", "UGX", "XAF", "XOF", "XPF", "RWF", "KMF", "GNF", "DJF", "BIF", "VUV":
		decimals = 0
	case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND":
		decimals = 3
	}
	if strings.ContainsAny(amount, "eE") {
		amount = unfolded(amount)
	}
	amount = unsummed(amount)
	if strings.Trim(amount, "0.") == "-" {
		amount = amount[1:]
	}
	var short [40]byte
	out := short[:0]
	if currency != "" {
		if amount[0] == '-' {
			out, amount = append(out, "−"...), amount[1:]
		}
		if symbol := symbolOf(currency); symbol != "" {
			out = append(out, symbol...)
		} else {
			out = append(append(out, currency...), ' ')
		}
	}
	if strings.ContainsAny(amount, "eE") {
		return string(append(out, amount...))
	}
	whole, fraction, _ := strings.Cut(amount, ".")
	fraction = strings.TrimRight(fraction, "0")
	for i := range len(whole) {
		if left := len(whole) - i; i > 0 && left%3 == 0 && whole[i-1] != '-' {
			out = append(out, ',')
		}
		out = append(out, whole[i])
	}
	if len(fraction)+decimals > 0 {
		out = append(append(out, '.'), fraction...)
	}
	for n := len(fraction); n < decimals; n++ {
		out = append(out, '0')
	}
	return string(out)
}

// unfolded writes a number that has an exponent, as many programs write large and small ones, digit by digit: 1.5E7 is 15000000. One
// that would be very long stays as it is.
func unfolded(number string) string {
	mantissa, power, _ := strings.Cut(strings.ToLower(number), "e")
	by, err := strconv.Atoi(power)
	if err != nil || max(by, -by) > 30 {
		return number
	}
	plain, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(plain, ".")
	digits, point := whole+fraction, len(whole)+by
	if point < 1 {
		digits, point = strings.Repeat("0", 1-point)+digits, 1
	}
	digits += strings.Repeat("0", max(0, point-len(digits)))
	whole, fraction = strings.TrimLeft(digits[:point-1], "0")+digits[point-1:point], digits[point:]
	if negative {
		whole = "-" + whole
	}
	return whole + "." + fraction
}

// unsummed takes out of an amount what adding binary fractions has left there: 59.97000000000001 is 59.97. Such a sum has 16 or 17 digits,
// of which at most three come after four or more zeros or nines; all others are kept as they are.
func unsummed(amount string) string {
	whole, fraction, _ := strings.Cut(amount, ".")
	fraction = strings.TrimRight(fraction, "0")
	if digits := len(strings.TrimLeft(whole+fraction, "-0")); digits < 16 || digits > 17 {
		return amount
	}
	for left := 1; left <= 3 && left+4 <= len(fraction); left++ {
		before := fraction[:len(fraction)-left]
		exact := strings.TrimRight(before, before[len(before)-1:])
		if !strings.ContainsAny(before[len(before)-1:], "09") || len(before)-len(exact) < 4 {
			continue
		}
		if sum, err := strconv.ParseFloat(amount, 64); err == nil {
			return strconv.FormatFloat(sum, 'f', len(exact), 64)
		}
	}
	return amount
}

// symbolOf returns the sign of a currency that has one of its own, "" for the others.
func symbolOf(currency string) string {
	switch currency {
	case "EUR":
		return "€"
	case "USD":
		return "$"
	case "GBP":
		return "£"
	case "JPY":
		return "¥"
	case "INR":
		return "₹"
	case "KRW":
		return "₩"
	case "BRL":
		return "R$"
	case "TRY":
		return "₺"
	case "UAH":
		return "₴"
	case "VND":
		return "₫"
	}
	return ""
}

// number reads a value that can be compared as one.
func number(v any) (float64, bool) {
	switch v.(type) {
	case json.Number, int, int64, float64:
		n, err := strconv.ParseFloat(request.Plain(v), 64)
		return n, err == nil
	}
	return 0, false
}

// decodeStrictly reads one JSON value, numbers digit by digit, and refuses unknown fields.
func decodeStrictly(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is text after its end")
	}
	return nil
}
