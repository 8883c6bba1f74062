package native_test

import (
	"context"
	"errors"
	"testing"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor/native"
	"berth/platform/runtime"

	"github.com/google/go-cmp/cmp"
)

var _ interface {
	runtime.Executor
	runtime.Failer
} = (*native.Executor)(nil)

var errBroken = errors.New("broken")

type echo string

func (e echo) Slug() string                { return string(e) }
func (e echo) Manifest() platform.Manifest { return platform.Manifest{} }
func (e echo) Handlers() map[string]appkit.ToolFunc {
	return map[string]appkit.ToolFunc{
		"say": func(_ context.Context, call appkit.Call) (appkit.Result, error) {
			return appkit.Result{Content: appkit.Text(string(e) + " " + string(call.Arguments))}, nil
		},
		"break": func(context.Context, appkit.Call) (appkit.Result, error) { return appkit.Result{}, errBroken },
		"none":  nil,
	}
}

type wordy struct{ echo }

func (wordy) Failure(tool string, f *platform.Error) appkit.Result {
	return appkit.Result{Content: appkit.Text(tool + ": " + f.Msg), IsError: true}
}

func setup(t *testing.T) *native.Executor {
	t.Helper()
	e, err := native.New(echo("a"), wordy{"b"})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestExecuteRunsTheNamedHandlerOfTheNamedApp(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for _, slug := range []string{"a", "b"} {
		got, err := e.Execute(t.Context(), platform.HandlerRef{Kind: native.Kind, Ref: slug + "/say"}, appkit.Call{Arguments: []byte(`{}`)})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(appkit.Result{Content: appkit.Text(slug + " {}")}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", slug, diff)
		}
	}
	if _, err := e.Execute(t.Context(), platform.HandlerRef{Ref: "a/break"}, appkit.Call{}); !errors.Is(err, errBroken) {
		t.Errorf("error %v, want the handler's", err)
	}
}

func TestUnknownHandlers(t *testing.T) {
	t.Parallel()
	e := setup(t)
	for _, ref := range []string{"", "a", "a/", "/say", "c/say", "a/none", "a/say/more", "say"} {
		if err := e.Find(platform.HandlerRef{Ref: ref}); err == nil {
			t.Errorf("Find(%q) succeeds", ref)
		}
		if _, err := e.Execute(t.Context(), platform.HandlerRef{Ref: ref}, appkit.Call{}); err == nil {
			t.Errorf("Execute(%q) succeeds", ref)
		}
	}
	if err := e.Find(platform.HandlerRef{Ref: "a/say"}); err != nil {
		t.Errorf("Find(a/say): %v", err)
	}
}

func TestFailureIsWordedByTheAppIfItWants(t *testing.T) {
	t.Parallel()
	e := setup(t)
	failure := platform.Errorf(platform.CodeTimeout, "Too slow.")
	got, ok := e.Failure(platform.HandlerRef{Ref: "b/say"}, "say", failure)
	if !ok || !got.IsError || got.Content[0].Text != "say: Too slow." {
		t.Errorf("Failure of b = %+v, %v", got, ok)
	}
	for _, ref := range []string{"a/say", "c/say", ""} {
		if _, ok := e.Failure(platform.HandlerRef{Ref: ref}, "say", failure); ok {
			t.Errorf("%q words its failures", ref)
		}
	}
}

func TestTwoAppsWithOneSlug(t *testing.T) {
	t.Parallel()
	if _, err := native.New(echo("a"), wordy{"a"}); err == nil {
		t.Error("two apps share a slug")
	}
}
