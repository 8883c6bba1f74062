package store

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
)

// Rows of older versions hold objects where those of today hold arrays.
func TestCallsOfOlderVersionsAreRead(t *testing.T) {
	t.Parallel()
	at := time.UnixMicro(1_767_323_045_123_456).UTC()
	want := platform.CallRecord{ID: "019b7d9e-0000-7000-8000-000000000000", App: "app", At: at, Tool: `show "it"`, Outcome: "ok",
		Duration: 1500 * time.Microsecond, Client: "claude", ProtocolVersion: "2026-07-28", Bytes: 42}
	writer := callWriter{known: map[callTexts][]byte{}}
	for _, text := range []string{
		`{"id":"019b7d9e-0000-7000-8000-000000000000","at":1767323045123456,"tool":"show \"it\"","outcome":"ok","duration":1500,"client":"claude","version":"2026-07-28","bytes":42}`,
		string(writer.append(nil, &want, false)),
	} {
		var c call
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, c.record("app")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{`["x","y",1,1,"a","b","c","d"]`, `[1,2,3,4,5,6,7,8]`, `"x"`, `7`} {
		var c call
		if err := json.Unmarshal([]byte(text), &c); err == nil {
			t.Errorf("%s was read as %+v", text, c)
		}
	}
}
