package offline

import (
	"fmt"
	"slices"
	"strings"

	"berth/platform"
)

// heading is the title above the data: the person's own words when there are any, else the domain's.
func (w *wish) heading() string {
	if w.known && w.native == "" && w.city == nil && w.route == "" && w.thing == "" && w.audience == "" && w.subject == w.domain.Many {
		return w.domain.Title
	}
	return clip(w.topic(), 100)
}

// topic names what is shown, and where.
func (w *wish) topic() string {
	topic := capital(plain(w.subject))
	if w.native != "" {
		topic = capital(w.native)
	} else if w.thing != "" {
		topic = capital(w.verb) + " " + article(w.thing) + w.thing
	} else if w.known {
		topic += w.audience
	}
	if w.city != nil && !strings.Contains(fold(topic), fold(w.city.Name)) && !slices.ContainsFunc(w.city.Also, func(a string) bool { return strings.Contains(fold(topic), fold(a)) }) {
		topic += w.inCity()
	}
	return topic + w.route
}

// inCity is " in Lisbon", in the description's language where the subject is in the person's own words.
func (w *wish) inCity() string {
	in := "in"
	if w.toward {
		in = "to"
	}
	foreign := w.native != "" || w.strange && (!w.known || w.subject != w.domain.Many)
	if i := slices.IndexFunc(w.lex.Languages, func(t tongue) bool { return t.Code == w.speech && t.In != "" }); i >= 0 && foreign {
		in = w.lex.Languages[i].In
	}
	return " " + in + " " + w.city.Name
}

func article(noun string) string {
	if strings.ContainsAny(noun[:1], "aeiou") {
		return "an "
	}
	return "a "
}

// appName is what the app is called.
func (w *wish) appName() string {
	if w.name != "" {
		return w.name
	}
	return clip(w.topic(), 60)
}

// toolName is an action and an object: the person's verb and nouns where there are any.
func (w *wish) toolName() string {
	if w.tool != "" {
		return w.tool
	}
	if w.thing != "" {
		return w.verb + "_" + w.object(w.thing)
	}
	if w.known && w.domain.Tool != "" && w.layout == w.domain.Layout && (w.verb == "" || strings.HasPrefix(w.domain.Tool, w.verb+"_") || w.subject == w.domain.Many) && !w.own {
		return w.domain.Tool
	}
	many := w.object(w.subject)
	one := w.object(w.domain.One)
	verb := w.verb
	if verb == "" {
		verb = w.domain.Verb
	}
	switch {
	case w.layout == "form" && w.own:
		return "submit_" + many
	case w.layout == "form" && w.verb == "":
		return "submit_" + one + "_request"
	case w.own && w.verb == "" && w.layout == w.domain.Layout:
		return w.domain.Verb + "_" + many
	case w.layout == "details" && (w.verb == "" || w.verb == "search" || w.verb == "find"):
		return "get_" + one + "_details"
	case w.layout == "chart" && w.verb != "compare":
		return "visualize_" + many
	case w.layout == "dashboard" && w.verb == "":
		return "get_" + one + "_overview"
	case w.layout == "timeline" && w.verb == "":
		return "get_" + one + "_timeline"
	case w.layout == "map" && w.verb == "":
		return "find_" + many
	case w.layout == "markdown" && w.verb == "":
		return "explain_" + many
	case w.layout == "chat" && w.verb == "":
		return "answer_" + strings.TrimSuffix(one, "_question") + "_questions"
	case w.layout == "gallery" && w.verb == "":
		return "browse_" + many
	case w.layout == "table" && w.verb == "" && strings.Contains(w.text, " compar"):
		return "compare_" + many
	case w.layout == "form" && slices.Contains([]string{"book", "reserve", "order", "schedule"}, verb):
		return verb + "_" + one
	}
	return verb + "_" + many
}

// object spells words as the object of a tool's name; words that no name can hold become results.
func (w *wish) object(words string) string {
	s := ascii(words)
	for len(s) > 24 { // the last words are the noun
		_, rest, ok := strings.Cut(s, "_")
		if !ok {
			s = s[:24]
			break
		}
		s = rest
	}
	if s = strings.Trim(s, "_"); s == "" {
		return "results"
	}
	return s
}

// description says what the tool does, when to use it and which information it needs.
func (w *wish) description(s *sheet) string {
	text := w.deed(s)
	if w.domain.Does != "" && w.layout == w.domain.Layout && !w.own && len(w.fields) == 0 {
		text = w.domain.Does + w.where()
	}
	return clip(text+". Use when "+w.domain.Asks+". Requires "+w.domain.Needs+".", platform.MaxToolDescription)
}

// where is " in Lisbon" in English, "" for nowhere.
func (w *wish) where() string {
	switch {
	case w.city == nil:
		return w.route
	case w.toward:
		return " for a trip to " + w.city.Name
	}
	return " in " + w.city.Name
}

// deed is what the tool does with its subject, as its layout shows it.
func (w *wish) deed(s *sheet) string {
	verb, subject := capital(w.does()), plain(clip(w.subject, 60))
	var shown []string
	for _, c := range s.columns[1:] {
		if c.role != roleAbout && len(shown) < 4 {
			shown = append(shown, uncapital(c.label))
		}
	}
	where := w.where()
	switch {
	case w.thing != "":
		return capital(w.verb) + " " + article(w.thing) + w.thing + where + " by a short form"
	case w.layout == "form":
		return "Collect what is needed for " + subject + where + " in a short form"
	case w.layout == "chat" && strings.HasSuffix(subject, "questions"):
		return "Answer " + subject + where + " in a conversation"
	case w.layout == "chat":
		return "Answer questions about " + subject + where + " in a conversation"
	case w.layout == "markdown":
		return verb + " " + subject + where + " in a short text with headings"
	case w.layout == "chart":
		return verb + " " + subject + where + " as a chart" + figures(s)
	case w.layout == "dashboard":
		return verb + " the key figures of " + subject + where + " and the entries behind them"
	case w.layout == "details":
		return verb + " the details of one of the " + subject + where + ending(", with ", shown)
	case w.layout == "map":
		return verb + " " + subject + where + " on a map" + ending(" and show ", shown)
	case w.layout == "timeline":
		return verb + " " + subject + where + " in order of time" + ending(" and show ", shown)
	case verb == "Show":
		return verb + " " + subject + where + ending(" with ", shown)
	}
	return verb + " " + subject + where + ending(" and show ", shown)
}

// ending lists what is shown after a word, "" for nothing.
func ending(before string, shown []string) string {
	if len(shown) == 0 {
		return ""
	}
	return before + listed(shown)
}

// figures names what a chart draws.
func figures(s *sheet) string {
	if i := s.first(roleNumber); i > 0 && (s.domain == nil || s.domain.Trend == nil || !s.pristine()) && s.columns[i].key != "value" {
		return " of " + uncapital(s.columns[i].label)
	}
	return ""
}

// does is the verb of the description.
func (w *wish) does() string {
	name := w.toolName()
	verb, _, _ := strings.Cut(name, "_")
	if w.lex.action(verb) == verb || slices.Contains([]string{"get", "answer", "submit", "send", "show"}, verb) {
		return verb
	}
	if w.domain.Verb != "" {
		return w.domain.Verb
	}
	return "show"
}

// draft puts everything together.
func (w *wish) draft(s *sheet) platform.Draft {
	d := platform.Draft{
		Name: w.appName(), ToolName: w.toolName(), ToolDescription: w.description(s), Layout: w.layout, Theme: w.theme,
		Description: clip(w.about(), 300),
	}
	d.MockData = s.render(w.layout, w)
	d.ResponseText = w.lex.spoken(w.speech, w.topic())
	return d
}

// about says to people what the app is.
func (w *wish) about() string {
	for _, t := range w.lex.Languages {
		if t.Code == w.speech && t.About != "" && w.source != nil {
			return fmt.Sprintf(t.About, w.topic())
		}
	}
	return w.topic() + " as " + map[string]string{
		"cards": "cards", "list": "a list", "table": "a table", "carousel": "a carousel", "gallery": "a gallery", "search-results": "search results",
		"details": "a page of details", "dashboard": "a dashboard", "chart": "a chart", "timeline": "a timeline", "map": "a map", "form": "a form",
		"markdown": "a text", "chat": "a conversation",
	}[w.layout] + ", with sample data to replace by your own."
}
