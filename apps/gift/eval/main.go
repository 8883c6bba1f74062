// Command eval measures the gift search on descriptions with judged gifts, against plain BM25 in the same run:
//
//	go run ./apps/gift/eval
//	go run ./apps/gift/eval -ask "my dad, who loves trains"
//
// development.json is for tuning; of heldout.json only the figures may be looked at.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/lexicon"
	"berth/apps/gift/search"
)

func main() {
	ask := flag.String("ask", "", "answer this description instead")
	show := flag.Bool("look", false, "list the development descriptions with what is found for them instead")
	flag.Parse()
	if err := run(os.Stdout, *ask, *show); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(w io.Writer, ask string, show bool) error {
	engine, gifts, err := open()
	switch {
	case err != nil:
		return err
	case ask != "":
		answer(w, engine, ask)
		return nil
	case show:
		return look(w, engine)
	}
	return report(w, engine, gifts)
}

// open builds the search over the gifts that ship inside.
func open() (*search.Engine, []catalogue.Gift, error) {
	gifts, err := catalogue.Load()
	if err != nil {
		return nil, nil, err
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
