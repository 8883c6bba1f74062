package mapping_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform/mapping"
)

// A default map that is written out shows what it showed before.
func TestWrittenDefault(t *testing.T) {
	t.Parallel()
	for name, l := range layouts(t) {
		plan, problems := mapping.Default(l.Shape, breads())
		if problems != nil || plan.Written() == nil {
			continue
		}
		m, problems := mapping.Parse(plan.Written())
		if problems != nil {
			t.Errorf("%s: %v in %s", name, problems, plan.Written())
			continue
		}
		again, problems := mapping.Compile(m, l.Shape, breads())
		if problems != nil {
			t.Errorf("%s: %v", name, problems)
			continue
		}
		want, err := plan.Apply(answer(t, rye))
		if err != nil {
			t.Fatal(err)
		}
		got, err := again.Apply(answer(t, rye))
		if err != nil || string(got.Data) != string(want.Data) {
			t.Errorf("%s: %v\n%s\n%s", name, err, string(got.Data), string(want.Data))
		}
		if strings.Join(again.Hidden(), " ") != strings.Join(plan.Hidden(), " ") {
			t.Errorf("%s hides %v, and written out %v", name, plan.Hidden(), again.Hidden())
		}
	}
}

// A map that is refitted shows the columns that it showed, and no others.
func TestRefit(t *testing.T) {
	t.Parallel()
	all := layouts(t)
	const mine = `{"take":3,"item":{"title":{"from":"/bread_name"},"badge":{"from":"/kind"},"lines":{"lines":[{"label":"Weight","from":"/weight_g"}]},"price":{"from":"/price","as":"money","currency":"EUR"}}}`
	for _, to := range []string{"list", "carousel", "table", "map", "timeline", "search-results"} {
		raw := mapping.Refit(json.RawMessage(mine), all[to].Shape, breads())
		if to == "map" {
			if raw != nil {
				t.Errorf("map: %s", raw) // the chosen columns have no place
			}
			continue
		}
		m, problems := mapping.Parse(raw)
		if problems != nil {
			t.Fatalf("%s: %s %v", to, raw, problems)
		}
		plan, problems := mapping.Compile(m, all[to].Shape, breads())
		if problems != nil {
			t.Fatalf("%s: %v", to, problems)
		}
		got, err := plan.Apply(answer(t, rye, rye, rye, rye))
		if err != nil {
			t.Fatal(err)
		}
		text := all[to].fits(t, got.Data)
		for _, has := range []string{"Rye", "rye", "750", "3.5"} {
			if !strings.Contains(text, has) {
				t.Errorf("%s lacks %s: %s", to, has, text)
			}
		}
		if strings.Contains(text, "351") || strings.Contains(text, "sour") || strings.Count(text, "750") != 3 {
			t.Errorf("%s shows what was not chosen: %s", to, text)
		}
	}
	for _, hostile := range []string{`{`, `7`, `{"item":7}`, `{"item":{"title":{"from":"/nothing"}}}`, `{"each":"/x","item":{}}`} {
		for _, l := range all {
			if raw := mapping.Refit(json.RawMessage(hostile), l.Shape, breads()); raw != nil {
				m, _ := mapping.Parse(raw)
				if _, problems := mapping.Compile(m, l.Shape, breads()); problems != nil {
					t.Error(problems)
				}
			}
		}
	}
}
