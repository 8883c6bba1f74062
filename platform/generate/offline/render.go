package offline

import (
	"encoding/json"
	"slices"
	"strings"

	"berth/platform"
)

// render writes the sheet as the data of a layout. w says what a form, a text or a conversation is about.
func (s *sheet) render(layout string, w *wish) json.RawMessage {
	var o object
	switch layout {
	case "list":
		o = s.head(layout).with("items", s.items(layout, s.listItem)).with("actions", s.more(w))
	case "carousel":
		s.resize(min(max(len(s.rows), 3), 8))
		o = s.head(layout).with("items", s.items(layout, s.slide))
	case "gallery":
		o = s.head(layout).with("items", s.items(layout, s.photo)).with("actions", s.more(w))
	case "search-results":
		o = object{{"query", clip(w.query(), 300)}}.with("results", s.items(layout, s.result)).with("actions", s.more(w))
	case "table":
		o = s.table()
	case "details":
		o = s.details(w)
	case "dashboard":
		o = s.dashboard(w)
	case "chart":
		o = s.chart(w)
	case "timeline":
		o = s.timeline()
	case "map":
		o = s.mapped(w)
	case "form":
		o = s.form(w)
	case "markdown":
		o = s.page(w)
	case "chat":
		o = s.chat(w)
	default:
		o = s.head(layout).with("items", s.items(layout, s.card)).with("actions", s.more(w))
	}
	raw, err := platform.PlainJSON(o)
	if err != nil {
		return nil // strings, numbers and lists always encode
	}
	return json.RawMessage(raw)
}

func (s *sheet) head(string) object {
	return object{}.with("title", clip(s.title, 120)).with("subtitle", clip(s.subtitle, 300))
}

// more returns the buttons that ask for something else: the author's own, otherwise one of ours.
func (s *sheet) more(w *wish) []any {
	if s.actions != nil {
		return s.actions
	}
	return []any{object{{"label", "Show me others"}, {"prompt", clip("Show me other "+w.subject+".", 1000)}}}
}

// items writes every row with write, and adds for the model what the layout does not show.
func (s *sheet) items(layout string, write func(row []any) object) []any {
	out := make([]any, 0, len(s.rows))
	for _, row := range s.rows {
		o := write(row)
		for i, c := range s.columns {
			if i > 0 && row[i] != nil && row[i] != "" && c.role != roleAbout && !reserved(layout, c.key) && !slices.ContainsFunc(o, func(m member) bool { return m.key == c.key }) {
				o = append(o, member{c.key, row[i]})
			}
		}
		out = append(out, o)
	}
	return out
}

// reserved reports whether a layout gives key a meaning of its own, which a column of that name need not have.
func reserved(layout, key string) bool {
	const all = " id title subtitle description image imageAlt url "
	own := map[string]string{
		"cards": " price badge tags ", "list": " value badge ", "carousel": " price badge action ", "search-results": " tags ",
		"timeline": " date status statusLabel group ", "map": " name latitude longitude badge ", "dashboard": " badge time ",
	}[layout]
	return strings.Contains(all, " "+key+" ") || strings.Contains(own, " "+key+" ")
}

func (s *sheet) name(row []any) string {
	if name := strings.TrimSpace(written(row[0])); name != "" {
		return clip(name, 200)
	}
	return "Unnamed"
}

// tags returns the values of the tag columns, without those that are not short texts.
func (s *sheet) tags(row []any) []any {
	var tags []any
	for i, c := range s.columns {
		if v := written(row[i]); c.role == roleTag && v != "" {
			tags = append(tags, clip(v, 40))
		}
	}
	return tags[:min(len(tags), 12)]
}

func (s *sheet) motif() string {
	if s.domain != nil {
		return s.domain.Motif
	}
	return ""
}

// image returns the row's own picture, otherwise a drawn one.
func (s *sheet) image(layout string, row []any) string {
	if s.bare && layout != "gallery" {
		return ""
	}
	if v := s.cell(row, "image"); pictureAddress(v) {
		return v
	}
	return picture(s.motif(), s.name(row))
}

// hidden reports whether a column has pictures or their texts, which text and table layouts do not show.
func hidden(key string) bool { return key == "image" || key == "imageAlt" }

// cell returns the text in a row's column with that key.
func (s *sheet) cell(row []any, key string) string {
	if i := slices.IndexFunc(s.columns, func(c column) bool { return c.key == key }); i >= 0 {
		return written(row[i])
	}
	return ""
}

// link returns the row's own address, if layouts accept it.
func (s *sheet) link(row []any) string {
	if v := s.cell(row, "url"); strings.HasPrefix(v, "https://") && !strings.ContainsAny(v, " \t\n\r") && len(v) <= 2000 && len(v) > len("https://") {
		return v
	}
	return ""
}

// pictureAddress reports whether a layout accepts v as a picture's address.
func pictureAddress(v string) bool {
	return (strings.HasPrefix(v, "https://") || strings.HasPrefix(v, "data:image/")) && !strings.ContainsAny(v, " \t\n\r\"<>") && len(v) < 200_000 &&
		ascii(v[:min(len(v), 12)]) != ""
}

func (s *sheet) card(row []any) object {
	return object{{"title", s.name(row)}}.with("subtitle", clip(s.text(row, roleSubtitle), 200)).with("description", clip(s.text(row, roleAbout), 1000)).
		with("image", s.image("cards", row)).with("imageAlt", clip(s.cell(row, "imageAlt"), 200)).with("url", s.link(row)).
		with("price", clip(s.text(row, rolePrice), 60)).with("badge", clip(s.text(row, roleBadge), 40)).with("tags", s.tags(row))
}

func (s *sheet) listItem(row []any) object {
	return object{{"title", s.name(row)}}.with("subtitle", clip(s.text(row, roleSubtitle), 200)).with("description", clip(s.text(row, roleAbout), 1000)).
		with("value", s.worth(row)).with("badge", clip(s.text(row, roleBadge), 40))
}

// worth returns the value at the end of a row: a price, otherwise a figure, otherwise a day.
func (s *sheet) worth(row []any) any {
	for _, r := range []role{rolePrice, roleNumber, roleDate} {
		if v := s.value(row, r); v != nil && v != "" {
			if text, ok := v.(string); ok {
				return clip(text, 60)
			}
			return v
		}
	}
	return nil
}

func (s *sheet) slide(row []any) object {
	name := s.name(row)
	return object{{"title", name}}.with("subtitle", clip(s.text(row, roleSubtitle), 200)).with("description", clip(s.text(row, roleAbout), 1000)).
		with("image", s.image("carousel", row)).with("imageAlt", clip(s.cell(row, "imageAlt"), 200)).with("url", s.link(row)).
		with("price", clip(s.text(row, rolePrice), 60)).with("badge", clip(s.text(row, roleBadge), 40)).
		with("action", object{{"label", "Tell me more"}, {"prompt", clip("Tell me more about "+name+".", 1000)}})
}

func (s *sheet) photo(row []any) object {
	return object{{"title", s.name(row)}, {"image", s.image("gallery", row)}}.with("imageAlt", clip(s.cell(row, "imageAlt"), 200)).
		with("url", s.link(row)).with("description", clip(s.caption(row), 1000))
}

func (s *sheet) caption(row []any) string {
	var parts []string
	for _, r := range []role{roleSubtitle, roleAbout} {
		if v := s.text(row, r); v != "" {
			parts = append(parts, strings.TrimSuffix(v, "."))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ". ") + "."
}

func (s *sheet) result(row []any) object {
	name := s.name(row)
	text := s.text(row, roleAbout)
	if text == "" {
		text = s.facts(row)
	}
	return object{{"id", ascii(clip(name, 60)) + "-" + written(float64(seed(name)%900+100))}, {"title", name}}.with("description", clip(text, 2000)).
		with("url", "https://example.com/"+strings.ReplaceAll(ascii(clip(name, 60)), "_", "-")).with("tags", s.tags(row))
}

// facts returns a row's other values as a sentence.
func (s *sheet) facts(row []any) string {
	var parts []string
	for i, c := range s.columns {
		if v := written(row[i]); i > 0 && v != "" && !hidden(c.key) && len(parts) < 4 {
			parts = append(parts, c.label+": "+v)
		}
	}
	return strings.Join(parts, " · ")
}

func (s *sheet) table() object {
	columns := make([]any, 0, len(s.columns))
	for _, c := range s.columns[:min(len(s.columns), 20)] {
		if hidden(c.key) {
			continue
		}
		o := object{{"key", c.key}, {"label", clip(c.label, 80)}}
		if c.role == roleDate {
			o = o.with("type", "date")
		}
		columns = append(columns, o)
	}
	rows := make([]any, 0, len(s.rows))
	for _, row := range s.rows {
		o := object{}
		for i, c := range s.columns {
			if !hidden(c.key) {
				o = append(o, member{c.key, row[i]})
			}
		}
		rows = append(rows, o)
	}
	return s.head("table").with("columns", columns).with("rows", rows)
}
