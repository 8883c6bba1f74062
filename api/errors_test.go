package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"berth/platform"
)

// Anybody can make mistakes as fast as the network takes them: they must not fill the log or wake anybody.
func TestOnlyFailuresOfOursAreLoggedAsErrors(t *testing.T) {
	t.Parallel()
	a, _ := bare(t)
	cause := errors.New("SQLSTATE 22021")
	for level, errs := range map[string][]error{
		"DEBUG": {&platform.Error{Code: platform.CodeInvalidConfig, Msg: "No.", Err: cause}, &platform.Error{Code: platform.CodeConflict, Msg: "No.", Err: cause}},
		"ERROR": {&platform.Error{Code: platform.CodeUnavailable, Msg: "No.", Err: cause}, fmt.Errorf("load app: %w", cause)},
		"":      {platform.Errorf(platform.CodeNotFound, "No.")},
	} {
		for _, err := range errs {
			var log bytes.Buffer
			a.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			p := a.problem(context.Background(), err)
			if got := log.String(); (got == "") != (level == "") || !strings.Contains(got, level) || got != "" && !strings.Contains(got, cause.Error()) {
				t.Errorf("%v is logged as %q, want level %q", err, got, level)
			}
			if strings.Contains(p.Detail, cause.Error()) {
				t.Errorf("the caller is told %q", p.Detail)
			}
		}
	}
}

// Whoever names a server that is too slow reads that of the server: the database is to blame for its own waits alone.
func TestSlowServersAreNotTheDatabase(t *testing.T) {
	t.Parallel()
	a, _ := bare(t)
	slow := fmt.Errorf("get document: %w", context.DeadlineExceeded)
	named := platform.Invalid([]platform.Problem{{Location: "body.url", Message: "did not answer in 10 seconds"}})
	named.Err = slow
	if p := a.problem(t.Context(), named); p.Code != platform.CodeInvalidConfig || p.Status != 422 || len(p.Errors) != 1 {
		t.Errorf("a slow server: %+v", p)
	}
	for _, code := range []platform.Code{platform.CodeUnavailable, platform.CodeUpstream, platform.CodeLLM, platform.CodeExecution, platform.CodeTimeout} {
		if p := a.problem(t.Context(), &platform.Error{Code: code, Msg: "Example cannot be reached.", Err: slow}); p.Code != code || p.Detail != "Example cannot be reached." {
			t.Errorf("a slow server: %+v", p)
		}
	}
	if p := a.problem(t.Context(), slow); p.Code != platform.CodeTimeout || !strings.Contains(p.Detail, "database") {
		t.Errorf("a slow database: %+v", p)
	}
}
