package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/executor"
	"berth/platform/request"
	"berth/platform/tables"
)

const (
	modelFast    = "fast"
	modelGood    = "good"
	answerLayout = "layout"
	answerText   = "text"

	mostTokens         = 4096 // of an answer
	defaultTokens      = 2048
	defaultTemperature = 0.2
	mostKnowledge      = 50 // rows
	defaultKnowledge   = 8
)

// handler is the author's part of a tool.
type handler struct {
	Model           string     `json:"model,omitempty"`
	Temperature     *float64   `json:"temperature,omitempty"`
	MaxOutputTokens int        `json:"maxOutputTokens,omitempty"`
	Answer          string     `json:"answer,omitempty"`
	Knowledge       *knowledge `json:"knowledge,omitempty"`
}

// knowledge is a table whose rows a model is shown, those that fit the message best.
type knowledge struct {
	Table string `json:"table"`
	Limit int    `json:"limit,omitempty"`
}

func (h handler) tokens() int {
	if h.MaxOutputTokens > 0 {
		return h.MaxOutputTokens
	}
	return defaultTokens
}

func (h handler) temperature() *float64 {
	if h.Temperature != nil {
		return h.Temperature
	}
	t := defaultTemperature
	return &t
}

func (k knowledge) limit() int {
	if k.Limit > 0 {
		return k.Limit
	}
	return defaultKnowledge
}

// inWords says what a handler does.
func (h handler) inWords() string {
	parts := []string{"ask the " + modelGood + " model"}
	if h.Model == modelFast {
		parts[0] = "ask the fast model"
	}
	if k := h.Knowledge; k != nil {
		parts = append(parts, fmt.Sprintf("knowing %s, at most %d rows", k.Table, k.limit()))
	}
	return strings.Join(append(parts, fmt.Sprintf("at temperature %g", *h.temperature()), fmt.Sprintf("at most %d tokens", h.tokens())), "; ")
}

// form collects what is wrong with a handler.
type form struct {
	problems []platform.Problem
	fields   map[string]json.RawMessage
}

func (f *form) add(at, format string, args ...any) {
	f.problems = append(f.problems, platform.Problem{Location: "handler." + at, Message: fmt.Sprintf(format, args...)})
}

// read decodes a field, and reports whether it is there and what it should be.
func (f *form) read(name string, into any, what string) bool {
	raw, ok := f.fields[name]
	if !ok || string(raw) == "null" {
		return false
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if d.Decode(into) != nil {
		f.add(name, "must be %s", what)
		return false
	}
	return true
}

// readHandler reads a handler and says what is wrong with it, whatever the tables are.
func readHandler(raw json.RawMessage) (handler, []platform.Problem) {
	var h handler
	known := []string{"model", "temperature", "maxOutputTokens", "answer", "knowledge"}
	f := form{problems: executor.Fields(raw, known)}
	if json.Unmarshal(raw, &f.fields) != nil {
		return h, f.problems
	}
	maps.DeleteFunc(f.fields, func(name string, _ json.RawMessage) bool { return !slices.Contains(known, name) })
	if f.read("model", &h.Model, "fast or good") && h.Model != modelFast && h.Model != modelGood {
		f.add("model", "must be fast or good")
	}
	if f.read("temperature", &h.Temperature, "a number from 0 to 1") && (*h.Temperature < 0 || *h.Temperature > 1) {
		f.add("temperature", "must be from 0 to 1")
	}
	if f.read("maxOutputTokens", &h.MaxOutputTokens, fmt.Sprintf("a whole number from 1 to %d", mostTokens)) && (h.MaxOutputTokens < 1 || h.MaxOutputTokens > mostTokens) {
		f.add("maxOutputTokens", "must be from 1 to %d", mostTokens)
	}
	if f.read("answer", &h.Answer, "layout or text") && h.Answer != answerLayout && h.Answer != answerText {
		f.add("answer", "must be layout or text")
	}
	if f.read("knowledge", &h.Knowledge, `an object such as {"table":"faq","limit":8}`) {
		if !tables.ValidName(h.Knowledge.Table) {
			f.add("knowledge.table", "must be the name of a table")
		}
		if n := h.Knowledge.Limit; n < 0 || n > mostKnowledge {
			f.add("knowledge.limit", "must be from 1 to %d", mostKnowledge)
		}
	}
	return h, f.problems
}

// sources are the placeholders of texts for the model that called.
func sources() []request.Source {
	return []request.Source{request.Args, request.Data, request.Count}
}

func textProblems(text string) (problems []platform.Problem) {
	_, found := request.ParseText(text, sources()...)
	for _, p := range found {
		problems = append(problems, platform.Problem{Location: "responseText", Message: p.Message})
	}
	return problems
}
