package request

import (
	"encoding/json"
	"strconv"
	"strings"

	"berth/platform"
)

// Plain returns a decoded JSON value as text: a string as it is, a number digit by digit, true or false, a list with commas
// between its items, an object as JSON. Null is "".
func Plain(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return v.String()
	case int:
		return strconv.Itoa(v)
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = Plain(item)
		}
		return strings.Join(items, ", ")
	}
	text, err := platform.PlainJSON(v)
	if err != nil { // no JSON: nothing that a caller sent
		return ""
	}
	return text
}
