package todo_test

import (
	"flag"
	"testing"

	"berth/platform/appkit/transcript"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

var update = flag.Bool("update", false, "write the responses into the transcripts")

func TestTranscripts(t *testing.T) {
	t.Parallel()
	open := map[string]func(testing.TB) *store.Store{"sqlite": storetest.Open, "postgres": storetest.OpenPostgres}
	for name, open := range open {
		if *update && name != "sqlite" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			transcript.Run(t, "testdata/*.txtar", *update, func(t *testing.T) transcript.Options {
				return setup(t, open(t)).transcript()
			})
		})
	}
}
