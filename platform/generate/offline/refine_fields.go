package offline

import (
	"encoding/json"
	"slices"
	"strings"

	"berth/platform"
)

// columns adds and drops the columns that the sentence names.
func (r *refinement) columns() bool {
	add := r.g.lex.adds.FindStringSubmatch(r.text)
	drop := r.g.lex.drops.FindStringSubmatch(r.text)
	changed := false
	if drop != nil {
		for _, f := range r.g.lex.fieldsOf(drop[1]) {
			if r.draft.Tools[0].Layout == "form" {
				r.done = r.fields(func(list []any) []any { return unasked(list, f) }) || r.done
				continue
			}
			changed = r.sheet.drop(f) || r.sheet.without(f) || changed
		}
	}
	if m := r.g.lex.musts.FindStringSubmatch(r.text); m != nil && r.draft.Tools[0].Layout == "form" {
		r.done = r.fields(func(list []any) []any { return demanded(list, m[1], !strings.Contains(m[2], "optional")) }) || r.done
	}
	if name, ok := r.g.lex.readRow(r.text); ok && r.rows {
		r.sheet.append(name)
		return true
	}
	if add == nil || strings.Contains(phrase(add[1]), " more ") {
		return changed
	}
	text := phrase(add[1])
	explicit := strings.Contains(text, " column ") || strings.Contains(text, " field ")
	for _, f := range r.g.lex.fieldsOf(add[1]) {
		if !explicit && !r.g.lex.known(f, r.about.domain) || r.sheet.has(f) {
			continue
		}
		if r.draft.Tools[0].Layout == "form" && r.fields(func(list []any) []any { return r.asked(list, f) }) {
			r.done = true
			continue
		}
		if i := matching(r.about.domain.Columns, f); i >= 0 && len(r.sheet.rows) == len(r.about.domain.Rows) {
			r.sheet.take(newSheet(r.g.lex, r.about.domain, r.sheet.now), i)
		} else {
			r.sheet.add(f)
		}
		changed = true
	}
	return changed
}

// fields changes the fields of a form, and reports whether the draft has any.
func (r *refinement) fields(change func([]any) []any) bool {
	v, err := decode(r.draft.Tools[0].MockData)
	o, ok := v.(object)
	if err != nil || !ok {
		return false
	}
	list, _ := o.get("fields").([]any)
	list = change(list)
	for i := range o {
		if o[i].key == "fields" {
			o[i].value = list
		}
	}
	if raw, err := platform.PlainJSON(o); err == nil {
		r.draft.Tools[0].MockData = json.RawMessage(raw)
	}
	return true
}

// asked adds a field for a heading, unless there is one.
func (r *refinement) asked(list []any, heading string) []any {
	next := r.g.lex.field(heading)
	if len(list) > 29 || slices.ContainsFunc(list, func(f any) bool { x, _ := f.(object); return x.text("name") == next.text("name") }) {
		return list
	}
	return append(list, next)
}

// unasked drops the fields that a heading means. One field always stays: a form needs one.
func unasked(list []any, heading string) []any {
	left := slices.DeleteFunc(slices.Clone(list), func(f any) bool { x, _ := f.(object); return same(x.text("label"), heading) })
	if len(left) == 0 {
		return list
	}
	return left
}

// demanded makes the fields that a heading means required or optional.
func demanded(list []any, heading string, required bool) []any {
	out := slices.Clone(list)
	for i, f := range out {
		x, _ := f.(object)
		if !same(x.text("label"), heading) {
			continue
		}
		x = slices.DeleteFunc(slices.Clone(x), func(m member) bool { return m.key == "required" })
		if required {
			x = append(x, member{"required", true})
		}
		out[i] = x
	}
	return out
}
