package openapi

import (
	"maps"
	"slices"
	"strings"

	"berth/platform"
)

// showing is a thing of an answer as a row of a table, with the pointer of each cell.
type showing struct {
	table    platform.Table
	pointers map[string]string // by column; of a place by column/lat and column/lon
	id       bool
	scalar   bool // the elements are no objects
}

const maxColumns = 16

// nowhere is the pointer of what a thing does not have.
const nowhere = "\x00"

// maxMock bounds the example data of one tool, in bytes: those of all tools of an app have 1 MiB.
const maxMock = 48 << 10

// columns makes columns of what a thing has.
func (r *reading) columns(n node, within []string) *showing {
	s := &showing{pointers: map[string]string{}}
	if !slices.Contains(n.types, "object") {
		s.scalar = true
		s.add("value", "", r.column(n, "value"))
		return s
	}
	r.addColumns(s, n, slices.Concat(within, n.refs), "", "", 0)
	return s
}

func (r *reading) addColumns(s *showing, n node, within []string, prefix, at string, depth int) {
	if lat, lon := coordinate(n, "lat"), coordinate(n, "lon"); lat != "" && lon != "" {
		name := s.add(prefix+"place", "", platform.Column{Type: platform.ColumnPlace})
		delete(s.pointers, name)
		s.pointers[name+"/label"] = nowhere
		s.pointers[name+"/lat"], s.pointers[name+"/lon"] = at+"/"+escape(lat), at+"/"+escape(lon)
	}
	if name := r.wraps(n, within); depth == 0 && name != "" {
		inner := r.schema(n.props[name], within)
		r.addColumns(s, inner, slices.Concat(within, inner.refs), "", at+"/"+escape(name), 1)
	}
	for _, name := range important(n) {
		inner := r.schema(n.props[name], within)
		switch {
		case len(inner.types) == 0, private(name), len(s.table.Columns) >= maxColumns, yes(inner.keywords["writeOnly"]), name == coordinate(n, "lat"), name == coordinate(n, "lon"):
			continue
		}
		pointer := at + "/" + escape(name)
		switch inner.types[0] {
		case "object":
			if depth < 1 && len(inner.props) > 0 && len(inner.props) <= 12 && !inner.cut {
				r.addColumns(s, inner, slices.Concat(within, inner.refs), prefix+name+"_", pointer, depth+1)
			}
		case "array":
			if item := r.schema(inner.items, slices.Concat(within, inner.refs)); slices.Contains(item.types, "string") && depth == 0 {
				s.add(prefix+name, pointer, platform.Column{Type: platform.ColumnTags})
			}
		default:
			if prefix == "" && name == "id" {
				s.id = true
				continue
			}
			s.add(prefix+name, pointer, r.column(inner, name))
		}
	}
}

// names are properties that name a thing.
var names = strings.Fields("name title label subject headline full_name fullName display_name displayName username login")

// telling are properties that say most of a thing.
var telling = strings.Fields("description summary price status date email city address type category rating amount url html_url website")

// wraps returns the one property that names what a thing is, where it does not name itself: the show of {added_at, show}.
func (r *reading) wraps(n node, within []string) (found string) {
	if slices.ContainsFunc(names, func(name string) bool { _, ok := n.props[name]; return ok }) {
		return ""
	}
	for _, name := range slices.Sorted(maps.Keys(n.props)) {
		inner := r.schema(n.props[name], within)
		if slices.Contains(inner.types, "object") && slices.ContainsFunc(names, func(name string) bool { _, ok := inner.props[name]; return ok }) {
			if found != "" {
				return ""
			}
			found = name
		}
	}
	return found
}

// private reports whether a value is nobody's to see.
func private(name string) bool {
	return slices.ContainsFunc(split(name), func(w string) bool {
		return slices.Contains(strings.Fields("password passwd secret token hash salt pin ssn iban cvv"), w)
	})
}

// coordinate returns the property that is a latitude or a longitude.
func coordinate(n node, which string) string {
	names := map[string][]string{"lat": {"lat", "latitude"}, "lon": {"lon", "lng", "long", "longitude"}}[which]
	for _, name := range slices.Sorted(maps.Keys(n.props)) {
		if slices.Contains(names, strings.ToLower(name)) {
			return name
		}
	}
	return ""
}

// important lists properties, what names a thing first and what says how it is kept last.
func important(n node) []string {
	rank := func(name string) int {
		words := split(name)
		switch {
		case slices.Contains(names, name):
			return 0
		case slices.Contains(telling, name) || picture(name):
			return 1
		case slices.ContainsFunc(words, func(w string) bool {
			return slices.Contains(strings.Fields("url href links id uuid etag hash token href self node sha"), w)
		}):
			return 4
		case n.required[name]:
			return 2
		}
		return 3
	}
	names := slices.Sorted(maps.Keys(n.props))
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	return names
}

// column says of which type the cells are.
func (r *reading) column(n node, name string) platform.Column {
	c := platform.Column{Type: platform.ColumnText}
	words := split(name)
	format := text(n.keywords["format"])
	address := format == "uri" || format == "url" || slices.ContainsFunc(words, func(w string) bool { return w == "url" || w == "uri" || w == "href" || w == "website" })
	switch {
	case slices.Contains(n.types, "boolean"):
		c.Type = platform.ColumnBoolean
	case slices.Contains(n.types, "integer"):
		c.Type = platform.ColumnInteger
	case slices.Contains(n.types, "number"):
		c.Type = platform.ColumnNumber
	case format == "date":
		c.Type = platform.ColumnDate
	case format == "date-time":
		c.Type = platform.ColumnDateTime
	case format == "email":
		c.Type = platform.ColumnEmail
	case picture(name) && (address || format == ""):
		c.Type = platform.ColumnImage
	case address:
		c.Type = platform.ColumnURL
	}
	return c
}

// add adds a column and returns its name.
func (s *showing) add(name, pointer string, c platform.Column) string {
	words := split(name)
	c.Name = strings.Join(words, "_")
	if c.Name == "" || c.Name[0] < 'a' || c.Name[0] > 'z' || c.Name == "id" {
		c.Name = "x_" + c.Name
	}
	c.Name = Unused(strings.Trim(c.Name[:min(len(c.Name), 55)], "_"), func(taken string) bool {
		return slices.ContainsFunc(s.table.Columns, func(other platform.Column) bool { return other.Name == taken })
	})
	c.Title = humanized(name)
	s.table.Columns = append(s.table.Columns, c)
	s.pointers[c.Name] = pointer
	return c.Name
}

func (s *showing) has(kind platform.ColumnType) bool {
	return slices.ContainsFunc(s.table.Columns, func(c platform.Column) bool { return c.Type == kind })
}
