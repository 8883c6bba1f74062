package api

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/publish"
)

// flatNames says where problems of tools are located: under the flat names, for a caller who knows no others.
type flatNames bool

// at returns the problems where the caller finds them.
func (f flatNames) at(problems []platform.Problem) []platform.Problem {
	if !f {
		return problems
	}
	return flattened(problems, func(string, string) bool { return true })
}

// flattened returns the problems with those of tools, told by their index, under the flat names that are meant.
func flattened(problems []platform.Problem, meant func(tool, name string) bool) []platform.Problem {
	moved := slices.Clone(problems)
	for i, p := range problems {
		rest, inTool := strings.CutPrefix(p.Location, "body.tools[")
		tool, rest, behind := strings.Cut(rest, "].")
		for name, field := range platform.FlatFields() {
			if inTool && behind && platform.Within(rest, field) && meant(tool, name) {
				moved[i].Location = "body." + name + strings.TrimPrefix(rest, field)
			}
		}
	}
	return moved
}

// in changes the locations of an error's problems.
func (f flatNames) in(err error) error { return platform.Relocated(err, f.at) }

// flatSent are the flat names that a body holds, whatever else its caller knows of the app's tools.
type flatSent []string

// in changes the locations of an error's problems with what was sent.
func (f flatSent) in(err error) error {
	return platform.Relocated(err, func(problems []platform.Problem) []platform.Problem {
		return flattened(problems, func(tool, name string) bool { return tool == "0" && slices.Contains(f, name) })
	})
}

// readChanges reads what an author sends of a draft. Fields of the first tool may stand in the draft itself.
func (a *API) readChanges(body json.RawMessage) (publish.Changes, flatNames) {
	var draft map[string]json.RawMessage
	if json.Unmarshal(body, &draft) != nil || draft == nil {
		return a.Apps.ReadChanges(body, nil), false // which says what it should be
	}
	_, tools := draft["tools"]
	first := map[string]json.RawMessage{}
	var twice []platform.Problem
	for name, field := range platform.FlatFields() {
		raw, sent := draft[name]
		if !sent {
			continue
		}
		if tools {
			twice = append(twice, platform.Problem{Location: "body." + name, Message: "must not be sent together with tools, whose first one has it"})
		}
		if text := string(raw); name == "layoutTemplate" && (text == "null" || text == `""`) { // resets a flat field, as any other
			raw = json.RawMessage(`"` + publish.DefaultLayout + `"`)
		}
		first[field] = raw
		delete(draft, name)
	}
	if len(twice) > 0 {
		first = nil
	}
	c := a.Apps.ReadChanges(encoded(draft), encoded(first))
	flat := flatNames(!tools)
	if flat {
		c.Problems = platform.Knowing(flat.at(c.Problems), "body", slices.Collect(maps.Keys(platform.FlatFields()))...)
	}
	c.Problems = append(twice, c.Problems...)
	slices.SortStableFunc(c.Problems, func(p, q platform.Problem) int { return strings.Compare(p.Location, q.Location) })
	return c, flat
}

// encoded returns fields as JSON, nil for none at all.
func encoded(fields map[string]json.RawMessage) json.RawMessage {
	raw, err := json.Marshal(fields)
	if fields == nil || err != nil { // they have been JSON before
		return nil
	}
	return raw
}

// flatOf returns how the author of an app names the fields of its tools.
func flatOf(app platform.App) flatNames { return flatNames(app.Draft.Flat()) }
