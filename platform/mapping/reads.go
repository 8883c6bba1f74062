package mapping

import (
	"slices"

	"berth/platform"
)

// Reads lists the places of an answer that a map reads, with the fields that they fill. A field that has something else to fall back
// on is left out. Without "each" the answer may be a list or the one entry: both are said.
func (m *Map) Reads(answer any) (all []platform.Read) {
	entries := []pointer{append(slices.Clone(m.each), "*")}
	if m.each == nil {
		entries = []pointer{{}, {"*"}}
	} else {
		all = append(all, platform.Read{Pointer: m.each, Empty: m.each.empty(answer)})
	}
	for _, entry := range entries {
		for _, w := range m.where {
			all = append(all, platform.Read{Pointer: slices.Concat(entry, w.from)})
		}
		all = append(all, readsOf(m.item, entry)...)
	}
	return append(all, readsOf(m.data, nil)...)
}

// Columns lists the columns that a map reads of a table whose rows it shows. A name may be there twice, and may be that of no column.
func (m *Map) Columns() (names []string) {
	first := func(p pointer) {
		if len(p) > 0 {
			names = append(names, p[0])
		}
	}
	for _, w := range m.where {
		first(w.from)
	}
	for _, one := range m.item {
		for _, at := range one.asked() {
			first(at)
		}
	}
	for _, one := range m.data {
		for _, at := range one.asked() {
			if len(at) > 2 && at[0] == Rows { // and which of them
				first(at[2:])
			}
		}
	}
	return names
}

func readsOf(members []member, within pointer) (all []platform.Read) {
	for _, one := range members {
		if one.fallback != nil {
			continue
		}
		for _, at := range one.asked() {
			all = append(all, platform.Read{Pointer: slices.Concat(within, at), Field: one.name})
		}
	}
	return all
}
