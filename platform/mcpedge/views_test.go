package mcpedge

import (
	"encoding/json"
	"testing"
)

// A host that holds the list of an earlier release gets the present widget under the URI that it asks for.
func TestAnEarlierWidgetIsThePresentOne(t *testing.T) {
	t.Parallel()
	for name, plain := range map[string]bool{"with hosts and a description": false, "with a description of nothing": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			s := cards("cards", 2)
			if plain {
				s.Manifest.Views[0].Description, s.Manifest.Views[0].CSP.Resource = "", nil
			}
			b.source.live["cards"] = s
			read := func(uri, version string) (got struct {
				Result struct {
					Contents []struct{ URI, MIMEType, Text string }
				}
			}) {
				body, headers := modern("1", "resources/read", uri, `"uri":"`+uri+`"`)
				if version == "legacy" {
					body, headers = legacy("1", "resources/read", `"uri":"`+uri+`"`)
				}
				_, answer, _ := b.post(t, "cards", body, headers...)
				if err := json.Unmarshal([]byte(answer), &got); err != nil || len(got.Result.Contents) != 1 {
					t.Fatalf("%s, %s: %v in %.300s", uri, version, err, answer)
				}
				return got
			}
			for _, version := range []string{"modern", "legacy"} {
				const earlier = "ui://cards/widget@0000000000000000.html"
				present := read("ui://cards/widget@abababababababab.html", version).Result.Contents[0]
				got := read(earlier, version).Result.Contents[0]
				if got.URI != earlier || got.Text != present.Text || got.Text == "" || got.MIMEType != present.MIMEType {
					t.Errorf("%s: %s of type %s, %d characters; the present one has %s and %d", version, got.URI, got.MIMEType, len(got.Text), present.MIMEType, len(present.Text))
				}
			}
		})
	}
}
