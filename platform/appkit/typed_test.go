package appkit_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/appkit"
)

type bookInput struct {
	Title string  `json:"title"`
	Pages int     `json:"pages,omitempty"`
	Notes []entry `json:"notes,omitempty"`
	Any   any     `json:"any,omitempty"`
}

type entry struct {
	Text  string           `json:"text"`
	Stars []uint8          `json:"stars,omitempty"`
	Below map[string]entry `json:"below,omitempty"`
}

type bookOutput struct {
	Title string `json:"title"`
}

func TestTypedDecodesNamesExactly(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		arguments string
		want      bookInput
	}{
		"plain":             {`{"title":"a","pages":3}`, bookInput{Title: "a", Pages: 3}},
		"other case":        {`{"title":"a","Title":"evil","TITLE":"evil"}`, bookInput{Title: "a"}},
		"only other case":   {`{"TITLE":"evil"}`, bookInput{}},
		"folds to ASCII":    {`{"title":"a","pageſ":9}`, bookInput{Title: "a"}},
		"below a list":      {`{"title":"a","notes":[{"text":"b","Text":"evil"}]}`, bookInput{Title: "a", Notes: []entry{{Text: "b"}}}},
		"unknown":           {`{"title":"a","other":{"x":1}}`, bookInput{Title: "a"}},
		"whole numbers":     {`{"title":"a","pages":5.0}`, bookInput{Title: "a", Pages: 5}},
		"with an exponent":  {`{"title":"a","pages":-1e1,"x":0.5}`, bookInput{Title: "a", Pages: -10}},
		"in a list":         {`{"title":"a","notes":[{"text":"b","stars":[1,2.0]}]}`, bookInput{Title: "a", Notes: []entry{{Text: "b", Stars: []uint8{1, 2}}}}},
		"as it was given":   {`{"title":"a","pages":5.0,"any":5.0}`, bookInput{Title: "a", Pages: 5, Any: json.Number("5.0")}},
		"numbers unchanged": {`{"title":"a","pages":9007199254740993,"x":0}`, bookInput{Title: "a", Pages: 9007199254740993}},
		"below a map": {
			`{"title":"a","notes":[{"text":"b","below":{"K":{"text":"c","TEXT":"evil"}}}]}`,
			bookInput{Title: "a", Notes: []entry{{Text: "b", Below: map[string]entry{"K": {Text: "c"}}}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got bookInput
			tool := appkit.Typed(func(_ context.Context, _ appkit.Call, in bookInput) (bookOutput, error) {
				got = in
				return bookOutput{in.Title}, nil
			})
			result, err := tool(t.Context(), appkit.Call{Arguments: json.RawMessage(test.arguments)})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("input (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(appkit.Result{Structured: bookOutput{test.want.Title}}, result); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTypedRefusesWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	tool := appkit.Typed(func(context.Context, appkit.Call, bookInput) (bookOutput, error) {
		t.Error("the function ran")
		return bookOutput{}, nil
	})
	const whole = "must be a whole number of at most 18 digits"
	for arguments, message := range map[string]string{`{"title":5}`: "must be a string, not a number", `{"pages":1.5}`: whole, `{"pages":"3"}`: "must be a whole number, not a string",
		`{"title":["a"]}`: "must be a string, not an array", `{"notes":{}}`: "must be an array, not an object", `{"notes":[true]}`: "must be an object, not true or false"} {
		_, err := tool(t.Context(), appkit.Call{Arguments: json.RawMessage(arguments)})
		if failure := platform.AsError(err); len(failure.Fields) != 1 || failure.Fields[0].Message != message {
			t.Errorf("%s: %+v, want %q", arguments, failure.Fields, message)
		}
	}
	for arguments, location := range map[string]string{
		`{"title":5}`: "title", `{"notes":[{"text":{}}]}`: "notes.text", `[]`: "arguments", `{"title":`: "arguments", ``: "arguments",
		`{"pages":1.5}`: "pages", `{"pages":1e99}`: "pages", `{"pages":9223372036854775808}`: "pages", `{"pages":1e999}`: "pages",
	} {
		_, err := tool(t.Context(), appkit.Call{Arguments: json.RawMessage(arguments)})
		var failure *platform.Error
		if !errors.As(err, &failure) || failure.Code != platform.CodeInvalidInput || len(failure.Fields) != 1 || failure.Fields[0].Location != location {
			t.Errorf("%s: got %#v, want INVALID_INPUT at %s", arguments, err, location)
		}
	}
}

type shelf struct {
	Place string          `json:"place"`
	Free  map[string]bool `json:"free"`
}

// What does not fit is named as it was sent: a Go struct in which it stands has no name there.
func TestTypedNamesEmbeddedMembersAsSent(t *testing.T) {
	t.Parallel()
	type shelved struct {
		shelf
		Books []struct{ shelf } `json:"books"`
	}
	tool := appkit.Typed(func(context.Context, appkit.Call, shelved) (bookOutput, error) { return bookOutput{}, nil })
	for arguments, want := range map[string]platform.Problem{
		`{"place":5}`:                {Location: "place", Message: "must be a string, not a number"},
		`{"free":[]}`:                {Location: "free", Message: "must be an object, not an array"},
		`{"books":[{"place":true}]}`: {Location: "books.place", Message: "must be a string, not true or false"},
	} {
		_, err := tool(t.Context(), appkit.Call{Arguments: json.RawMessage(arguments)})
		if failure := platform.AsError(err); len(failure.Fields) != 1 || failure.Fields[0] != want {
			t.Errorf("%s: %+v, want %+v", arguments, failure.Fields, want)
		}
	}
}

func TestTypedKeepsErrors(t *testing.T) {
	t.Parallel()
	fault := errors.New("disk full")
	tool := appkit.Typed(func(context.Context, appkit.Call, bookInput) (appkit.Result, error) { return appkit.Result{}, fault })
	if _, err := tool(t.Context(), appkit.Call{Arguments: json.RawMessage(`{"title":"a"}`)}); !errors.Is(err, fault) {
		t.Errorf("error %v, want %v", err, fault)
	}
}

func TestTypedPassesResultsOn(t *testing.T) {
	t.Parallel()
	want := appkit.Result{Content: appkit.Text("hello"), Meta: map[string]any{"a": 1}}
	tool := appkit.Typed(func(context.Context, appkit.Call, bookInput) (appkit.Result, error) { return want, nil })
	got, err := tool(t.Context(), appkit.Call{Arguments: json.RawMessage(`{"title":"a"}`)})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
