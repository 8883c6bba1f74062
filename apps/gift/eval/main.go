// Command eval measures the gift search on descriptions with judged gifts, against plain BM25 in the same run:
//
//	go run ./apps/gift/eval
//	go run ./apps/gift/eval -ask "my dad, who loves trains"
//	go run ./apps/gift/eval -lists apps/gift/eval/recipients.md -out lists.md
//
// development.json is for tuning; of heldout.json only the figures may be looked at.
package main

import (
	"bytes"
	"context"
	_ "embed" // unjudged.txt
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/lexicon"
	"berth/apps/gift/search"
)

func main() {
	ask := flag.String("ask", "", "answer this description instead")
	show := flag.Bool("look", false, "list the development descriptions with what is found for them instead")
	file := flag.String("lists", "", "list what is found for each recipient of this Markdown file instead")
	out := flag.String("out", "", "write the lists to this file rather than to the screen")
	flag.Parse()
	if err := write(*out, func(w io.Writer) error { return run(w, *ask, *file, *show) }); err != nil {
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

func run(w io.Writer, ask, file string, show bool) error {
	engine, gifts, err := open(ask == "" && file == "")
	switch {
	case err != nil:
		return err
	case ask != "":
		answer(w, engine, ask)
		return nil
	case file != "":
		return lists(w, engine, file)
	case show:
		return look(w, engine)
	}
	return report(w, engine, gifts)
}

//go:embed unjudged.txt
var unjudged string

// open builds the search over the gifts that ship inside; judged leaves those out that are younger than the judgements, of which
// nobody has said for whom they fit.
func open(judged bool) (*search.Engine, []catalogue.Gift, error) {
	gifts, err := catalogue.Load()
	if err != nil {
		return nil, nil, err
	}
	if judged {
		young := strings.Fields(unjudged)
		gifts = slices.DeleteFunc(gifts, func(g catalogue.Gift) bool { return slices.Contains(young, g.Key) })
	}
	words, err := catalogue.Words()
	if err != nil {
		return nil, nil, err
	}
	l, err := lexicon.Load(words)
	if err != nil {
		return nil, nil, err
	}
	engine, err := search.New(gifts, l, slog.New(slog.DiscardHandler))
	return engine, gifts, err
}

func answer(w io.Writer, engine *search.Engine, description string) {
	a := engine.Recommend(context.Background(), search.Request{Description: description, Limit: 10})
	fmt.Fprintf(w, "%s\nfor %q who loves %v; age %v, budget %v; %d fit, fallback %v\n", engine.Explain(description), a.Word, a.Loves, a.Age, a.Budget, a.Above, a.Fallback)
	for _, h := range a.Hits {
		fmt.Fprintf(w, "%.3f %-50s $%d-%d  %s\n", h.Relevance, h.Name, h.Price[0], h.Price[1], strings.Join(append(h.Interests, h.Recipients...), " "))
	}
}
