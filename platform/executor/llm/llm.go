// Package llm runs the tools that a language model answers: the app's system prompt on a call's arguments, with rows of a table that
// fit them. Which model that is, who pays and how much it may cost is decided by whoever has them (Models).
package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"berth/platform"
	"berth/platform/executor"
	model "berth/platform/llm"
	"berth/platform/schema"
	"berth/platform/tables"
	"berth/platform/tables/hot"
	"berth/platform/view"
)

// Kind is the kind of these handlers.
const Kind = "llm"

// Models has the models that tools may ask. Implemented by access.Service.
type Models interface {
	// Missing says, for the author, why the tools of a workspace cannot ask any model; "" = they can.
	Missing(ctx context.Context, ws platform.WorkspaceID) (string, error)
	// For returns the model of a tool, which keeps to the tool's budget.
	For(ctx context.Context, who model.Asker) (model.Model, error)
}

// Tables has the present state of tables. Implemented by hot.Tables.
type Tables interface {
	Table(ctx context.Context, ref platform.TableRef) (*hot.Snapshot, error)
	Query(ctx context.Context, ref platform.TableRef, ask tables.Query) (tables.Page, error)
}

// Options are what an Executor is made of; all are required.
type Options struct {
	Models Models
	Tables Tables
	Layout func(name string) (view.Layout, bool)
}

// Executor runs tools of kind llm. It implements executor.Kind and executor.Readier and is safe for concurrent use.
type Executor struct {
	Options
	form    *executor.FormOf[handler]
	mu      sync.Mutex
	schemas map[string]*schema.Schema // of the data of layouts, by name
}

// New makes an executor.
func New(o Options) *Executor {
	return &Executor{Options: o, form: executor.NewForm[handler](Kind, nil), schemas: map[string]*schema.Schema{}}
}

// Kind implements executor.Kind.
func (*Executor) Kind() string { return Kind }

// RunsLong implements runtime.LongRunner.
func (*Executor) RunsLong() {}

// Input is the schema of the arguments of a tool that has none of its own, word for word that of spec 002, "Tool Input Schema".
const Input = executor.MessageInput

// output is the answer of a tool without a layout.
const output = `{"type":"object","properties":{"answer":{"type":"string"}},"required":["answer"],"additionalProperties":false}`

// config is what a release holds of a tool. The system prompt is in it, since it is no instruction for clients.
type config struct {
	handler
	Layout string   `json:"layout,omitempty"`
	Text   string   `json:"text,omitempty"` // with placeholders, "" = a sentence made from the data
	Prompt string   `json:"prompt,omitempty"`
	About  string   `json:"about,omitempty"` // the tool, in the author's words
	Hosts  []string `json:"hosts,omitempty"` // that its links may lead to, besides those of its knowledge
}

// Form implements executor.Kind.
func (e *Executor) Form() executor.Form { return e.form }

// Plan implements executor.Kind.
func (e *Executor) Plan(tool platform.ToolDraft, in executor.Around) (executor.Plan, []platform.Problem) {
	h, problems := e.form.Read(tool.Handler)
	add := func(at, format string, args ...any) {
		problems = append(problems, platform.Problem{Location: "handler." + at, Message: fmt.Sprintf(format, args...)})
	}
	plan := executor.Plan{Input: json.RawMessage(Input), Output: json.RawMessage(output), Hints: platform.Hints{ReadOnly: true, OpenWorld: true}, Prompted: true}
	switch {
	case h.Answer == answerLayout && tool.Layout == "":
		add("answer", "must be text: the tool has no layout to answer in")
	case h.Answer == answerText && tool.Layout != "":
		add("answer", "must be layout: the tool has one, which a text does not fill")
	}
	if k := h.Knowledge; k != nil {
		if t, ok := in.Table(k.Table); !ok {
			add("knowledge.table", "names the table %q, which is not there: make it first", k.Table)
		} else if t.OwnedRows && in.Draft.Access != platform.AccessPerson && in.Draft.Access != platform.AccessMixed {
			add("knowledge.table", "names the table %q, whose rows belong to the people who make them: the app's access must be person or mixed", k.Table)
		}
		t, _ := in.Table(k.Table)
		plan.Personal, plan.Uses = t.OwnedRows, []platform.Use{{Table: k.Table}}
	}
	_, found := executor.ParseText(tool.ResponseText)
	problems = append(problems, found...)
	c := config{handler: h, Layout: tool.Layout, Text: tool.ResponseText, Prompt: in.Draft.SystemPrompt, About: tool.Description}
	if tool.Layout != "" {
		c.Hosts = hostsIn(c.Hosts, string(in.MockData(tool)), in.Draft.SystemPrompt)
	}
	raw, err := platform.PlainJSON(c)
	if err != nil {
		panic("llm: a configuration of strings and numbers that cannot be encoded: " + err.Error())
	}
	plan.Config = json.RawMessage(raw)
	return plan, problems
}

// Ready implements executor.Readier: a tool that only shows its data needs no model.
func (e *Executor) Ready(ctx context.Context, ws platform.WorkspaceID, tool platform.ToolDraft) ([]platform.Problem, error) {
	if tool.Mode == platform.ModeMock {
		return nil, nil
	}
	missing, err := e.Models.Missing(ctx, ws)
	if err != nil || missing == "" {
		return nil, err
	}
	return []platform.Problem{{Location: "handler", Message: missing}}, nil
}

// Used returns what a tool of a draft uses of a table; ok is false for a tool that uses none.
func Used(tool platform.ToolDraft) (use platform.Use, ok bool) {
	if tool.Kind() != Kind {
		return platform.Use{}, false
	}
	var h handler
	_ = json.Unmarshal(tool.Handler, &h) // what is wrong with it names nothing
	if h.Knowledge == nil {
		return platform.Use{}, false
	}
	return platform.Use{Table: h.Knowledge.Table}, true
}

// Differences implements executor.Kind.
func (*Executor) Differences(from, to platform.ToolSpec) (found []executor.Difference) {
	was, is := config{}, config{}
	_, _ = json.Unmarshal(from.Handler.Config, &was), json.Unmarshal(to.Handler.Config, &is) // one that cannot be read is like an empty one
	for _, d := range []executor.Difference{
		{Field: "responseText", Title: "Text for the model", Text: executor.TextInWords(was.Text, is.Text)},
		{Field: "systemPrompt", Title: "System prompt", Text: executor.TextInWords(was.Prompt, is.Prompt)},
		{Field: "handler", Title: "What it does", Text: executor.TextInWords(was.inWords(), is.inWords())},
	} {
		if d.Text != "" {
			found = append(found, d)
		}
	}
	return found
}

// schema returns the compiled schema of a layout's data.
func (e *Executor) schema(layout view.Layout) (*schema.Schema, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := e.schemas[layout.Name]; s != nil {
		return s, nil
	}
	s, err := schema.Compile(layout.DataSchema)
	if err == nil {
		e.schemas[layout.Name] = s
	}
	return s, err
}

var (
	_ executor.Kind    = (*Executor)(nil)
	_ executor.Readier = (*Executor)(nil)
)
