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

// learn makes a model of lines.
func learn(lines, alone []line) *tagger.Model {
	m := learnWords(lines)
	var kinds, headings, languages []example
	var flags [len(tagger.Flags)][]example
	for _, l := range lines {
		features := func(yield func(uint32)) { tagger.OfText(l.text, l.spans, yield) }
		kinds = append(kinds, example{features, l.kind})
		for i, is := range l.flags {
			class := 0
			if is {
				class = 1
			}
			flags[i] = append(flags[i], example{features, class})
		}
	}
	for _, l := range append(alone, lines...) {
		for _, h := range l.headings {
			features := func(yield func(uint32)) { tagger.OfHeading(l.text.Language, h.tokens, yield) }
			headings = append(headings, example{features, h.cell})
		}
	}
	for _, l := range even(append(alone, lines...)) {
		languages = append(languages, example{func(yield func(uint32)) { tagger.OfLanguage(l.plain, yield) }, slices.Index(tagger.Languages, l.text.Language)})
	}
	m.Kind = learnClasses(kinds, len(tagger.Kinds), least, classRate)
	m.Cell = learnClasses(headings, len(tagger.Cells), leastHeadings, 2*classRate)
	m.Language = learnClasses(languages, len(tagger.Languages), least, classRate)
	for i := range m.Flags {
		m.Flags[i] = learnClasses(flags[i], 2, least, classRate)
	}
	for _, w := range []tagger.Weights{m.Label, m.Topic, m.Sent} {
		prune(w.(weights), 0.115)
	}
	prune(m.Kind.(weights), 0.09)
	prune(m.Cell.(weights), 0.06)
	prune(m.Language.(weights), 0.15)
	for _, w := range m.Flags {
		prune(w.(weights), 0.09)
	}
	return m
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

// learnWords learns what the words of a text are: the first parts of a model.
func learnWords(lines []line) *tagger.Model {
	m := &tagger.Model{}
	var wg sync.WaitGroup
	wg.Go(func() { m.Label = learnLabels(lines) })
	wg.Go(func() { m.Topic, m.Sent = learnSpans(lines, tagger.Topic), learnSpans(lines, tagger.Sent) })
	wg.Wait()
	return m
}

// prune drops the features that decide little: those whose weights are all below a share of the largest.
func prune(w weights, least float64) {
	for h, row := range w {
		if most(row) < least {
			delete(w, h)
		}
	}
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
