// Command eval measures the gift search on descriptions with judged gifts, against plain BM25 in the same run:
//
//	go run ./apps/gift/eval
//	go run ./apps/gift/eval -ask "my dad, who loves trains"
//	go run ./apps/gift/eval -lists apps/gift/eval/recipients.md -out lists.md
//	go run ./apps/gift/eval -look-judged
//	go run ./apps/gift/eval -pool 10 -out pool.txt
//	go run ./apps/gift/eval -phrases
//	go run ./apps/gift/eval -learn -out apps/gift/search/affinity.txt
//
// development.json, judged.txt and reading.txt are for tuning; of heldout.json and reading_apart.txt only the figures may be looked at.
package main

import (
	"bytes"
	"context"
	_ "embed" // older.txt
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/lexicon"
	"berth/apps/gift/phrasebook"
	"berth/apps/gift/search"
)

// what says which of the things this command does is wanted; nothing of it means the report.
type what struct {
	ask, lists       string
	look, lookJudged bool
	learn, phrases   bool
	pool             int
}

func main() {
	var want what
	flag.StringVar(&want.ask, "ask", "", "answer this description instead")
	flag.BoolVar(&want.look, "look", false, "list the development descriptions with what is found for them instead")
	flag.BoolVar(&want.lookJudged, "look-judged", false, "list the judged sentences whose lists are not known to be good instead")
	flag.BoolVar(&want.learn, "learn", false, "learn search/affinity.txt from what was said of gifts instead")
	flag.BoolVar(&want.phrases, "phrases", false, "list the meanings of phrases that hold for few of the descriptions of reading.txt instead")
	flag.IntVar(&want.pool, "pool", 0, "list what nobody has judged among the first so many gifts for judged sentences instead")
	flag.StringVar(&want.lists, "lists", "", "list what is found for each recipient of this Markdown file instead")
	out := flag.String("out", "", "write the lists to this file rather than to the screen")
	flag.Parse()
	if err := write(*out, func(w io.Writer) error { return run(w, want) }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write calls to with the file of that name, or with the screen.
func write(name string, to func(io.Writer) error) error {
	if name == "" {
		return to(os.Stdout)
	}
	var all bytes.Buffer
	if err := to(&all); err != nil {
		return err
	}
	return os.WriteFile(name, all.Bytes(), 0o600)
}

func run(w io.Writer, want what) error {
	engine, gifts, err := open(false)
	switch {
	case err != nil:
		return err
	case want.ask != "":
		answer(w, engine, want.ask)
		return nil
	case want.lists != "":
		return lists(w, engine, want.lists)
	case want.lookJudged:
		return lookJudged(w, engine)
	case want.learn:
		return teach(w, engine, gifts)
	case want.phrases:
		return reportPhrases(w, search.ShippedWords().Lexicon)
	case want.pool > 0:
		return pool(w, engine, want.pool)
	}
	whenJudged, gifts, err := open(true)
	switch {
	case err != nil:
		return err
	case want.look:
		return look(w, whenJudged)
	}
	if err := report(w, whenJudged, gifts); err != nil {
		return err
	}
	if err := reportJudged(w, engine); err != nil {
		return err
	}
	return reportReading(w, engine)
}

//go:embed older.txt
var older string

// open builds the search over the gifts that ship inside; judged leaves those out that are younger than the judgements, of which
// nobody has said for whom they fit.
func open(judged bool) (*search.Engine, []catalogue.Gift, error) {
	gifts, err := catalogue.Load()
	if err != nil {
		return nil, nil, err
	}
	if judged {
		keys := strings.Fields(older)
		gifts = slices.DeleteFunc(gifts, func(g catalogue.Gift) bool { _, known := slices.BinarySearch(keys, g.Key); return !known })
	}
	words, err := catalogue.Words()
	if err != nil {
		return nil, nil, err
	}
	l, err := lexicon.Load(words)
	if err != nil {
		return nil, nil, err
	}
	affinity, err := search.Learned()
	if err != nil {
		return nil, nil, err
	}
	engine, err := search.New(gifts, search.Words{Lexicon: l, Phrases: phrasebook.Lines(), Affinity: affinity}, slog.New(slog.DiscardHandler))
	return engine, gifts, err
}

func answer(w io.Writer, engine *search.Engine, description string) {
	a := engine.Recommend(context.Background(), search.Request{Description: description, Limit: 10})
	fmt.Fprintf(w, "%s\nfor %q who loves %v; age %v, budget %v; %d fit, fallback %v\n", engine.Explain(description), a.Word, a.Loves, a.Age, a.Budget, a.Above, a.Fallback)
	for _, h := range a.Hits {
		fmt.Fprintf(w, "%.3f %-50s $%d-%d  %s\n", h.Relevance, h.Name, h.Price[0], h.Price[1], strings.Join(append(h.Interests, h.Recipients...), " "))
	}
}
