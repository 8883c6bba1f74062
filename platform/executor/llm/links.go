package llm

import (
	"encoding/json"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"berth/platform"
	model "berth/platform/llm"
)

// address matches links in texts.
var address = regexp.MustCompile(`(?i)\bhttps?://[^\s<>"'` + "`" + `()\[\]{}|\\^]+`)

// hostsIn adds the hosts of the links in texts to a list without doubles.
func hostsIn(hosts []string, texts ...string) []string {
	hosts = slices.Clone(hosts)
	for _, text := range texts {
		for _, link := range address.FindAllString(text, -1) {
			if host := hostOf(link); host != "" && !slices.Contains(hosts, host) {
				hosts = append(hosts, host)
			}
		}
	}
	return hosts
}

// hostOf returns the host that a link leads to, "" for one that leads to none.
func hostOf(link string) string {
	u, err := url.Parse(strings.TrimRight(link, ".,;:!?*_~"))
	if err != nil || u.User != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// safe returns an answer without links to other hosts: what is a link is left out, together with an entry that needs it; in a longer
// text only the words stay.
func safe(data json.RawMessage, hosts []string, fits func(json.RawMessage) []platform.Problem) (json.RawMessage, error) {
	var v any
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil, model.Schema.Error(errors.New("the answer cannot be read"))
	}
	for _, entries := range []bool{false, true} {
		w := weeding{hosts: hosts, entries: entries}
		clean, _ := w.value(v)
		if w.weeded == 0 {
			return data, nil
		}
		text, err := platform.PlainJSON(clean)
		if err != nil {
			return nil, err
		}
		if len(fits(json.RawMessage(text))) == 0 {
			return json.RawMessage(text), nil
		}
	}
	return nil, model.Content.Error(errors.New("the answer leads to hosts that are not the app's"))
}

// weeding takes links to other hosts out of a value, which it leaves as it is. entries says that an entry of a list goes whole where
// a link of its own goes.
type weeding struct {
	hosts   []string
	entries bool
	weeded  int
}

func (w *weeding) value(v any) (clean any, keep bool) {
	switch v := v.(type) {
	case string:
		return w.text(v)
	case []any:
		out := []any{}
		for _, inner := range v {
			before := w.weeded
			one, ok := w.value(inner)
			if _, isEntry := inner.(map[string]any); ok && !(isEntry && w.entries && w.weeded > before) {
				out = append(out, one)
			}
		}
		return out, true
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, inner := range v {
			if one, ok := w.value(inner); ok {
				out[name] = one
			}
		}
		return out, true
	}
	return v, true
}

// text returns a text with the links to other hosts as words; keep is false for one that is nothing else than such a link.
func (w *weeding) text(s string) (clean any, keep bool) {
	trimmed := strings.TrimSpace(s)
	if strings.HasPrefix(strings.ToLower(trimmed), "data:image/") {
		return s, true
	}
	if address.FindString(trimmed) == trimmed && trimmed != "" {
		if w.ours(trimmed) {
			return s, true
		}
		w.weeded++
		return nil, false
	}
	return address.ReplaceAllStringFunc(s, func(link string) string {
		if w.ours(link) {
			return link
		}
		w.weeded++
		_, rest, _ := strings.Cut(link, "//")
		return rest
	}), true
}

func (w *weeding) ours(link string) bool {
	host := hostOf(link)
	return host != "" && slices.Contains(w.hosts, host)
}
