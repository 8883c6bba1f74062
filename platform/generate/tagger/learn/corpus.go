package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"berth/platform/generate/tagger"
	"berth/platform/generate/words"
)

// heading is a column that somebody marked.
type heading struct {
	tokens []tagger.Token
	cell   int
}

// line is one description of the corpus, as it was marked.
type line struct {
	marks    []mark
	where    string
	source   string
	plain    string
	text     tagger.Text
	labels   []tagger.Label
	spans    []tagger.Span // nil for a heading alone
	kind     int
	flags    [len(tagger.Flags)]bool
	headings []heading
}

// marks are the labels of the marks that are no columns.
var marks = map[string]tagger.Label{"t": tagger.Topic, "u": tagger.Sent, "v": tagger.ValueBegin, "name": tagger.NameBegin, "r": tagger.RowBegin}

// mark is a span of a text in bytes.
type mark struct {
	label    tagger.Label
	cell     int
	from, to int
}

// unmarked returns the text of a description without its marks, and the marks.
func unmarked(s string) (text string, found []mark, err error) {
	var b strings.Builder
	for len(s) > 0 {
		at := strings.IndexByte(s, '{')
		if at < 0 {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:at])
		inner, rest, ok := strings.Cut(s[at+1:], "}")
		name, words, colon := strings.Cut(inner, ":")
		if !ok || !colon || strings.TrimSpace(words) == "" || strings.Contains(words, "{") {
			return "", nil, fmt.Errorf("a mark without its end: %.40s", s[at:])
		}
		words = strings.TrimSpace(words)
		m := mark{from: b.Len(), to: b.Len() + len(words), cell: -1}
		switch l, is := marks[name]; {
		case is:
			m.label = l
		default:
			m.label = tagger.ColumnBegin
			if strings.HasPrefix(name, "+") {
				m.label, name = tagger.FieldBegin, name[1:]
			}
			if name == "enum" {
				name = "text" // of which only some are allowed: that they follow tells it
			}
			if m.cell = slices.Index(tagger.Cells, name); m.cell < 0 {
				return "", nil, fmt.Errorf("no mark is called %q", name)
			}
		}
		found = append(found, m)
		b.WriteString(words)
		s = rest
	}
	return b.String(), found, nil
}

// read reads one line of the corpus; its text is not cut into words.
func read(g *words.Grammar, s string) (l line, err error) {
	before, text, ok := strings.Cut(s, " | ")
	head := strings.Fields(before)
	if !ok || len(head) < 2 {
		return l, fmt.Errorf("a line begins with a language, a kind and flags")
	}
	l.source = s
	if l.text.Language = head[0]; g.Languages[head[0]] == nil {
		return l, fmt.Errorf("no language is called %q", head[0])
	}
	if l.kind = slices.Index(tagger.Kinds, head[1]); l.kind < 0 {
		return l, fmt.Errorf("no kind is called %q", head[1])
	}
	for _, f := range head[2:] {
		if at := slices.Index(tagger.Flags[:], f); at >= 0 {
			l.flags[at] = true
		} else if f == "given" {
			l.text.Given = true
		} else {
			return l, fmt.Errorf("no flag is called %q", f)
		}
	}
	l.plain, l.marks, err = unmarked(strings.ReplaceAll(text, " / ", "\n"))
	return l, err
}

// cut cuts the text of a line into words, and gives these what was marked.
func (l *line) cut(g *words.Grammar) error {
	tokens, at := g.Tokens(g.Languages[l.text.Language], l.plain)
	l.text.Tokens = tokens
	l.labels = make([]tagger.Label, len(tokens))
	for _, m := range l.marks {
		from, to := -1, -1
		for i, p := range at {
			if p[0] < m.to && p[1] > m.from {
				if from < 0 {
					from = i
				}
				to = i + 1
			}
		}
		if from < 0 {
			return fmt.Errorf("a mark without words: %q", l.plain[m.from:m.to])
		}
		if m.label >= tagger.Topic {
			l.spans = append(l.spans, tagger.Span{Label: m.label, From: from, To: to})
			continue
		}
		for i := from; i < to; i++ {
			l.labels[i] = m.label + 1
		}
		l.labels[from] = m.label
		if m.cell >= 0 {
			l.headings = append(l.headings, heading{tokens: tokens[from:to], cell: m.cell})
		}
	}
	l.spans = append(l.spans, tagger.Join(l.labels)...)
	slices.SortFunc(l.spans, func(a, b tagger.Span) int { return a.From - b.From })
	return nil
}

// headings reads a list of headings: language, type and heading, apart by tabs.
func headings(g *words.Grammar, file string) (list []line, faults []string) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, []string{err.Error()}
	}
	for n, s := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		part := strings.Split(s, "\t")
		if len(part) == 3 && part[1] == "enum" {
			part[1] = "text"
		}
		if len(part) != 3 || g.Languages[part[0]] == nil || !slices.Contains(tagger.Cells, part[1]) {
			faults = append(faults, fmt.Sprintf("%s:%d: %q is no language, type and heading", file, n+1, s))
			continue
		}
		tokens, _ := g.Tokens(g.Languages[part[0]], part[2])
		if len(tokens) == 0 {
			continue
		}
		l := line{plain: part[2], where: fmt.Sprintf("%s:%d", filepath.Base(file), n+1), source: s, headings: []heading{{tokens, slices.Index(tagger.Cells, part[1])}}}
		l.text.Language = part[0]
		list = append(list, l)
	}
	return list, faults
}

// corpus reads all lines of a folder; what is wrong with some is told together. Their texts are not cut into words.
func corpus(g *words.Grammar, folder string) (lines []line, faults []string) {
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(files) == 0 {
		return nil, []string{fmt.Sprintf("no corpus in %s: %v", folder, err)}
	}
	seen := map[string]bool{}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			return nil, []string{err.Error()}
		}
		for n, s := range strings.Split(string(raw), "\n") {
			if s = strings.TrimSpace(s); s == "" || s[0] == '#' {
				continue
			}
			l, err := read(g, s)
			if err != nil {
				faults = append(faults, fmt.Sprintf("%s:%d: %v", f, n+1, err))
				continue
			}
			if l.where = fmt.Sprintf("%s:%d", filepath.Base(f), n+1); !seen[s] {
				lines = append(lines, l)
			}
			seen[s] = true
		}
	}
	return lines, faults
}

// digestOf returns the digest of a corpus: of its files in the order of their names.
func digestOf(folder string) ([]byte, error) {
	h := sha256.New()
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		raw, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		h.Write(raw)
	}
	return h.Sum(nil), nil
}
