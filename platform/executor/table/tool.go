package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/request"
)

// config is what a release holds of a tool.
type config struct {
	handler
	Layout string `json:"layout,omitempty"`
	Text   string `json:"text,omitempty"` // with placeholders, "" = a sentence made from the data
	IDs    bool   `json:"ids,omitempty"`  // another tool of the app takes the ids of the rows that are found or added
}

// tool is a configuration that has been read, with what is made of it for its calls. Safe for concurrent use.
type tool struct {
	config
	words *request.Text // nil = a sentence
	shown atomic.Pointer[shown]
}

// shown makes the data of a layout of rows.
type shown struct {
	columns []platform.Column // for which it was made
	plan    plan
}

// tool reads the configuration of a tool, once.
func (c *common) tool(ref platform.HandlerRef) (*tool, error) {
	return c.tools.Get(ref.Config, func() (*tool, error) {
		read, err := readConfig(ref)
		t := &tool{config: read}
		if text, problems := executor.ParseText(t.Text); t.Text != "" && len(problems) == 0 {
			t.words = &text
		}
		return t, err
	})
}

// begun reads what a call is of, and its arguments.
func (c *common) begun(ref platform.HandlerRef, call appkit.Call) (t *tool, args map[string]any, err error) {
	if t, err = c.tool(ref); err == nil {
		args, err = arguments(call)
	}
	return t, args, err
}

func readConfig(ref platform.HandlerRef) (config, error) {
	var c config
	if err := json.Unmarshal(ref.Config, &c); err != nil {
		return c, fmt.Errorf("read config of a tool on a table: %w", err)
	}
	return c, nil
}

// takesIDs reports whether a tool of the app changes or deletes rows of a table, which it is told by their ids.
func takesIDs(d platform.Draft, table string) bool {
	return slices.ContainsFunc(d.Tools, func(t platform.ToolDraft) bool {
		var of struct{ Table string }
		return (t.Kind() == Update || t.Kind() == Delete) && json.Unmarshal(t.Handler, &of) == nil && of.Table == table
	})
}

// planOf returns what shows the rows of a table, made for its present columns.
func (c *common) planOf(t *tool, of platform.Table) (plan, error) {
	if kept := t.shown.Load(); kept != nil && slices.EqualFunc(kept.columns, of.Columns, sameColumn) {
		return kept.plan, nil
	}
	made, problems := c.compile(t.Layout, t.Result, of)
	if len(problems) > 0 {
		return nil, fmt.Errorf("show table %s: %s %s", of.Name, problems[0].Location, problems[0].Message)
	}
	t.shown.Store(&shown{of.Columns, made})
	return made, nil
}

func sameColumn(a, b platform.Column) bool {
	return a.Name == b.Name && a.Title == b.Title && a.Type == b.Type && a.Currency == b.Currency && slices.Equal(a.Values, b.Values)
}
