package mcpedge

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/appkit"
)

// What a layout's widgets need besides the data reaches them, and no others: their policies in both vocabularies, the _meta of
// results, and the page of their own. A failure has none of it.
func TestSupplement(t *testing.T) {
	t.Parallel()
	var policy []string
	b := setup(t, func(o *Options) {
		o.PageCSP = func(_ platform.Document, images []string) string { policy = images; return "default-src 'none'" }
		o.Supplement = func(layout string) *platform.Supplement {
			if layout != "list" {
				return nil
			}
			return &platform.Supplement{Origins: []string{"https://tiles.example"}, Meta: func(data json.RawMessage) map[string]any {
				return map[string]any{"berth/ground": json.RawMessage(`{"of":` + string(data) + `}`)}
			}}
		}
	})
	const tiles, ground = "https://tiles.example", `"berth/ground":{"of":{"items":[],"of":"cakes"}}`
	for _, tool := range []struct {
		name, uri, page string
		supplemented    bool
	}{{"show_cards", "ui://widget/shop.html", "cards", false}, {"cakes", "ui://widget/shop/cakes.html", "list", true}} {
		for _, era := range []string{"modern", "legacy"} {
			ask := func(method, name, params string) string {
				body, headers := modern("1", method, name, params)
				if era == "legacy" {
					body, headers = legacy("1", method, params)
				}
				_, answer, _ := b.post(t, "shop", body, headers...)
				return answer
			}
			for range 2 { // the second one is compiled
				read := ask("resources/read", tool.uri, `"uri":"`+tool.uri+`"`)
				if n := strings.Count(read, tiles); n != 2 && tool.supplemented || n != 0 && !tool.supplemented || !strings.Contains(read, "widgetCSP") {
					t.Errorf("%s, %s: the policies name the origin %d times: %.500s", era, tool.name, n, read)
				}
				call := ask("tools/call", tool.name, `"name":"`+tool.name+`","arguments":{"message":"x"}`)
				if tool.supplemented {
					call = ask("tools/call", tool.name, `"name":"`+tool.name+`","arguments":{}`)
				}
				if strings.Contains(call, ground) != tool.supplemented || !strings.Contains(call, `"structuredContent":{"items":[`) || !strings.Contains(call, templateKey) {
					t.Errorf("%s, %s: %s", era, tool.name, call)
				}
			}
			if refused := ask("tools/call", "cakes", `"name":"cakes","arguments":{"vegan":3}`); strings.Contains(refused, "berth/ground") || !strings.Contains(refused, `"isError":true`) {
				t.Errorf("%s: a refusal: %s", era, refused)
			}
		}
		_, page, _ := b.get(t, "/servers/shop/ui/"+tool.page+".html", "*/*")
		if got := strings.Contains(page, `"meta":{"berth/ground":{"of":`); got != tool.supplemented || strings.Contains(strings.Join(policy, " "), tiles) != tool.supplemented {
			t.Errorf("the page of %s: %v %s", tool.page, policy, page)
		}
	}
}

// A tool whose data is a value of Go is decorated by its JSON, which is encoded once.
func TestSupplementOfGoValues(t *testing.T) {
	t.Parallel()
	var seen string
	a := &app{views: []view{{uri: "ui://a", more: &platform.Supplement{Meta: func(data json.RawMessage) map[string]any {
		seen = string(data)
		return nil
	}}}}}
	got := a.withTemplate(&tool{}, appkit.Result{Structured: map[string]any{"b": "<", "a": 1}})
	encoded, ok := got.Structured.(platform.Encoded)
	if !ok || string(encoded) != seen || seen != `{"a":1,"b":"<"}` || got.Meta[templateKey] != "ui://a" {
		t.Errorf("%q, %+v", seen, got)
	}
	if got := a.withTemplate(&tool{}, appkit.Result{Structured: func() {}}); got.Meta[templateKey] != "ui://a" {
		t.Errorf("what cannot be encoded: %+v", got)
	}
}
