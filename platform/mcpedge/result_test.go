package mcpedge

import (
	"encoding/json"
	"testing"

	"berth/platform/appkit"
)

// FuzzPlainResult compares the short way to encode a result with the one that mcp-go's own types take.
func FuzzPlainResult(f *testing.F) {
	for _, text := range []string{"", "hi", "\"\\/\b\f\n\r\t\x00\x1f\x7f", "<&>", "é – 日本 😀", "\u2028\u2029", "a\xffb", "\xe2\x80", "tail\\"} {
		f.Add(text, `{"a":"`+"é<"+`"}`, true, true)
		f.Add(text, text, false, false)
	}
	info := json.RawMessage(`{"name":"x","version":"1"}`)
	f.Fuzz(func(t *testing.T, text, structured string, withText, withMeta bool) {
		results := []appkit.Result{{Structured: map[string]string{"a": text}}, {Structured: map[string]string{"a": text}, IsError: true}}
		if json.Valid([]byte(structured)) {
			results = append(results, appkit.Result{Structured: json.RawMessage(structured)})
		}
		for _, r := range append(results, appkit.Result{Content: appkit.Text(text)}) {
			if withText {
				r.Content = appkit.Text(text)
			}
			if withMeta {
				r.Meta = map[string]any{templateKey: text, "a": 1, "io.modelcontextprotocol/serverInfo": text}
			} else if withText {
				r.Meta = map[string]any{templateKey: text, text: "a", "z": "io.modelcontextprotocol/serverInfo"}
			}
			for _, modern := range []bool{false, true} {
				got, ok := plainResult(nil, info, r, modern)
				if want := anyResult(info, r, modern); !ok || string(got) != string(want) {
					t.Errorf("%+v, modern %v\n got %s\nwant %s", r, modern, got, want)
				}
			}
		}
	})
}

func TestOtherResultsTakeTheLongWay(t *testing.T) {
	t.Parallel()
	for _, r := range []appkit.Result{
		{},
		{Content: []appkit.Content{{Type: "text", Text: "a"}, {Type: "text", Text: "b"}}},
		{Content: []appkit.Content{{Type: "image", Data: []byte{1}, MIMEType: "image/png"}}},
		{Structured: func() {}},
		{Structured: map[string]any{}, Meta: map[string]any{"other": func() {}}},
		{RequestState: "x"},
	} {
		if body, ok := plainResult(nil, nil, r, true); ok {
			t.Errorf("%+v became %s", r, body)
		}
	}
}

// A text that is the data again, or the list or object that is all of it, is for the model alone: people have it in the widget.
func TestTextsThatRepeatTheData(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, structured string
		want             bool
	}{
		{`{"tasks":[1]}`, `{"tasks":[1]}`, true},
		{`[{"id":1}]`, `{"tasks":[{"id":1}]}`, true},
		{`{"a":1}`, `{"b":{"a":1}}`, true},
		{`[]`, `{"tasks":[]}`, true},
		{`[1]`, `{"tasks":[1],"more":[1]}`, false},
		{`[1]`, `{"tasks":[[1]]}`, false},
		{`[1]`, `{"a":"x","b":[1]}`, false},
		{`7`, `{"n":7}`, false},
		{`One task.`, `{"tasks":[1]}`, false},
		{``, `{"tasks":[1]}`, false},
		{`[1]`, ``, false},
	} {
		if got := repeats(c.text, json.RawMessage(c.structured)); got != c.want {
			t.Errorf("%s of %s: %t", c.text, c.structured, got)
		}
	}
}
