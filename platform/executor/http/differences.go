package http

import (
	"cmp"
	"encoding/json"
	"fmt"

	"berth/platform"
	"berth/platform/executor"
)

// Differences implements executor.Kind.
func (*Executor) Differences(from, to platform.ToolSpec) (found []executor.Difference) {
	was, is := configOf(from), configOf(to)
	if words := executor.TextInWords(was.Text, is.Text); words != "" {
		found = append(found, executor.Difference{Field: "responseText", Title: "Text for the model", Text: words})
	}
	add := func(text string) {
		found = append(found, executor.Difference{Field: "handler", Title: "What it asks", Text: text})
	}
	if words := executor.TextInWords(was.address(), is.address()); words != "" {
		add(words)
	} else if !platform.SameJSON(encode(was.Request), encode(is.Request)) {
		add("The query, headers or body of the request to " + is.address() + " are others.")
	}
	if !platform.SameJSON(was.Result, is.Result) {
		add("What is shown of the answer is another.")
	}
	if words := executor.TextInWords(was.inWords(), is.inWords()); words != "" {
		add(words)
	}
	return found
}

// configOf reads a configuration; one that cannot be read is like an empty one.
func configOf(spec platform.ToolSpec) config {
	var c config
	if json.Unmarshal(spec.Handler.Config, &c) != nil {
		return config{}
	}
	return c
}

// address returns method and address of a request.
func (c config) address() string {
	if c.Request.URL == "" {
		return ""
	}
	return cmp.Or(c.Request.Method, "GET") + " " + c.Request.URL
}

// inWords says how answers are kept and how long they may take.
func (c config) inWords() string {
	if c.Request.URL == "" {
		return ""
	}
	words := "answers are not kept"
	if c.CacheSeconds > 0 {
		words = fmt.Sprintf("answers are kept for %s, for each person", platform.Count(c.CacheSeconds, "second"))
		if c.Shared {
			words = fmt.Sprintf("answers are kept for %s, for everybody", platform.Count(c.CacheSeconds, "second"))
		}
	}
	limit := defaultTimeout
	if c.TimeoutSeconds > 0 {
		limit = c.TimeoutSeconds
	}
	return fmt.Sprintf("%s; %s to answer", words, platform.Count(limit, "second"))
}
