package offline

import (
	"encoding/json"
	"slices"

	"berth/platform"
)

// Illustrate gives the entries of a layout with pictures their pictures: those of former data for entries of the same
// name, otherwise drawn ones that suit the subject. It drops pictures that the data names itself, since nobody has seen
// them.
func (g *Generator) Illustrate(layout string, data, former json.RawMessage, about string) json.RawMessage {
	v, err := decode(data)
	root, ok := v.(object)
	if err != nil || !ok {
		return data
	}
	w := g.read(about)
	own := map[string]object{}
	if old, err := decode(former); err == nil {
		if o, ok := old.(object); ok {
			collect(o, own)
		}
	}
	drawn := slices.Contains([]string{"cards", "carousel", "gallery", "details"}, layout)
	paint := func(o object) object {
		o = slices.DeleteFunc(o, func(m member) bool { return m.key == "image" || m.key == "imageAlt" })
		name := o.text("title")
		if old := own[name]; old != nil && name != "" {
			return o.with("image", old.text("image")).with("imageAlt", old.text("imageAlt"))
		}
		if drawn {
			return o.with("image", picture(w.domain.Motif, name))
		}
		return o
	}
	if layout == "details" {
		root = paint(root)
	} else {
		root = paintItems(root, paint)
	}
	raw, err := platform.PlainJSON(root)
	if err != nil {
		return data
	}
	return json.RawMessage(raw)
}

func paintItems(root object, paint func(object) object) object {
	for i := range root {
		items, ok := root[i].value.([]any)
		if !ok || root[i].key != "items" {
			continue
		}
		for j := range items {
			if o, ok := items[j].(object); ok {
				items[j] = paint(o)
			}
		}
	}
	return root
}

// collect finds the entries that have pictures, by title.
func collect(o object, own map[string]object) {
	if o.text("image") != "" {
		own[o.text("title")] = o
	}
	items, _ := o.get("items").([]any)
	for _, item := range items {
		if entry, ok := item.(object); ok && entry.text("image") != "" {
			own[entry.text("title")] = entry
		}
	}
}
