package mock_test

import (
	"encoding/json"
	"testing"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor/mock"
	"berth/platform/runtime"

	"github.com/google/go-cmp/cmp"
)

var _ runtime.Executor = mock.Executor{}

func TestExecuteAnswersTheData(t *testing.T) {
	t.Parallel()
	ref := platform.HandlerRef{Kind: mock.Kind, Config: json.RawMessage(`{"data":{"n":12345678901234567890.10,"s":"<&>"},"text":"Hello"}`)}
	for _, arguments := range []string{`{}`, `{"message":"hi"}`} {
		got, err := mock.Executor{}.Execute(t.Context(), ref, appkit.Call{Arguments: json.RawMessage(arguments)})
		if err != nil {
			t.Fatal(err)
		}
		want := appkit.Result{Content: appkit.Text("Hello"), Structured: json.RawMessage(`{"n":12345678901234567890.10,"s":"<&>"}`)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	data := platform.Problem{Location: "body.mockData", Message: "must be an object"}
	text := platform.Problem{Location: "body.responseText", Message: "must not be empty"}
	broken := platform.Problem{Location: "body.mockData", Message: "cannot be read"}
	for config, want := range map[string][]platform.Problem{
		`{"data":{},"text":"x"}`: nil,
		`{"data":[],"text":""}`:  {data, text},
		`{"data":null}`:          {data, text},
		`{"text":"x"}`:           {data},
		`{"data":{}}`:            {text},
		``:                       {broken},
		`{`:                      {broken},
		`{"text":1}`:             {broken},
	} {
		got := mock.Executor{}.Check(platform.ToolSpec{Handler: platform.HandlerRef{Config: json.RawMessage(config)}})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Check(%s) (-want +got):\n%s", config, diff)
		}
	}
}

func TestExecuteWithoutConfig(t *testing.T) {
	t.Parallel()
	if _, err := (mock.Executor{}).Execute(t.Context(), platform.HandlerRef{Kind: mock.Kind}, appkit.Call{}); err == nil {
		t.Error("a tool without data has an answer")
	}
}
