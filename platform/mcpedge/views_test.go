package mcpedge

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"berth/platform"
)

// withHistory gives the app cards ten earlier releases, the newest first, with a document of its own each.
func withHistory(b *bundle) {
	b.source.earlier = map[platform.AppID][]platform.BuiltView{}
	for i := range 12 {
		digest := strings.Repeat(string(rune('a'+i))+"0", 32)
		b.source.earlier["app-cards"] = append(b.source.earlier["app-cards"], platform.BuiltView{Name: "widget", Document: digest})
		b.source.docs[digest] = platform.Document{Digest: digest, Layout: "cards", Head: fmt.Appendf(nil, "<p>release %d</p>", i), Tail: []byte("</html>")}
	}
	b.source.earlier["app-other"] = []platform.BuiltView{{Name: "widget", Document: strings.Repeat("9", 64)}}
}

// A host that holds the list of an earlier release gets that release's widget, and nobody gets one that never was.
func TestAnEarlierWidgetIsItsOwn(t *testing.T) {
	t.Parallel()
	for name, plain := range map[string]bool{"with hosts and a description": false, "with a description of nothing": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			withHistory(b)
			s := cards("cards", 2)
			if plain {
				s.Manifest.Views[0].Description, s.Manifest.Views[0].CSP.Resource = "", nil
			}
			b.source.live["cards"] = s
			read := func(hash, version string) (status int, answer string) {
				uri := "ui://cards/widget@" + hash + ".html"
				body, headers := modern("1", "resources/read", uri, `"uri":"`+uri+`"`)
				if version == "legacy" {
					body, headers = legacy("1", "resources/read", `"uri":"`+uri+`"`)
				}
				return first2(b.post(t, "cards", body, headers...))
			}
			for _, version := range []string{"modern", "legacy"} {
				_, present := read("abababababababab", version)
				for i := range keptViews {
					hash := strings.Repeat(string(rune('a'+i))+"0", 8)
					_, answer := read(hash, version)
					want := strings.Replace(present, "abababababababab", hash, 1)
					var now, then struct {
						Result struct {
							Contents []struct {
								URI, MIMEType, Text string
								Meta                json.RawMessage `json:"_meta"`
							}
						}
					}
					if json.Unmarshal([]byte(want), &now) != nil || json.Unmarshal([]byte(answer), &then) != nil || len(then.Result.Contents) != 1 || len(now.Result.Contents) != 1 {
						t.Fatalf("%s: %.300s", version, answer)
					}
					got, like := then.Result.Contents[0], now.Result.Contents[0]
					if got.URI != like.URI || got.MIMEType != like.MIMEType || string(got.Meta) != string(like.Meta) || !strings.HasPrefix(got.Text, fmt.Sprintf("<p>release %d</p>", i)) {
						t.Errorf("%s, release %d: %+v", version, i, got)
					}
				}
				status, code := 400, "-32602"
				if version == "legacy" {
					status, code = 200, "-32002"
				}
				for _, hash := range []string{"0000000000000000", "k0k0k0k0k0k0k0k0", "9999999999999999", "", "a0", strings.Repeat("a0", 32)} {
					if got, answer := read(hash, version); got != status || !strings.Contains(answer, code) || strings.Contains(answer, "release") {
						t.Errorf("%s: an invented widget %q: %d %.300s", version, hash, got, answer)
					}
				}
			}
			if b.source.asked != 1 {
				t.Errorf("the database was asked %d times", b.source.asked)
			}
		})
	}
}
