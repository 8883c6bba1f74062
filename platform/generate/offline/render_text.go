package offline

import (
	"fmt"
	"strings"
)

// page writes a text: what it is about, and a part for every row.
func (s *sheet) page(w *wish) object {
	var b strings.Builder
	about := s.first(roleAbout)
	fmt.Fprintf(&b, "%s\n\n", capital(escape(w.domain.opening())))
	for _, row := range s.rows[:min(len(s.rows), 40)] {
		fmt.Fprintf(&b, "## %s\n\n", escape(s.name(row)))
		if about >= 0 && written(row[about]) != "" {
			fmt.Fprintf(&b, "%s\n\n", escape(written(row[about])))
		}
		if w.domain.ID == "faq" || w.domain.ID == "support" {
			continue
		}
		for i, c := range s.columns {
			if v := written(row[i]); i > 0 && i != about && v != "" && !hidden(c.key) {
				fmt.Fprintf(&b, "- **%s:** %s\n", escape(c.label), escape(v))
			}
		}
		b.WriteByte('\n')
	}
	return object{}.with("title", clip(s.title, 120)).with("text", clip(strings.TrimSpace(b.String()), 30000)).with("actions", s.more(w))
}

// opening says what a page is for.
func (d *domain) opening() string {
	if d.ID == "faq" || d.ID == "support" {
		return "what people ask most, with short answers."
	}
	return "what you need to know about " + d.Many + ", at a glance."
}

// escape keeps text from being read as Markdown.
func escape(s string) string {
	return strings.NewReplacer("\\", "\\\\", "*", "\\*", "_", "\\_", "`", "\\`", "[", "\\[", "]", "\\]", "<", "\\<", "#", "\\#", "|", "\\|", "\n", " ", "\r", " ").Replace(s)
}

// chat begins a conversation with a question and its answer.
func (s *sheet) chat(w *wish) object {
	var messages, suggestions []any
	about := s.first(roleAbout)
	question := func(row []any) string {
		if name := s.name(row); strings.HasSuffix(name, "?") || w.domain.ID == "support" || w.domain.ID == "faq" {
			return name
		}
		return "Tell me about " + s.name(row) + "."
	}
	for _, row := range s.rows[:min(len(s.rows), 2)] {
		answer := ""
		if about >= 0 {
			answer = written(row[about])
		}
		if answer == "" {
			answer = s.facts(row)
		}
		if answer == "" {
			answer = "Of course. What would you like to know first?"
		}
		messages = append(messages, object{{"role", "user"}, {"text", question(row)}}, object{{"role", "assistant"}, {"name", clip(w.appName(), 80)}, {"text", answer}})
	}
	for _, row := range s.rows[min(len(s.rows), 2):min(len(s.rows), 5)] {
		suggestions = append(suggestions, clip(question(row), 1000))
	}
	return s.head("chat").with("messages", messages).with("suggestions", suggestions)
}
