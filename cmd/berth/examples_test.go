package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"berth/platform/schema"
)

type exampled struct {
	Name                 string
	InputSchema, Example json.RawMessage
}

// TestEverySeededToolHasAnExample calls each tool of the apps that ship inside with what people begin a trial with.
func TestEverySeededToolHasAnExample(t *testing.T) {
	t.Parallel()
	p := startWarm(t)
	var me struct{ User struct{ Email string } }
	p.rest("GET", "/me", nil, &me)
	var list struct{ Items []app }
	p.rest("GET", "/apps?limit=100", nil, &list)
	called := 0
	for _, a := range list.Items {
		if a.Origin != "seeded" {
			continue
		}
		var tools struct{ Items []exampled }
		p.rest("GET", "/apps/"+a.ID+"/tools?release=live", nil, &tools)
		slices.SortStableFunc(tools.Items, func(x, y exampled) int { // what deletes comes last
			return strings.Count(x.Name, "delete") - strings.Count(y.Name, "delete")
		})
		for _, tool := range tools.Items {
			arguments := map[string]any{}
			if err := json.Unmarshal(tool.Example, &arguments); err != nil {
				t.Errorf("%s: the example of %s: %v", a.MCPSlug, tool.Name, err)
			}
			if arguments == nil {
				arguments = map[string]any{}
			}
			if a.MCPSlug == "todo" {
				arguments["user_id"] = me.User.Email // the builder knows who tries
			}
			raw, err := json.Marshal(arguments)
			if err != nil {
				t.Fatal(err)
			}
			input, err := schema.Compile(tool.InputSchema)
			if err != nil {
				t.Fatal(err)
			}
			if problems := input.Validate(raw); len(problems) > 0 {
				t.Errorf("%s: %s does not take %s: %v", a.MCPSlug, tool.Name, raw, problems)
			}
			var got struct {
				Response struct{ Result struct{ IsError bool } }
			}
			status := p.rest("POST", "/apps/"+a.ID+"/test", map[string]any{"tool": tool.Name, "arguments": arguments, "release": "live"}, &got)
			if status != 200 || got.Response.Result.IsError {
				t.Errorf("%s: %s with %s: %d %+v", a.MCPSlug, tool.Name, raw, status, got)
			}
			called++
		}
	}
	if called < 15 {
		t.Errorf("only %d tools were called", called)
	}
}
