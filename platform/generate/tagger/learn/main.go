// Command learn makes platform/generate/tagger/model.bin of the corpus beside it, and says how well what is learned from a part of
// the corpus reads the rest.
package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"berth/platform/generate/tagger"
	"berth/platform/generate/words"
)

func main() {
	folder := flag.String("corpus", "platform/generate/tagger/corpus", "where the corpus is")
	folds := flag.Int("folds", 0, "cut the corpus into so many parts and say how well each is read by what the others teach; no model is made")
	shipped := flag.Bool("shipped", false, "say how well the model that ships reads the descriptions in the folder; no model is made")
	out := flag.String("o", "platform/generate/tagger/model.bin", "where the model goes")
	verbose := flag.Bool("v", false, "with -folds or -shipped: tell each description that is read wrong")
	flag.Parse()
	if err := run(os.Stdout, *folder, *out, *folds, *shipped, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(w io.Writer, folder, out string, folds int, shipped, verbose bool) error {
	g, err := words.New()
	if err != nil {
		return err
	}
	lines, faults := corpus(g, folder)
	var alone []line
	if !shipped {
		var more []string
		alone, more = headings(g, filepath.Join(folder, "headings.tsv"))
		faults = append(faults, more...)
	}
	if len(faults) > 0 {
		return errors.New(strings.Join(faults, "\n"))
	}
	for i := range lines {
		if err := lines[i].cut(g); err != nil {
			return fmt.Errorf("%s: %w", lines[i].where, err)
		}
	}
	if shipped {
		m, err := tagger.Load()
		if err != nil {
			return err
		}
		wrongs := make([][]string, len(lines))
		for i, l := range lines {
			wrongs[i] = wrong(m, l)
		}
		report(w, lines, wrongs, verbose)
		return nil
	}
	if folds > 0 {
		judge(w, lines, alone, folds, verbose)
		return nil
	}
	digest, err := digestOf(folder)
	if err != nil {
		return err
	}
	return os.WriteFile(out, append(digest, pack(learn(lines, alone))...), 0o644)
}

// learn makes a model of lines.
func learn(lines, alone []line) *tagger.Model {
	m := &tagger.Model{Label: learnLabels(lines), Topic: learnSpans(lines, tagger.Topic), Sent: learnSpans(lines, tagger.Sent)}
	var kinds, headings, languages []example
	var flags [len(tagger.Flags)][]example
	for _, l := range lines {
		for _, spans := range [][]tagger.Span{l.spans} {
			features := func(yield func(uint32)) { tagger.OfText(l.text, spans, yield) }
			kinds = append(kinds, example{features, l.kind})
			for i, is := range l.flags {
				class := 0
				if is {
					class = 1
				}
				flags[i] = append(flags[i], example{features, class})
			}
		}
	}
	for _, l := range append(alone, lines...) {
		languages = append(languages, example{func(yield func(uint32)) { tagger.OfLanguage(l.plain, yield) }, slices.Index(tagger.Languages, l.text.Language)})
		for _, h := range l.headings {
			features := func(yield func(uint32)) { tagger.OfHeading(l.text.Language, h.tokens, yield) }
			headings = append(headings, example{features, h.cell})
		}
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

// prune drops the features that decide little: those whose weights are all below a share of the largest.
func prune(w weights, least float64) {
	for h, row := range w {
		if most(row) < least {
			delete(w, h)
		}
	}
}

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
		unit := max(1, math.Ceil(most/127*(1<<20)))
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
