package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"berth/platform/generate/tagger"
)

// judge says how well each part of the lines is read by what the others teach.
func judge(w io.Writer, lines, alone []line, folds int, verbose bool) {
	faults := make([][]string, len(lines))
	var wg sync.WaitGroup
	for f := range folds {
		wg.Go(func() {
			var train []line
			for i, l := range lines {
				if i%folds != f {
					train = append(train, l)
				}
			}
			m := learn(train, alone)
			for i, l := range lines {
				if i%folds == f {
					faults[i] = wrong(m, l)
				}
			}
		})
	}
	wg.Wait()
	report(w, lines, faults, verbose)
}

// report writes how many lines have faults, and of which kind; verbose writes each.
func report(w io.Writer, lines []line, faults [][]string, verbose bool) {
	count := map[string]int{} // lines with a fault of a kind, and all headings whose cells are wrong
	headings, right := 0, 0
	for i, fs := range faults {
		headings += len(lines[i].headings)
		if len(fs) == 0 {
			right++
		}
		seen := map[string]bool{}
		for _, f := range fs {
			name, _, _ := strings.Cut(f, ":")
			if name == "cells" || !seen[name] {
				count[name]++
			}
			seen[name] = true
		}
		if verbose && len(fs) > 0 {
			fmt.Fprintf(w, "%s %s\n    %s\n", lines[i].where, lines[i].source, strings.Join(fs, "\n    "))
		}
	}
	fmt.Fprintf(w, "%d lines, %d without any fault; lines with a fault of the\n", len(lines), right)
	for _, name := range []string{"columns", "values", "topic", "topic missed", "sent", "name", "rows", "kind", "own", "closed", "change", "delete", "done", "staff",
		"names rows", "language"} {
		fmt.Fprintf(w, "  %-12s %5d  %.1f %%\n", name, count[name], 100*float64(count[name])/float64(len(lines)))
	}
	fmt.Fprintf(w, "%d headings, the cells of %d wrong, %.1f %%\n", headings, count["cells"], 100*float64(count["cells"])/float64(max(1, headings)))
}

// parts are what is compared span by span.
var parts = []struct {
	name   string
	labels []tagger.Label
}{
	{"topic", []tagger.Label{tagger.Topic}},
	{"columns", []tagger.Label{tagger.ColumnBegin, tagger.FieldBegin}},
	{"sent", []tagger.Label{tagger.Sent}},
	{"values", []tagger.Label{tagger.ValueBegin}},
	{"name", []tagger.Label{tagger.NameBegin}},
	{"rows", []tagger.Label{tagger.RowBegin}},
}

// show returns the words of spans with one of the labels.
func show(l line, spans []tagger.Span, labels []tagger.Label) (out []string) {
	for _, s := range spans {
		if slices.Contains(labels, s.Label) {
			var ws []string
			for _, k := range l.text.Tokens[s.From:s.To] {
				ws = append(ws, k.Folded)
			}
			out = append(out, strings.Join(ws, " "))
		}
	}
	return out
}

// wrong returns what a model reads wrong in a line.
func wrong(m *tagger.Model, l line) (faults []string) {
	if code := m.LanguageOf(l.plain); code != l.text.Language {
		faults = append(faults, "language: "+code)
	}
	got := m.Spans(l.text)
	for _, p := range parts {
		if is, want := show(l, got, p.labels), show(l, l.spans, p.labels); !slices.Equal(is, want) {
			faults = append(faults, fmt.Sprintf("%s: %q", p.name, is))
		}
	}
	for _, want := range l.spans {
		if want.Label == tagger.Topic && !slices.ContainsFunc(got, func(s tagger.Span) bool { return s.Label == tagger.Topic && s.From < want.To && s.To > want.From }) {
			faults = append(faults, "topic missed: no word of it is found")
		}
	}
	if k := m.KindOf(l.text, got)[0]; k.Value != tagger.Kinds[l.kind] {
		faults = append(faults, fmt.Sprintf("kind: %s %.2f", k.Value, k.Share))
	}
	for i, is := range l.flags {
		name := tagger.Flags[i]
		if name == "name" {
			name = "names rows"
		}
		if p := m.Flag(i, l.text, got); (p > 0.5) != is {
			faults = append(faults, fmt.Sprintf("%s: %.2f", name, p))
		}
	}
	for _, h := range l.headings {
		if c := m.CellOf(l.text.Language, h.tokens)[0]; c.Value != tagger.Cells[h.cell] {
			faults = append(faults, fmt.Sprintf("cells: %s %s, not %s", h.tokens[len(h.tokens)-1].Folded, c.Value, tagger.Cells[h.cell]))
		}
	}
	return faults
}
