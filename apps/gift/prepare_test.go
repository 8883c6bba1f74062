package gift_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"berth/apps/gift"
	"berth/platform/appkit"
)

// After Prepare the index is there, and no call builds it again.
func TestPrepareLeavesNothingToTheFirstCall(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	app := gift.New(gift.Options{Gifts: few(t), Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	for range 2 {
		app.Prepare()
		if n := strings.Count(log.String(), "the gifts are indexed"); n != 1 {
			t.Fatalf("indexed %d times", n)
		}
	}
	call := appkit.Call{Arguments: json.RawMessage(`{"recipient_description":"my dad who loves woodworking"}`)}
	if _, err := app.Handlers()["get_recommendations"](t.Context(), call); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(log.String(), "the gifts are indexed"); n != 1 {
		t.Errorf("indexed %d times after a call", n)
	}
}
