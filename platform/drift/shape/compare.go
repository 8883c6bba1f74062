package shape

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"berth/platform"
)

// maxFound bounds the differences that are told.
const maxFound = 50

// Difference is what another answer has otherwise.
type Difference struct {
	Pointer string `json:"pointer"` // of the answer (RFC 6901), where "*" is each entry; "" = the answer itself
	Message string `json:"message"` // a predicate, and perhaps a sentence after it, without the full stop at the end
}

// Compare returns what answers no longer have that they always had, and what has become of another type. What is new is no
// difference, neither is what is missing now and then. reads are what a widget takes of an answer: it is said what it loses. Where that
// cannot be told, unnamed is why, as in platform.Answered; it is said of the first difference.
func Compare(recorded, now *Shape, reads []platform.Read, unnamed string) []Difference {
	c := comparing{reads: reads, unnamed: unnamed, whole: !now.Cut}
	c.place(recorded.Root, now.Root, nil)
	return c.found
}

type comparing struct {
	reads   []platform.Read
	unnamed string
	whole   bool // what is not in the shape was not in the answer
	found   []Difference
}

func (c *comparing) report(at []string, message string, certain bool) {
	if len(c.found) < maxFound {
		c.found = append(c.found, Difference{Pointer: written(at), Message: message + c.loss(at, certain)})
	}
}

func (c *comparing) place(was, is *place, at []string) {
	if was == nil || is == nil {
		return
	}
	before, after := types(was), types(is)
	other := slices.DeleteFunc(slices.Clone(after), func(kind string) bool { return slices.Contains(before, kind) })
	switch {
	case len(before) == 0: // nothing but null was seen: now we know more
		return
	case len(after) == 0:
		if was.Seen[null] == 0 && !c.empty(at) {
			c.report(at, "is null, it was "+words(before), true)
		}
		return
	case len(other) == len(after):
		c.report(at, "is "+words(after)+", it was "+words(before), false)
		return
	case len(other) > 0:
		c.report(at, "is "+words(other)+" at times, it was always "+words(before), false)
	}
	if was.Each != nil && was.Keyed == is.Keyed {
		c.place(was.Each, is.Each, append(slices.Clip(at), "*"))
	}
	if was.Keyed || is.Keyed || is.Seen[object] == 0 {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(was.Members)) {
		one, there := is.Members[name]
		below := append(slices.Clip(at), name)
		switch {
		case there:
			c.place(was.Members[name], one, below)
		case was.always(was.Members[name]) && c.whole:
			c.report(below, "is gone", true)
		}
	}
}

// empty reports whether the list of a widget's entries is at a place, and the null there is an empty one.
func (c *comparing) empty(at []string) bool {
	return slices.ContainsFunc(c.reads, func(r platform.Read) bool { return r.Empty && slices.EqualFunc(at, r.Pointer, step) })
}

// types lists the types at a place, without null.
func types(p *place) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(p.Seen)), func(kind string) bool { return kind == null })
}

func words(types []string) string {
	all := make([]string, len(types))
	for i, one := range types {
		all[i] = "a " + one
		if one == object {
			all[i] = "an object"
		}
	}
	return strings.Join(all, " or ")
}

// loss says what is shown no more of an answer that lacks a place.
func (c *comparing) loss(at []string, certain bool) string {
	var fields []string
	all := false
	for _, r := range c.reads {
		if len(r.Pointer) < len(at) || !slices.EqualFunc(at, r.Pointer[:len(at)], step) {
			continue
		}
		if all = all || r.Field == ""; r.Field != "" && !slices.Contains(fields, r.Field) {
			fields = append(fields, r.Field)
		}
	}
	would := "may"
	if certain {
		would = "would"
	}
	switch {
	case c.unnamed != "" && len(c.found) == 0:
		return ". " + c.unnamed
	case all:
		return ": what is shown " + would + " lose all entries"
	case len(fields) == 0:
		return ""
	}
	slices.Sort(fields)
	more := ""
	if most := 5; len(fields) > most {
		more = fmt.Sprintf(" and %d more", len(fields)-most)
		fields = fields[:most]
	}
	return ": what is shown " + would + " lose " + strings.Join(fields, ", ") + more
}

// step reports whether a step of a shape is that of a read, which may name one entry of a list.
func step(of, read string) bool {
	if of == read {
		return true
	}
	_, err := strconv.ParseUint(read, 10, 32)
	return of == "*" && err == nil
}

// maxShown bounds a pointer that is shown, in characters.
const maxShown = 300

// written writes a pointer. Its steps are names that somebody else has given: what is not plain text in them is left out.
func written(at []string) string {
	var b strings.Builder
	for _, name := range at {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(strings.Map(func(r rune) rune {
			if platform.Hidden(r) || !unicode.IsPrint(r) {
				return '�'
			}
			return r
		}, platform.Shorten(name, 60))))
	}
	return platform.Shorten(b.String(), maxShown)
}
