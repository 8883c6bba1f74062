package mapping_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/mapping"
	"berth/test/shipped"

	"github.com/google/go-cmp/cmp"
)

func samples(t testing.TB) map[string]map[string]any {
	t.Helper()
	set := shipped.Layouts(t)
	all := map[string]map[string]any{}
	for _, l := range set.Layouts() {
		if l.Authored {
			all[l.Name] = decode(t, string(l.Sample)).(map[string]any)
		}
	}
	return all
}

func remapped(t testing.TB, from, to *mapping.Shape, data map[string]any) (map[string]any, int, string) {
	t.Helper()
	raw, omitted, fault := mapping.Remap(from, to, json.RawMessage(encoded(t, data)))
	if fault != "" {
		return nil, omitted, fault
	}
	return decode(t, string(raw)).(map[string]any), omitted, ""
}

// Data of any layout are shown by every other one that can: they fit, and the names of all entries are there.
func TestRemapOfEverySample(t *testing.T) {
	t.Parallel()
	all, data := layouts(t), samples(t)
	var cannot []string
	for from := range all {
		for to, l := range all {
			if from == to {
				continue
			}
			got, omitted, fault := remapped(t, all[from].Shape, l.Shape, data[from])
			if fault != "" {
				if from != "form" && from != "markdown" && to != "form" {
					cannot = append(cannot, from+" → "+to)
				}
				continue
			}
			text := l.fits(t, platform.Encoded(encoded(t, got)))
			for _, name := range namesIn(data[from]) {
				if omitted == 0 && !strings.Contains(text, name) {
					t.Errorf("%s → %s has lost %q:\n%s", from, to, name, text)
				}
			}
		}
	}
	for _, way := range cannot { // for want of places, pictures and numbers
		if _, to, _ := strings.Cut(way, " → "); !slices.Contains([]string{"map", "gallery", "chart"}, to) {
			t.Error(way)
		}
	}
}

// What stands above the entries goes along, those of a chart too; prose begins with what it has no field for.
func TestRemapKeepsHeadings(t *testing.T) {
	t.Parallel()
	all, data := layouts(t), samples(t)
	for _, from := range []string{"cards", "table", "chart"} {
		for _, to := range []string{"list", "timeline", "dashboard", "markdown"} {
			got, _, fault := remapped(t, all[from].Shape, all[to].Shape, data[from])
			text := all[to].fits(t, platform.Encoded(encoded(t, got)))
			for _, name := range []string{"title", "subtitle"} {
				if said := data[from][name].(string); !strings.Contains(text, strings.Trim(encodedName(said), `"`)) {
					t.Errorf("%s → %s has lost %q: %s%s", from, to, said, fault, text)
				}
			}
		}
	}
	one, _, _ := remapped(t, all["cards"].Shape, all["details"].Shape, data["cards"])
	first := data["cards"]["items"].([]any)[0].(map[string]any)
	if one["title"] != first["title"] || one["subtitle"] != first["subtitle"] {
		t.Errorf("the heading of many stands above one: %v", one)
	}
	marked := decode(t, `{"title":"A","subtitle":"5 * 3","items":[{"title":"Rye"}]}`).(map[string]any)
	if got, _, _ := remapped(t, all["cards"].Shape, all["markdown"].Shape, marked); got["text"] != "5 \\* 3\n\n### Rye" {
		t.Errorf("%q", got["text"])
	}
}

func encoded(t testing.TB, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// namesIn returns how the entries of data are called.
func namesIn(data map[string]any) (names []string) {
	for _, list := range []string{"items", "places", "results"} {
		entries, _ := data[list].([]any)
		for _, entry := range entries {
			o, _ := entry.(map[string]any)
			for _, key := range []string{"title", "name"} {
				if name, ok := o[key].(string); ok {
					names = append(names, strings.Trim(encodedName(name), `"`))
				}
			}
		}
	}
	return names
}

func encodedName(s string) string {
	raw, _ := json.Marshal(s)
	return string(raw)
}

// What one layout has a field for and the other has not becomes a line, and comes back.
func TestRemapThereAndBack(t *testing.T) {
	t.Parallel()
	all := layouts(t)
	cards := decode(t, `{"title":"Breads","items":[
		{"id":"r","title":"Rye","subtitle":"dark","price":3.5,"currency":"EUR","badge":"New","tags":["vegan","sour"],"image":"https://a.example/r.jpg","imageAlt":"A loaf","url":"https://a.example/r",
		 "lines":[{"label":"Baked on","value":"2026-11-22"},{"label":"Weight","value":750}],"stock":{"left":3}},
		{"id":"o","title":"Oat","price":"ask us"}],"actions":[{"label":"More","prompt":"More"}]}`).(map[string]any)
	for _, way := range []string{"list", "carousel", "table"} {
		there, omitted, fault := remapped(t, all["cards"].Shape, all[way].Shape, cards)
		if fault != "" || omitted != 0 {
			t.Fatalf("%s: %d omitted, %s", way, omitted, fault)
		}
		text := all[way].fits(t, platform.Encoded(encoded(t, there)))
		for _, has := range []string{"dark", "New", "sour", "r.jpg", "2026-11-22", "750", "Baked on", "3.5", "ask us", `"left"`, "More"} {
			if !strings.Contains(text, has) {
				t.Errorf("%s lacks %s: %s", way, has, text)
			}
		}
		back, _, fault := remapped(t, all[way].Shape, all["cards"].Shape, there)
		if fault != "" {
			t.Fatal(fault)
		}
		all["cards"].fits(t, platform.Encoded(encoded(t, back)))
		rye := back["items"].([]any)[0].(map[string]any)
		for _, name := range []string{"title", "subtitle", "image", "url", "stock"} {
			if diff := cmp.Diff(cards["items"].([]any)[0].(map[string]any)[name], rye[name]); diff != "" {
				t.Errorf("cards → %s → cards changes %s:\n%s", way, name, diff)
			}
		}
	}
}

func TestRemapSaysWhy(t *testing.T) {
	t.Parallel()
	all := layouts(t)
	plain := decode(t, `{"items":[{"title":"Rye"}]}`).(map[string]any)
	for to, why := range map[string]string{"gallery": "needs pictures", "map": "needs places", "chart": "draws numbers", "form": "asks for something"} {
		if _, _, fault := remapped(t, all["cards"].Shape, all[to].Shape, plain); !strings.Contains(fault, why) {
			t.Errorf("%s: %q", to, fault)
		}
	}
	some := decode(t, `{"items":[{"title":"Rye","image":"https://a.example/r.jpg"},{"title":"Oat"}]}`).(map[string]any)
	if got, omitted, fault := remapped(t, all["cards"].Shape, all["gallery"].Shape, some); omitted != 1 || fault != "" {
		t.Error(got, omitted, fault)
	}
	for _, hostile := range []string{`{}`, `{"items":7}`, `{"items":[7,null,[]]}`, `{"items":[{"title":{"a":1}}]}`, `{"items":[{"lines":[{"label":"id","value":1},{"label":"","value":2}]}]}`,
		`{"columns":[1,{"key":7}],"rows":[{"id":1}]}`, `{"series":[{"values":7},{}],"labels":{}}`} {
		for from := range all {
			for _, l := range all {
				if got, _, fault := remapped(t, all[from].Shape, l.Shape, decode(t, hostile).(map[string]any)); fault == "" {
					l.fits(t, platform.Encoded(encoded(t, got)))
				}
			}
		}
	}
}

// A picture that is drawn in its address is no text of a table, and is there again for the next layout.
func TestRemapOfDrawnPictures(t *testing.T) {
	t.Parallel()
	all := layouts(t)
	cards := decode(t, `{"items":[{"title":"Rye","image":"data:image/svg+xml,x"}]}`).(map[string]any)
	table, _, fault := remapped(t, all["cards"].Shape, all["table"].Shape, cards)
	if fault != "" || len(table["columns"].([]any)) != 1 {
		t.Fatal(table, fault)
	}
	all["table"].fits(t, platform.Encoded(encoded(t, table)))
	back, _, fault := remapped(t, all["table"].Shape, all["cards"].Shape, table)
	if fault != "" || back["items"].([]any)[0].(map[string]any)["image"] != "data:image/svg+xml,x" {
		t.Error(back, fault)
	}
}
