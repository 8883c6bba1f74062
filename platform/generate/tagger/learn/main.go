// Command learn makes platform/generate/tagger/model.bin of the corpus beside it, and says how well what is learned from a part of
// the corpus reads the rest.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
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
