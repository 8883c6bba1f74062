package mock

import (
	"bytes"
	"encoding/json"
	"slices"

	"berth/platform/executor"
	"berth/platform/request"
)

// placeholders returns the text with the placeholders that it may have; ok is false for a text without any. One with a fault in it, which
// releases may have from before there were any, is plain text.
func placeholders(text string) (t request.Text, ok bool) {
	t, problems := executor.ParseText(text)
	return t, len(problems) == 0 && len(t.Placeholders()) > 0
}

// resolve fills the placeholders of a text that the author has written where the release alone decides them; else each call does. A text
// made from the data has none, whatever braces stand in the data.
func (c *Config) resolve(list string) {
	text, ok := placeholders(c.Text)
	if !ok {
		return
	}
	c.count(list)
	c.Fill = slices.ContainsFunc(text.Placeholders(), func(p request.Placeholder) bool { return p.Source == request.Args })
	if !c.Fill {
		c.fill(nil)
		c.Count = nil
	}
}

// prepared returns the configuration as JSON.
func (c Config) prepared() json.RawMessage {
	raw, err := json.Marshal(c.Text)
	if err != nil {
		raw = []byte(`""`) // a string always encodes
	}
	rest := struct {
		Fill  bool `json:"fill,omitempty"`
		Count *int `json:"count,omitempty"`
	}{c.Fill, c.Count}
	more, err := json.Marshal(rest)
	if err != nil || len(more) == 2 {
		more = []byte("{}")
	}
	out := slices.Concat([]byte(`{"data":`), c.Data, []byte(`,"text":`), raw) // data stays as it is, to the byte
	if len(more) > 2 {
		return slices.Concat(out, []byte(","), more[1:])
	}
	return append(out, '}')
}

// count notes how many entries the data holds in a list.
func (c *Config) count(list string) {
	var fields map[string]json.RawMessage
	var entries []json.RawMessage
	if list != "" && json.Unmarshal(c.Data, &fields) == nil && json.Unmarshal(fields[list], &entries) == nil {
		n := len(entries)
		c.Count = &n
	}
}

// said is the text of a tool whose author has written none: a sentence made from the data. Where it says nothing of them, they stand
// behind it, for clients that show no widget and read no structured content.
func (c *Config) said() string {
	said := executor.Sentence(c.Data)
	var data bytes.Buffer
	if said == executor.NothingSaid && json.Compact(&data, c.Data) == nil && data.Len() > len("{}") && data.Len() <= executor.MaxRepeated {
		return said + " " + data.String()
	}
	return said
}

// fill puts values into the text. Where one is missing, said takes its place.
func (c *Config) fill(arguments json.RawMessage) {
	text, ok := placeholders(c.Text)
	if !ok {
		return
	}
	args, _ := value(arguments).(map[string]any)
	filled, whole, err := text.Fill(request.Values{Args: args, Data: value(c.Data), Count: c.Count})
	if c.Text = filled; !whole || err != nil {
		c.Text = c.said()
	}
}

// value decodes JSON, whose numbers keep their digits; nil for what is none.
func value(raw json.RawMessage) (v any) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}
