package executor

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berth/platform"
)

// maxDataWords is how many fields of the data are named.
const maxDataWords = 6

// TextInWords describes what differs between two states of a text, "" when nothing does. Long ones are not repeated.
func TextInWords(from, to string) string {
	const short = 120
	switch {
	case from == to:
		return ""
	case from == "":
		return "Added: " + excerpt(to, short)
	case to == "":
		return "Removed: " + excerpt(from, short)
	}
	return "From " + excerpt(from, short) + " to " + excerpt(to, short)
}

// excerpt quotes a text, cut to so many characters.
func excerpt(text string, length int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > length {
		return "“" + strings.TrimSpace(string(runes[:length])) + "…”"
	}
	return "“" + string(runes) + "”"
}

// DataInWords describes what differs between two states of an app's data: for a list the number of entries, for other fields
// only their names. It returns "" when nothing differs.
func DataInWords(from, to json.RawMessage) string {
	if platform.SameJSON(from, to) {
		return ""
	}
	was, is := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if json.Unmarshal(from, &was) != nil || json.Unmarshal(to, &is) != nil {
		return "The data is another."
	}
	names := map[string]bool{}
	for name := range was {
		names[name] = true
	}
	for name := range is {
		names[name] = true
	}
	var words []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if text := fieldInWords(was[name], is[name]); text != "" {
			words = append(words, excerpt(name, 40)+" "+text)
		}
	}
	if len(words) == 0 {
		return "The fields stand in another order."
	}
	if n := len(words) - maxDataWords; n > 0 {
		words = append(words[:maxDataWords], fmt.Sprintf("%d more fields changed", n))
	}
	return strings.Join(words, "; ") + "."
}

func fieldInWords(from, to json.RawMessage) string {
	switch {
	case from == nil:
		return "is new"
	case to == nil:
		return "is gone"
	case platform.SameJSON(from, to):
		return ""
	}
	var was, is []json.RawMessage
	if json.Unmarshal(from, &was) != nil || json.Unmarshal(to, &is) != nil || was == nil || is == nil {
		return "changed"
	}
	if len(was) != len(is) {
		return fmt.Sprintf("has %s instead of %d", entries(len(is)), len(was))
	}
	changed := 0
	for i := range was {
		if !platform.SameJSON(was[i], is[i]) {
			changed++
		}
	}
	return fmt.Sprintf("has other values in %d of %s", changed, entries(len(is)))
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}
