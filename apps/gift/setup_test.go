package gift_test

import (
	"encoding/json"
	"flag"
	"log/slog"
	"os"
	"slices"
	"testing"

	"berth/apps/gift"
	"berth/apps/gift/catalogue"
	"berth/platform/appkit/transcript"
	"berth/platform/store/storetest"
	"berth/test/served"
)

var update = flag.Bool("update", false, "write the responses into the transcripts")

// few returns the gifts of the transcripts: a handful that does not change while the catalogue grows.
func few(t *testing.T) []catalogue.Gift {
	t.Helper()
	raw, err := os.ReadFile("testdata/catalogue.json")
	if err != nil {
		t.Fatal(err)
	}
	var gifts []catalogue.Gift
	if err := json.Unmarshal(raw, &gifts); err != nil {
		t.Fatal(err)
	}
	return gifts
}

func TestTranscripts(t *testing.T) {
	t.Parallel()
	run(t, "testdata/*.txtar", few(t))
}

// TestTranscriptsWithoutAService uses a catalogue that cannot be indexed, since it has each gift twice.
func TestTranscriptsWithoutAService(t *testing.T) {
	t.Parallel()
	run(t, "testdata/unavailable/*.txtar", slices.Concat(few(t), few(t)))
}

func run(t *testing.T, pattern string, gifts []catalogue.Gift) {
	t.Helper()
	app := gift.New(gift.Options{Gifts: gifts, Log: slog.New(slog.DiscardHandler)}) // the app keeps nothing between calls
	transcript.Run(t, pattern, *update, func(t *testing.T) transcript.Options {
		s := storetest.Open(t)
		server := served.App(t, served.Options{App: app, Store: s, Owner: storetest.Person(t, s, "ada@example.com")})
		vars := map[string]string{"list": server.Documents["gift-list"], "page": server.Documents["gift-details"]}
		for _, g := range gifts {
			vars[g.Key] = g.ID()
		}
		return transcript.Options{Send: server.Send, Vars: vars}
	})
}
