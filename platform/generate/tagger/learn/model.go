package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"sync"

	"berth/platform/generate/tagger"
)

// learn makes a model of lines. Kinds and flags are learned beside the spans that were marked, and beside those that what other lines teach finds:
// a draft has none but such.
func learn(lines, alone []line) *tagger.Model {
	m := &tagger.Model{}
	var labels [halves + 1]weights
	var spans [][halves + 1]weights
	var wg sync.WaitGroup
	wg.Go(func() { labels = learnLabels(lines) })
	wg.Go(func() {
		spans = learnSpans(lines, tagger.Topic, tagger.Sent)
		learnAlone(m, append(alone, lines...))
	})
	wg.Wait()
	m.Label, m.Topic, m.Sent = labels[halves], spans[0][halves], spans[1][halves]
	found := make([][]tagger.Span, len(lines))
	for half := range halves {
		wg.Go(func() {
			other := &tagger.Model{Label: labels[half], Topic: spans[0][half], Sent: spans[1][half]}
			for i := half; i < len(lines); i += halves {
				found[i] = other.Spans(lines[i].text)
			}
		})
	}
	wg.Wait()
	learnWhole(m, lines, found)
	return m
}

// learnWhole learns of which kind apps are, and their flags, beside the spans that were marked in each line and those that were found.
func learnWhole(m *tagger.Model, lines []line, found [][]tagger.Span) {
	var features []func(func(uint32))
	questions := []question{{classes: len(tagger.Kinds)}}
	for range tagger.Flags {
		questions = append(questions, question{classes: 2})
	}
	for at, l := range lines {
		for _, spans := range [][]tagger.Span{l.spans, found[at]} {
			features = append(features, func(yield func(uint32)) { tagger.OfText(l.text, spans, yield) })
			questions[0].answers = append(questions[0].answers, l.kind)
			for i, is := range l.flags {
				answer := 0
				if is {
					answer = 1
				}
				questions[i+1].answers = append(questions[i+1].answers, answer)
			}
		}
	}
	learned := learnAnswers(features, questions, least, ofWhole)
	m.Kind = prune(learned[0], 0.09)
	for i := range m.Flags {
		m.Flags[i] = prune(learned[i+1], 0.09)
	}
}

// learnAlone learns what the cells of columns hold, and which language a text is in, of lines and of headings alone.
func learnAlone(m *tagger.Model, lines []line) {
	var features []func(func(uint32))
	cells, languages := question{classes: len(tagger.Cells)}, question{classes: len(tagger.Languages)}
	for _, l := range lines {
		for _, h := range l.headings {
			features = append(features, func(yield func(uint32)) { tagger.OfHeading(l.text.Language, h.tokens, yield) })
			cells.answers = append(cells.answers, h.cell)
		}
	}
	m.Cell = prune(learnAnswers(features, []question{cells}, leastHeadings, ofHeadings)[0], 0.3)
	features = nil
	for _, l := range even(lines) {
		features = append(features, func(yield func(uint32)) { tagger.OfLanguage(l.plain, yield) })
		languages.answers = append(languages.answers, slices.Index(tagger.Languages, l.text.Language))
	}
	m.Language = prune(learnAnswers(features, []question{languages}, least, ofLanguages)[0], 0.15)
}

// even returns as many lines of each language as the one with the fewest has: a few words alone are in none rather than another.
func even(lines []line) (out []line) {
	count := map[string]int{}
	for _, l := range lines {
		count[l.text.Language]++
	}
	least := slices.Min(slices.Collect(maps.Values(count)))
	clear(count)
	for _, l := range lines {
		if count[l.text.Language]++; count[l.text.Language] <= least {
			out = append(out, l)
		}
	}
	return out
}

// prune drops the features that decide little: those none of whose weights is as large as least.
func prune(w weights, least float64) weights {
	for h, row := range w {
		if most(row) < least {
			delete(w, h)
		}
	}
	return w
}

// levels is how many sizes a weight may have in the file: twice as many read no better, and make the file a seventh larger.
const levels = 63

// pack writes a model as package tagger reads it.
func pack(m *tagger.Model) []byte {
	var b bytes.Buffer
	write := func(w tagger.Weights, classes int) {
		rows := w.(weights)
		most := 0.0
		for _, row := range rows {
			for _, x := range row {
				most = max(most, math.Abs(x))
			}
		}
		unit := max(1, math.Ceil(most/levels*(1<<20)))
		scale := unit / (1 << 20)
		var keys []uint32
		for h, row := range rows {
			if slices.ContainsFunc(row, func(x float64) bool { return math.Abs(x) >= scale/2 }) {
				keys = append(keys, h)
			}
		}
		slices.Sort(keys)
		for _, n := range []uint32{uint32(classes), uint32(unit), uint32(len(keys))} {
			b.Write(binary.LittleEndian.AppendUint32(nil, n))
		}
		last := uint32(0)
		for _, h := range keys {
			b.Write(binary.AppendUvarint(nil, uint64(h-last)))
			last = h
		}
		for _, h := range keys {
			for _, x := range rows[h] {
				b.WriteByte(byte(int8(math.Round(x / scale))))
			}
		}
	}
	write(m.Label, int(tagger.Labels))
	write(m.Topic, 1)
	write(m.Sent, 1)
	write(m.Kind, len(tagger.Kinds))
	write(m.Cell, len(tagger.Cells))
	write(m.Language, len(tagger.Languages))
	for _, f := range m.Flags {
		write(f, 2)
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err == nil {
		_, err = w.Write(b.Bytes())
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // a buffer takes everything
	}
	return packed.Bytes()
}
