package openapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// given returns the example of a media type, nil = there is none.
func (r *reading) given(m part) any {
	if e := m.object()["example"]; e != nil {
		return r.taken(e)
	}
	all := m.in("examples")
	for _, name := range slices.Sorted(maps.Keys(all.object())) {
		if e, fault := r.Document.follow(all.in(name)); fault == "" && e.object()["value"] != nil {
			return r.taken(e.object()["value"])
		}
	}
	return nil
}

// taken returns an example, or nil where it is more than may still be looked at for the operation.
func (r *reading) taken(e any) any {
	left := maxExamples - r.sampled
	if !spend(e, &left) {
		return nil
	}
	r.sampled = maxExamples - left
	return e
}

// Of lists, so many entries are made up.
const madeUp = 3

// exampleOf makes a value that a schema takes: what the document gives as an example, else one that looks like it. i tells the
// entries of a list apart.
func (r *reading) exampleOf(p part, within []string, name string, i int) any {
	n := r.schema(p, within)
	if n.cut || r.visits > maxVisits || len(within) > 12 {
		return nil
	}
	k := n.keywords
	enum, _ := k["enum"].([]any)
	examples, _ := k["examples"].([]any)
	switch {
	case k["const"] != nil:
		return r.taken(k["const"])
	case k["example"] != nil && i == 0:
		return r.taken(k["example"])
	case len(examples) > 0 && i < len(examples):
		return r.taken(examples[i])
	case len(enum) > 0:
		return r.taken(enum[i%len(enum)])
	case k["default"] != nil && i == 0:
		return r.taken(k["default"])
	}
	kind := ""
	if len(n.types) > 0 {
		kind = n.types[0]
	}
	within = slices.Concat(within, n.refs)
	switch kind {
	case "object":
		made := object{}
		for inner, prop := range n.props {
			if v := r.exampleOf(prop, within, inner, i); v != nil {
				made[inner] = v
			}
		}
		return made
	case "array":
		made := []any{}
		for j := range max(1, madeUp-2*len(within)/3) {
			if v := r.exampleOf(n.items, within, name, i*madeUp+j); v != nil {
				made = append(made, v)
			}
		}
		if most, err := number(k["maxItems"]).Int64(); err == nil && most >= 0 {
			made = made[:min(int64(len(made)), most)]
		}
		return made
	case "boolean":
		return i%2 == 0
	case "integer", "number":
		return n.figure(name, kind == "integer", i)
	case "string", "":
		if e := text(k["example"]); e != "" && kind == "string" && k["format"] == nil {
			if len(e) > 60 || strings.ContainsAny(e, "0123456789@/:") {
				return r.taken(e)
			}
			return fmt.Sprintf("%s %d", e, i+1)
		}
		return n.words(name, i)
	}
	return nil
}

// figure is a number of a schema.
func (n node) figure(name string, whole bool, i int) any {
	value := float64(i + 1)
	words := split(name)
	has := func(these ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(these, w) })
	}
	switch {
	case has("lat", "latitude"):
		value = []float64{52.52, 48.86, 41.9}[i%3]
	case has("lon", "lng", "long", "longitude"):
		value = []float64{13.41, 2.35, 12.5}[i%3]
	case has("price", "amount", "cost", "total", "fee"):
		value = 9.5 + 5*float64(i)
	case has("rating", "score", "stars"):
		value = 4.5 - float64(i)/2
	case has("year"):
		value = float64(day.Year() - i)
	case has("timestamp", "created", "updated", "epoch"):
		value = float64(day.Unix() + int64(i)*3600)
	case has("count", "quantity", "size", "limit", "stock"):
		value = float64(10 - i)
	}
	if least, err := number(n.keywords["minimum"]).Float64(); err == nil {
		value = max(value, least)
	}
	if most, err := number(n.keywords["maximum"]).Float64(); err == nil {
		value = min(value, most)
	}
	if whole {
		return json.Number(fmt.Sprint(int64(value)))
	}
	return json.Number(fmt.Sprint(value))
}

// words is a text of a schema.
func (n node) words(name string, i int) any {
	at := day.Add(time.Duration(i) * 26 * time.Hour)
	all := split(name)
	has := func(these ...string) bool {
		return slices.ContainsFunc(all, func(w string) bool { return slices.Contains(these, w) })
	}
	format := text(n.keywords["format"])
	switch {
	case format == "date":
		return at.Format(time.DateOnly)
	case format == "date-time" || format == "" && strings.HasSuffix(strings.ToLower(name), "_at"):
		return at.Format(time.RFC3339)
	case format == "time":
		return at.Format(time.TimeOnly)
	case format == "email" || has("email", "mail"):
		return []string{"ann", "ben", "carla"}[i%3] + "@example.com"
	case format == "uuid":
		return fmt.Sprintf("00000000-0000-4000-8000-%012d", i+1)
	case format == "uri" || format == "url" || has("url", "uri", "href", "link", "website"):
		if picture(name) {
			return nil // none that could be shown
		}
		return fmt.Sprintf("https://example.com/%d", i+1)
	case picture(name), format == "binary", format == "byte":
		return nil
	case format == "ipv4":
		return fmt.Sprintf("192.0.2.%d", i+1)
	case text(n.keywords["pattern"]) != "" && n.keywords["description"] == nil:
		return nil
	case has("lat", "latitude", "lon", "lng", "longitude"): // many take them as texts, for several at once
		return fmt.Sprint(n.figure(name, false, i))
	case has("currency"):
		return "EUR"
	case has("country"):
		return []string{"Germany", "France", "Italy"}[i%3]
	case has("city", "town", "place"):
		return []string{"Berlin", "Paris", "Rome"}[i%3]
	case has("phone", "tel"):
		return fmt.Sprintf("+49 30 90182%02d", i+1)
	case len(all) > 0 && (all[len(all)-1] == "id" || all[len(all)-1] == "key" || all[len(all)-1] == "code"):
		return fmt.Sprintf("%s-%d", all[0], i+1)
	case len(all) == 0:
		return fmt.Sprintf("Example %d", i+1)
	}
	return fmt.Sprintf("%s %d", humanized(name), i+1)
}

func picture(name string) bool {
	return slices.ContainsFunc(split(name), func(w string) bool {
		return slices.Contains([]string{"image", "photo", "picture", "thumbnail", "avatar", "logo", "poster", "cover", "icon"}, strings.TrimSuffix(w, "s"))
	})
}
