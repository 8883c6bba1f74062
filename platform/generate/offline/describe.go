package offline

import (
	"fmt"
	"slices"
	"strings"

	"berth/platform"
)

// description returns the tool's description: what it does, when to use it and which information it needs.
func (w *wish) description(s *sheet) string {
	text := w.deed(s)
	if w.domain.Does != "" && w.layout == w.domain.Layout && !w.own && len(w.fields) == 0 {
		text = w.domain.Does + w.where()
	}
	return clip(text+". Use when "+w.domain.Asks+". Requires "+w.domain.Needs+".", platform.MaxToolDescription)
}

// where returns " in Lisbon" in English, "" without a place.
func (w *wish) where() string {
	switch {
	case w.city == nil:
		return w.route
	case w.toward:
		return " for a trip to " + w.city.Name
	}
	return " in " + w.city.Name
}

// deed says what the tool does with its subject, in the way its layout shows it.
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

// ending returns before and a list of what is shown, "" when nothing is.
func ending(before string, shown []string) string {
	if len(shown) == 0 {
		return ""
	}
	return before + listed(shown)
}

// figures names the values that a chart draws.
func figures(s *sheet) string {
	if i := s.first(roleNumber); i > 0 && (s.domain == nil || s.domain.Trend == nil || !s.pristine()) && s.columns[i].key != "value" {
		return " of " + uncapital(s.columns[i].label)
	}
	return ""
}

// does returns the verb of the description.
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

// about tells people what the app is.
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
