package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
)

// rules reads alert rules as Prometheus does, with their expressions and templates.
func rules(raw []byte) (n int, err error) {
	groups, errs := rulefmt.Parse(raw, false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.Default())
	if len(errs) > 0 {
		return 0, errors.Join(errs...)
	}
	for _, g := range groups.Groups {
		n += len(g.Rules)
	}
	return n, nil
}

// dashboard reads a Grafana dashboard. Its panels must not overlap, and each needs a title and expressions that
// Prometheus can read.
func dashboard(raw []byte) (n int, err error) {
	var d struct {
		Title         string
		SchemaVersion int
		Panels        []struct {
			ID      int
			Title   string
			Type    string
			GridPos struct{ X, Y, W, H int }
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		return 0, err
	}
	if d.Title == "" || d.SchemaVersion == 0 || len(d.Panels) == 0 {
		return 0, errors.New("want a title, a schemaVersion and panels")
	}
	taken, ids := map[[2]int]string{}, map[int]bool{}
	queries := parser.NewParser(parser.Options{})
	for _, p := range d.Panels {
		if p.Title == "" || p.Type == "" || ids[p.ID] || len(p.Targets) == 0 {
			return n, fmt.Errorf("panel %d %q: want an id of its own, a title, a type and targets", p.ID, p.Title)
		}
		ids[p.ID] = true
		for x := p.GridPos.X; x < p.GridPos.X+p.GridPos.W; x++ {
			for y := p.GridPos.Y; y < p.GridPos.Y+p.GridPos.H; y++ {
				if other, ok := taken[[2]int{x, y}]; ok || x >= 24 {
					return n, fmt.Errorf("panel %q lies on %q or beyond the edge", p.Title, other)
				}
				taken[[2]int{x, y}] = p.Title
			}
		}
		for _, t := range p.Targets {
			if _, err := queries.ParseExpr(t.Expr); err != nil {
				return n, fmt.Errorf("panel %q: %w", p.Title, err)
			}
		}
		n++
	}
	return n, nil
}
