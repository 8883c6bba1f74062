package pasted

import (
	"regexp"
	"slices"
	"strings"
)

var (
	asked    = regexp.MustCompile(`^(?i:q|f|p|d|question|frage|pregunta|pergunta|domanda)\s?\d*\s?[:.)]\s*(.+)$`)
	answered = regexp.MustCompile(`^(?i:a|r|answer|antwort|réponse|reponse|respuesta|resposta|risposta)\s?\d*\s?[:.)]\s*(.+)$`)
	oneLine  = regexp.MustCompile(`^([^?]+\?)\s+(?:[–—-]\s+)?(\S.*)$`)
)

// questions reads questions, each with the lines of its answer, with or without letters before them.
func questions(lines []string, w Words) (Table, int) {
	t, n := Table{Form: Questions}, 0
	marked := false
	for i := 0; i < len(lines); {
		line := bare(lines[i])
		if line == "" && n > 0 {
			i++
			continue
		}
		question, answer := "", ""
		i++
		if m := asked.FindStringSubmatch(line); m != nil {
			question, marked = m[1], true
		} else if m := oneLine.FindStringSubmatch(line); m != nil {
			question, answer = m[1], m[2]
		} else if strings.HasSuffix(line, "?") {
			question = line
		}
		if question == "" {
			break
		}
		for ; answer == "" && i < len(lines) && bare(lines[i]) == ""; i++ {
			continue
		}
		if answer == "" && tabled(lines[i:], w) {
			break // it asks for what the table has
		}
		for ; i < len(lines) && (answer == "" || lines[i] != "" && !isQuestion(lines[i])); i++ {
			text := bare(lines[i])
			if isQuestion(lines[i]) {
				break
			}
			if m := answered.FindStringSubmatch(text); m != nil {
				text, marked = m[1], true
			}
			answer = strings.TrimSpace(answer + "\n" + text)
		}
		if answer == "" {
			break
		}
		t.Rows, n = append(t.Rows, []string{question, answer}), i
	}
	if len(t.Rows) < 2 && !marked || len(t.Rows) == 0 {
		return Table{}, 0
	}
	return t, n
}

// tabled reports whether lines begin with rows of cells.
func tabled(lines []string, w Words) bool {
	return len(lines) > 0 && slices.ContainsFunc([]reader{markdown, separated("\t"), separated(";"), separated("|")}, func(read reader) bool {
		_, n := read(lines, w)
		return n > 0
	})
}

func isQuestion(line string) bool {
	line = bare(line)
	return asked.MatchString(line) || strings.HasSuffix(line, "?") || oneLine.MatchString(line)
}

// bare removes what Markdown puts around a question or an answer.
func bare(line string) string {
	line = strings.TrimSpace(unmarked(line))
	return strings.TrimSpace(strings.TrimLeft(unbulleted(line), "#"))
}
