package view_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/view"
	"berth/templates"
)

func setup(t testing.TB) *view.Set {
	t.Helper()
	set, err := view.Load(templates.FS())
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func ptr[T any](v T) *T { return &v }

func TestLayouts(t *testing.T) {
	t.Parallel()
	set := setup(t)
	for _, l := range set.Layouts() {
		got, ok := set.Layout(l.Name)
		if !ok || !cmp.Equal(got, l) {
			t.Errorf("Layout(%q) is not what Layouts lists", l.Name)
		}
		for what, raw := range map[string]json.RawMessage{"schema": l.DataSchema, "sample": l.Sample} {
			if !json.Valid(raw) || raw[0] != '{' || bytes.ContainsAny(raw, "\n") {
				t.Errorf("%s: the %s is no compact object", l.Name, what)
			}
		}
		if !strings.HasPrefix(l.Preview, "data:image/svg+xml;base64,") {
			t.Errorf("%s: preview %.40q", l.Name, l.Preview)
		}
	}
	if cards, ok := set.Layout("cards"); !ok || !cards.Authored {
		t.Error("cards is not offered to authors")
	}
	if _, ok := set.Layout("nope"); ok {
		t.Error("an unknown layout was found")
	}
}

func TestLists(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	for _, l := range setup(t).Layouts() {
		if l.Authored {
			got[l.Name] = l.List
		}
	}
	want := map[string]string{
		"cards": "items", "list": "items", "table": "rows", "carousel": "items", "gallery": "items", "search-results": "results",
		"details": "", "dashboard": "items", "chart": "", "timeline": "items", "map": "places", "form": "", "markdown": "", "chat": "messages",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the lists of the layouts (-want +got):\n%s", diff)
	}
}

func TestBuild(t *testing.T) {
	t.Parallel()
	set := setup(t)
	for _, l := range set.Layouts() {
		doc, err := set.Build(l.Name, platform.Theme{})
		if err != nil {
			t.Fatal(err)
		}
		again, _ := set.Build(l.Name, platform.Theme{})
		other, err := set.Build(l.Name, platform.Theme{Radius: ptr(3)})
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(doc, again) {
			t.Errorf("%s: equal themes made different documents", l.Name)
		}
		if doc.Digest == other.Digest || doc.StyleHashes[1] == other.StyleHashes[1] || doc.ScriptHash != other.ScriptHash {
			t.Errorf("%s: another theme must change the digest and the theme's hash alone", l.Name)
		}
		if doc.Layout != l.Name || len(doc.StyleHashes) != 2 || len(doc.Digest) != 64 {
			t.Errorf("%s: document %q %q %q", l.Name, doc.Layout, doc.StyleHashes, doc.Digest)
		}
		if !bytes.Contains(other.Page(nil), []byte("--radius:3px;")) {
			t.Errorf("%s: the theme is not in the page", l.Name)
		}
	}
	_, err := set.Build("nope", platform.Theme{})
	if !platform.IsCode(err, platform.CodeNotFound) {
		t.Errorf("unknown layout: %v", err)
	}
	_, err = set.Build("cards", platform.Theme{Light: &platform.Palette{Accent: "red}</style>"}})
	if !platform.IsCode(err, platform.CodeInvalidConfig) {
		t.Errorf("bad theme: %v", err)
	}
}

// Data that spells out both slots and ends of elements stays data: it comes back from the slot byte for byte, and the
// page has no element more than before.
func TestHostileConfiguration(t *testing.T) {
	t.Parallel()
	doc, err := setup(t).Build("cards", platform.Theme{})
	if err != nil {
		t.Fatal(err)
	}
	hostile := map[string]string{
		"data": `</script><script>alert(1)</script><!--<style id="theme"></style><script type="application/json" id="app-config">{}</script>` + "\u2028",
	}
	config, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	empty, page := doc.Page(nil), doc.Page(config)
	for _, tag := range []string{"<script", "</script", "<style", "</style", "<!--"} {
		if got, want := bytes.Count(page, []byte(tag)), bytes.Count(empty, []byte(tag)); got != want {
			t.Errorf("%d times %s, want %d", got, tag, want)
		}
	}
	_, rest, _ := bytes.Cut(page, []byte(`id="app-config">`))
	slot, _, _ := bytes.Cut(rest, []byte("</script>"))
	var back map[string]string
	if err := json.Unmarshal(slot, &back); err != nil || !cmp.Equal(back, hostile) {
		t.Errorf("the slot holds %q (%v)", slot, err)
	}
}

// What PageWith writes is what the kit reads: the data under "data" and what stands beside it under "meta", whatever they say.
func TestPageWith(t *testing.T) {
	t.Parallel()
	doc, err := setup(t).Build("cards", platform.Theme{})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(doc.PageWith(nil, nil), doc.Page(nil)) {
		t.Error("a page with no data is not the empty page")
	}
	more := &platform.Supplement{Meta: func(json.RawMessage) map[string]any { return map[string]any{"k": "</script>"} }}
	for _, data := range []string{`{"title":"a"}`, `{"title":"</script><b>&\u2028<!--"}`, `[1]`} {
		_, rest, _ := bytes.Cut(doc.PageWith(json.RawMessage(data), more), []byte(`id="app-config">`))
		slot, _, _ := bytes.Cut(rest, []byte("</script>"))
		var got struct{ Data, Meta any }
		var want any
		if err := json.Unmarshal(slot, &got); err != nil {
			t.Fatalf("%s: %v in %s", data, err, slot)
		}
		if err := json.Unmarshal([]byte(data), &want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.Data) + cmp.Diff(map[string]any{"k": "</script>"}, got.Meta); diff != "" || bytes.ContainsAny(slot, "<>&\u2028") {
			t.Errorf("%s became %s", data, slot)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	const (
		slots   = `<style id="theme"></style><script type="application/json" id="app-config">{}</script>`
		html    = `<style>a{}</style>` + slots + `<script>b</script>`
		layout  = `{"name":"x","title":"X","description":"d","dataSchema":{},"sample":{}}`
		palette = `{"accent":"#000000","surface":"#ffffff","text":"#000000","muted":"#000000"}`
		presets = `{"presets":[{"name":"default","light":` + palette + `,"dark":` + palette + `,"radius":1,"density":"regular","scale":1,"font":"mono"}]}`
	)
	load := func(html, layout, presets string) error {
		_, err := view.Load(fstest.MapFS{
			"dist/x.html":           {Data: []byte(html)},
			"layouts/x/layout.json": {Data: []byte(layout)},
			"layouts/x/preview.svg": {Data: []byte("<svg/>")},
			"tokens/presets.json":   {Data: []byte(presets)},
		})
		return err
	}
	if err := load(html, layout, presets); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"no theme slot":       load(strings.Replace(html, `<style id="theme"></style>`, "", 1), layout, presets),
		"two theme slots":     load(html+`<style id="theme"></style>`, layout, presets),
		"filled theme slot":   load(strings.Replace(html, `"theme">`, `"theme">x`, 1), layout, presets),
		"no config slot":      load(strings.Replace(html, "app-config", "app", 1), layout, presets),
		"two config slots":    load(html+slots[26:], layout, presets),
		"two scripts":         load(html+"<script></script>", layout, presets),
		"no script":           load(strings.Replace(html, "<script>b", "<script x>b", 1), layout, presets),
		"two styles":          load(strings.Replace(html, slots, "<style></style>"+slots, 1), layout, presets),
		"another name":        load(html, strings.Replace(layout, `"x"`, `"y"`, 1), presets),
		"no schema":           load(html, strings.Replace(layout, "dataSchema", "schema", 1), presets),
		"an unknown list":     load(html, strings.Replace(layout, `{`, `{"list":"items",`, 1), presets),
		"no default preset":   load(html, layout, strings.Replace(presets, "default", "other", 1)),
		"bad preset colour":   load(html, layout, strings.Replace(presets, "#000000", "black", 1)),
		"half a preset":       load(html, layout, strings.Replace(presets, `"accent":"#000000",`, "", 1)),
		"broken layout.json":  load(html, "{", presets),
		"broken presets.json": load(html, layout, "{"),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := view.Load(fstest.MapFS{"tokens/presets.json": {Data: []byte(presets)}}); err == nil {
		t.Error("no layouts: no error")
	}
}

func TestCSP(t *testing.T) {
	t.Parallel()
	doc := platform.Document{ScriptHash: "sha256-s=", StyleHashes: []string{"sha256-a=", "sha256-b="}}
	got := view.CSP(doc, []string{"https://img.example", "https://x.example; script-src *", "http://plain.example", "https://b.example:8443"})
	want := "default-src 'none'; script-src 'sha256-s='; style-src 'sha256-a=' 'sha256-b='; img-src data: https://img.example https://b.example:8443; " +
		"connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestImageHostsOfMarkdown(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(map[string]any{"text": strings.Join([]string{
		"![A](https://a.example/1.png) ![](<HTTPS://B.example/2.png> 'title') [link](https://link.example/)",
		"> ![two\n> lines](https://c.example/3.png)", "![x](http://plain.example/) ![x](data:image/png,x) ![x](javascript:1)",
		"![x] (https://apart.example/) ![ [x](https://nested.example/) ![x](https://user@d.example/) ![x](https://e.example;script-src)",
		"![x](\nhttps://f.example:8443/)", strings.Repeat("![", 1000), strings.Repeat("![](", 1000),
	}, "\n\n"), "other": "![x](https://other.example/)"})
	if err != nil {
		t.Fatal(err)
	}
	got := view.ImageHosts(data, []string{"markdown:text", "markdown:absent"})
	want := []string{"https://a.example", "https://b.example", "https://c.example", "https://f.example:8443"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestImageHosts(t *testing.T) {
	t.Parallel()
	data := `{"cover":"https://top.example/x","items":[
		{"image":"https://b.example/1.png"},{"image":"HTTPS://A.example:443/2.png?x#y"},{"image":"https://b.example:8443/"},{"image":"https://b.example/again"},
		{"image":"http://plain.example/3.png"},{"image":"data:image/png;base64,AA"},{"image":"javascript:alert(1)"},{"image":"//c.example/x"},
		{"image":"https://user@d.example/"},{"image":"https://e.example;script-src/"},{"image":"https://ex ample/"},{"image":"https://é.example/"},
		{"image":"https://*.example/"},{"image":"https:///x"},{"image":"https://[::1]/"},{"image":"https://g.example/50%off.png"},
		{"image":"https://h.example\\@i.example/"},{"image":"https://j.example:x/"},{"image":7},{"other":"https://f.example/"},3,null]}`
	got := view.ImageHosts(json.RawMessage(data), []string{"items[].image", "cover", "absent[].x", "items.image"})
	want := []string{"https://a.example", "https://b.example", "https://b.example:8443", "https://g.example", "https://h.example", "https://top.example"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := view.ImageHosts(json.RawMessage("{"), []string{"x"}); got != nil {
		t.Errorf("broken data: %q", got)
	}
	set := setup(t)
	if got := set.ImageHosts("cards", json.RawMessage(data)); !slices.Contains(got, "https://a.example") || slices.Contains(got, "https://top.example") {
		t.Errorf("cards: %q", got)
	}
	if got := set.ImageHosts("nope", json.RawMessage(data)); got != nil {
		t.Errorf("unknown layout: %q", got)
	}
}
