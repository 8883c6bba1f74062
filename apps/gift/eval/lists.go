package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"berth/apps/gift/search"
)

// recipients reads descriptions from a Markdown file: its numbered or bulleted items, the rows of its tables, or else its lines.
// Headings, rules and code fences are left out; lines that are indented go on with the item before.
func recipients(file string) ([]string, error) {
	raw, err := os.ReadFile(file) //nolint:gosec // named by whoever runs this
	if err != nil {
		return nil, fmt.Errorf("read recipients: %w", err)
	}
	var all []string
	marked := regexp.MustCompile(`(?m)^(\d+[.)]|[-*•])\s`).Match(raw)
	item := regexp.MustCompile(`^\**(\d+[.)]|[-*•])\**\s+`)
	for line := range strings.Lines(string(raw)) {
		bare := strings.TrimSpace(line)
		switch {
		case bare == "" || strings.HasPrefix(bare, "#") || strings.HasPrefix(bare, "```") || strings.Trim(bare, "-|: ") == "":
		case strings.HasPrefix(bare, "|"):
			cells := strings.Split(strings.Trim(bare, "|"), "|")
			all = append(all, strings.TrimSpace(slices.MaxFunc(cells, func(a, b string) int { return len(a) - len(b) })))
		case item.MatchString(bare):
			all = append(all, item.ReplaceAllString(bare, ""))
		case marked && len(all) > 0 && line[0] == ' ':
			all[len(all)-1] += " " + bare
		case !marked:
			all = append(all, bare)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("read recipients: %s has none", file)
	}
	return all, nil
}

// lists writes what is found for each recipient of a file, and how often a gift costs more at its upper end than may be spent.
func lists(w io.Writer, engine *search.Engine, file string) error {
	all, err := recipients(file)
	if err != nil {
		return err
	}
	breaks, limited := 0, 0
	for i, description := range all {
		a := engine.Recommend(context.Background(), search.Request{Description: description, Limit: depth})
		fmt.Fprintf(w, "\n%d. %s\n", i+1, description)
		fmt.Fprintf(w, "   (%s", cmp.Or(a.Word, "somebody"))
		if a.Age != nil {
			fmt.Fprintf(w, ", aged %d-%d", a.Age.Low, a.Age.High)
		}
		if a.Budget != nil {
			limited++
			fmt.Fprintf(w, ", $%d-%d", a.Budget.Low, a.Budget.High)
		}
		fmt.Fprintf(w, "%s)\n", map[bool]string{true: ", nothing fits: what most people like"}[a.Fallback])
		for n, h := range a.Hits {
			mark := ""
			if a.Budget != nil && h.Price[1] > a.Budget.High {
				breaks, mark = breaks+1, " ABOVE THE BUDGET"
			}
			fmt.Fprintf(w, "   %d. %s ($%d-%d)%s: %s\n", n+1, h.Name, h.Price[0], h.Price[1], mark, h.Brief)
		}
	}
	_, err = fmt.Fprintf(w, "\n%d recipients, %d with a budget; gifts above a budget: %d\n", len(all), limited, breaks)
	return err
}
