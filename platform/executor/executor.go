// Package executor is what a kind of handler owes to the tools that authors make of it: it reads its part of a draft, says
// what a release holds of it, and runs it. Each kind is a leaf below; whoever asks them names none.
package executor

import (
	"context"
	"encoding/json"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/view"
)

// Kind is one kind of handler. Its methods may be called concurrently. Locations of problems are relative to the tool
// ("handler.table", "mockData").
type Kind interface {
	Kind() string
	// Form returns the form of its handlers, made by NewForm of the struct that holds one. It is asked for once.
	Form() Form
	// Plan says what a release holds of a tool whose handler the form accepts, and what publishing refuses in it.
	Plan(tool platform.ToolDraft, in Around) (Plan, []platform.Problem)
	// Differences says in words how the configurations of two releases' tools differ; nil = not at all.
	Differences(from, to platform.ToolSpec) []Difference
	// Execute implements runtime.Executor.
	Execute(ctx context.Context, ref platform.HandlerRef, call appkit.Call) (appkit.Result, error)
}

// Around is what a tool of a draft may refer to. It is read only.
type Around struct {
	Draft  platform.Draft
	Tables []platform.Table                      // of the app
	Layout func(name string) (view.Layout, bool) // those that authors may choose
}

// Table returns the app's table of that name.
func (a Around) Table(name string) (platform.Table, bool) {
	for _, t := range a.Tables {
		if t.Name == name {
			return t, true
		}
	}
	return platform.Table{}, false
}

// MockData returns what the tool shows where there is nothing else: its own data, its layout's sample, or an empty object.
func (a Around) MockData(tool platform.ToolDraft) json.RawMessage {
	if tool.MockData != nil {
		return tool.MockData
	}
	if l, ok := a.Layout(tool.Layout); ok {
		return l.Sample
	}
	return json.RawMessage("{}")
}

// Plan is what a release holds of a tool.
type Plan struct {
	Config json.RawMessage // HandlerRef.Config: all that Execute needs
	Input  json.RawMessage // JSON Schema of the arguments, for a tool that has none of its own
	Output json.RawMessage // JSON Schema of the answer of a tool without a layout; nil = any object
	Hints  platform.Hints
	// Readable says that its author alone knows whether the tool changes something: hints.readOnly may be true where Hints has it false.
	Readable bool
	// Prompted says that the app's system prompt is for the tool's own model, so that it is never published.
	Prompted bool
	// Personal says that the tool does something else for a person than for somebody unknown.
	Personal bool
	Uses     []platform.Use // of tables
	Shows    *Shows         // nil = no rows of a table in a widget
}

// Shows is what the widget of a tool shows of the columns of its table.
type Shows struct {
	Hidden []string        // those that it shows nowhere, in the order of the table
	Map    json.RawMessage // the field map by which it shows the others, the author's or by name and type; nil = no map can say it
}

// Difference is one difference between two states of a tool, in words. Field is that of the tool.
type Difference struct{ Field, Title, Text string }

// Readier is a Kind whose tools need more than the draft says: what the operator or the workspace has set up.
type Readier interface {
	// Ready returns what publishing refuses for want of it, with locations relative to the tool. Form and Plan accept the tool.
	Ready(ctx context.Context, ws platform.WorkspaceID, tool platform.ToolDraft) ([]platform.Problem, error)
}

// MessageInput is the schema of the arguments of tools that take what somebody says, word for word that of spec 002, "Tool Input
// Schema".
const MessageInput = `{"type":"object","properties":{"message":{"type":"string","description":"User query or request"},` +
	`"context":{"type":"object","description":"Additional context (optional)"}},"required":["message"]}`

// Properties returns the arguments that an input of the author's own has; ok is false where there is none, or none that can be read.
func Properties(input json.RawMessage) (all map[string]json.RawMessage, ok bool) {
	var own struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if len(input) == 0 || json.Unmarshal(input, &own) != nil {
		return nil, false
	}
	return own.Properties, true
}
