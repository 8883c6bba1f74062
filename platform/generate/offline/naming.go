package offline

import (
	"slices"
	"strings"

	"berth/platform"
)

// heading returns the title above the data: the author's own words if there are any, otherwise the domain's.
func (w *wish) heading() string {
	if w.known && w.native == "" && w.city == nil && w.route == "" && w.thing == "" && w.audience == "" && w.subject == w.domain.Many {
		return w.domain.Title
	}
	return clip(w.topic(), 100)
}

// topic names the subject and the place.
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

// inCity returns " in Lisbon", in the description's language when the subject is in the author's own words.
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

// appName returns the app's name.
func (w *wish) appName() string {
	if w.name != "" {
		return w.name
	}
	return clip(w.topic(), 60)
}

// toolName returns an action and an object: the author's verb and nouns if there are any.
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
	case w.layout == "form" && w.verb == "" && submitted(one):
		return "submit_" + one
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

// object writes words as the object of a tool's name; words that a name cannot contain become results.
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

// draft builds the draft from all that was read.
func (w *wish) draft(s *sheet) platform.Draft {
	d := platform.Draft{
		Name: w.appName(), Theme: w.theme, Description: clip(w.about(), 300),
		Tools: []platform.ToolDraft{{Name: w.toolName(), Description: w.description(s), Layout: w.layout}},
	}
	d.Tools[0].MockData = s.render(w.layout, w)
	d.Tools[0].ResponseText = w.lex.spoken(w.speech, w.topic())
	return d
}

// submitted reports whether a noun is itself the thing that a form sends.
func submitted(one string) bool {
	return slices.ContainsFunc(strings.Fields("ticket request complaint report application order claim reply review quote registration donation question proposal signup sign_up"),
		func(noun string) bool { return strings.HasSuffix(one, noun) })
}
