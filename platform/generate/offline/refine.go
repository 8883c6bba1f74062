package offline

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"berth/platform"
)

// Refine returns a draft changed as a further sentence asks. What the sentence does not mention stays: texts, colours,
// data, the tool's name. Empty fields are filled.
func (g *Generator) Refine(former platform.Draft, prompt string, now time.Time) platform.Draft {
	former.Tools = slices.Clone(former.Tools) // the caller keeps his
	if strings.TrimSpace(former.Name) == "" && former.Tools[0].MockData == nil {
		fresh := g.Draft(prompt, now)
		fresh.Slug, fresh.SystemPrompt = former.Slug, former.SystemPrompt
		return fresh
	}
	if former.Tools[0].Layout == "" {
		former.Tools[0].Layout = g.read(former.Name + " " + prompt).layout
	}
	r := g.refinement(former, prompt, now)
	r.rename()
	r.dress()
	r.speak()
	r.relayout()
	r.reshape()
	if !r.done {
		r.turn()
	}
	return r.finish()
}

// refinement is a draft while it changes.
type refinement struct {
	g     *Generator
	draft platform.Draft
	ask   *wish  // the sentence as it was understood, without the name in it
	text  string // the sentence without that name
	about *wish  // what the draft is about
	sheet *sheet // its data as rows
	rows  bool   // the data was read as rows
	dirty bool   // the data must be written anew
	done  bool   // the sentence was understood
	name  string
	tool  string
}

func (g *Generator) refinement(former platform.Draft, prompt string, now time.Time) *refinement {
	r := &refinement{g: g, draft: former, text: prompt, name: g.lex.readName(prompt), tool: g.lex.readTool(prompt)}
	if g.lex.rows.MatchString(prompt) {
		r.name = "" // it is the name of a row or a column
	}
	if r.name != "" {
		r.text = strings.Replace(prompt, r.name, " ", 1)
	}
	r.ask = g.read(r.text)
	if r.about = g.read(former.Name); !r.about.known {
		if texts := g.read(strings.Join([]string{former.Name, strings.ReplaceAll(former.Tools[0].Name, "_", " "), former.Tools[0].Description}, ". ")); texts.known {
			subject := r.about.subject
			r.about = texts
			r.about.subject = subject
		}
	}
	r.about.layout, r.about.fields, r.about.count, r.about.speech = former.Tools[0].Layout, nil, 0, ""
	r.sheet, r.rows = g.lex.readBack(former.Tools[0].MockData, former.Tools[0].Layout, now)
	if r.sheet != nil && r.rows {
		r.sheet.domain = r.about.domain
		r.sheet.relabel(r.about.domain)
		if r.sheet.title == "" {
			r.sheet.title = r.about.heading()
		}
		return r
	}
	title := ""
	if r.sheet != nil {
		title = r.sheet.title
	}
	r.sheet = r.about.sheet(now)
	if title != "" {
		r.sheet.title = title
	}
	r.dirty = former.Tools[0].MockData == nil
	return r
}

func (r *refinement) rename() {
	if r.tool != "" {
		r.draft.Tools[0].Name, r.done = r.tool, true
		return
	}
	if r.name != "" {
		r.draft.Name, r.done = r.name, true
	}
}

func (r *refinement) dress() {
	if r.g.lex.dress(&r.draft.Theme, r.ask.words, r.text) {
		r.done = true
	}
}

// speak makes the model answer in another language.
func (r *refinement) speak() {
	if code, asked := r.g.lex.asked(r.ask.words); asked {
		r.draft.Tools[0].ResponseText, r.done = r.g.lex.spoken(code, r.about.topic()), true
	}
}

// relayout changes the layout, or the kind of chart, when the sentence names one.
func (r *refinement) relayout() {
	if !r.ask.named {
		return
	}
	r.done = true
	if r.ask.layout == r.draft.Tools[0].Layout && r.ask.layout != "chart" {
		return
	}
	r.dirty, r.draft.Tools[0].Layout = true, r.ask.layout
	if len(r.sheet.rows) < 2 && r.about.known { // a single thing is not a list
		r.sheet = r.about.sheet(r.sheet.now)
	}
}

// reshape changes rows and columns.
func (r *refinement) reshape() {
	changed := r.columns()
	text := r.ask.plain
	switch {
	case r.ask.count > 0 && strings.Contains(text, " more "):
		r.sheet.resize(len(r.sheet.rows) + r.ask.count)
		changed = true
	case r.ask.count > 0:
		r.sheet.resize(r.ask.count)
		changed = true
	case changed:
	case strings.Contains(text, " more ") && !strings.Contains(text, " more space ") && !strings.Contains(text, " more round "):
		r.sheet.resize(len(r.sheet.rows) + 4)
		changed = true
	case strings.Contains(text, " fewer ") || strings.Contains(text, " less ") && strings.Contains(text, " item "):
		r.sheet.resize(max(2, len(r.sheet.rows)/2))
		changed = true
	}
	if sorted := r.g.lex.sorts.FindStringSubmatch(r.text); sorted != nil {
		changed = r.sheet.sort(sorted[1]) || changed
	}
	for _, c := range []struct{ word, sign string }{{" euro ", "€"}, {" pound ", "£"}, {" dollar ", "$"}, {" eur ", "€"}, {" gbp ", "£"}, {" usd ", "$"}} {
		if strings.Contains(text, c.word) && !strings.Contains(text, " under ") {
			r.sheet.currency(c.sign)
			changed = true
			break
		}
	}
	if r.ask.city != nil && (r.about.city == nil || r.about.city.Name != r.ask.city.Name) {
		r.about.city, r.sheet.at = r.ask.city, nil
		r.sheet.title = clip(r.about.topic(), 100)
		changed = true
	}
	if changed {
		r.dirty, r.done = true, true
	}
}

// fieldsOf cuts "a price column and ratings" into headings.
func (l *lexicon) fieldsOf(list string) []string {
	var fields []string
	for _, f := range l.split(list) {
		f = strings.TrimSpace(l.countable.ReplaceAllString(f, ""))
		if f != "" && camel(f) != "" {
			fields = append(fields, capital(f))
		}
	}
	return fields
}

// turn takes the rest of the sentence as a new subject: another trade, or a part of the same. A sentence that is not
// understood changes nothing: it may be an instruction, and users of the app would read it as a text.
func (r *refinement) turn() {
	switch {
	case r.ask.known && r.ask.domain != r.about.domain:
		theme := r.draft.Theme
		fresh := r.ask.draft(r.ask.sheet(r.sheet.now))
		fresh.Theme, fresh.Slug, fresh.SystemPrompt = theme, r.draft.Slug, r.draft.SystemPrompt
		r.draft, r.dirty = fresh, false
	case r.ask.known && r.ask.subject != r.about.subject:
		r.about.subject = r.ask.subject
		r.sheet.favour(r.ask.words)
		r.sheet.title, r.dirty = clip(r.about.topic(), 100), true
	}
}

// finish writes the data again when it has changed, and fills empty fields.
func (r *refinement) finish() platform.Draft {
	w, d := r.about, &r.draft
	w.layout, w.tool, w.name = d.Tools[0].Layout, "", d.Name
	if strings.TrimSpace(d.Name) == "" {
		w.name = ""
		d.Name = w.appName()
	}
	if d.Tools[0].Name == "" {
		d.Tools[0].Name = w.toolName()
	}
	if strings.TrimSpace(d.Tools[0].Description) == "" {
		d.Tools[0].Description = w.description(r.sheet)
	}
	if r.dirty && len(r.sheet.rows) > 0 {
		w.tool = d.Tools[0].Name
		w.text = r.ask.text // says how a chart is drawn
		d.Tools[0].MockData = r.sheet.render(d.Tools[0].Layout, w)
	} else if d.Tools[0].Layout == "form" {
		d.Tools[0].MockData = calling(d.Tools[0].MockData, d.Tools[0].Name)
	}
	return *d
}

// calling makes a form call the tool by its present name.
func calling(data json.RawMessage, tool string) json.RawMessage {
	v, err := decode(data)
	o, ok := v.(object)
	if err != nil || !ok || o.text("tool") == tool {
		return data
	}
	for i := range o {
		if o[i].key == "tool" {
			o[i].value = tool
		}
	}
	if raw, err := platform.PlainJSON(o); err == nil {
		return json.RawMessage(raw)
	}
	return data
}
