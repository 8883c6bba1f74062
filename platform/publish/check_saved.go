package publish

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/schema"
)

// How long a name may be, in characters, data, in bytes of compact JSON, and lists (contract §5, §6). Other texts have their
// limits in the tags of their fields.
const (
	MaxName        = 100
	MaxMockData    = 256 << 10 // of one tool
	MaxAllMockData = 1 << 20
	MaxTools       = 20
	MaxScopes      = 10
)

// checkFields returns what is wrong with those fields of a draft that has names, whatever its tools are.
func (s *Service) checkFields(d platform.Draft, has func(string) bool) []platform.Problem {
	var p problems
	p.texts("", d, has)
	if has("name") && strings.TrimFunc(d.Name, platform.Invisible) == "" {
		p.add("name", "is required")
	}
	if has("mcpSlug") && d.Slug != "" && !platform.ValidSlug(d.Slug) {
		p.add("mcpSlug", fmt.Sprintf("must have 1 to %d lower-case letters (a–z), digits and -, and neither begin nor end with -", platform.MaxSlug))
	}
	if has("access") {
		oneOf(&p, "access", d.Access, platform.AccessPublic, platform.AccessMixed, platform.AccessPerson)
	}
	if has("allow") {
		p.allow(d.Allow)
	}
	if has("scopes") {
		p.scopes(d.Scopes)
	}
	p = schema.Under("body", p)
	if has("themeVariables") {
		p = append(p, s.Layouts.CheckTheme(d.Theme)...)
	}
	return p
}

// checkTools returns what saving refuses in the tools of a draft.
func (s *Service) checkTools(d platform.Draft) []platform.Problem {
	var p problems
	if n := len(d.Tools); n < 1 || n > MaxTools {
		p.add("body.tools", fmt.Sprintf("must hold 1 to %d tools, not %d", MaxTools, n))
	}
	for i, t := range d.Tools[:min(len(d.Tools), MaxTools)] {
		p = append(p, schema.Under(toolAt(i), s.checkTool(t, anything))...)
	}
	return append(p, checkTogether(d)...)
}

// toolAt is the location of a tool.
func toolAt(i int) string { return fmt.Sprintf("body.tools[%d]", i) }

// checkTool returns what saving refuses in those fields of a tool that has names, with locations relative to the tool.
func (s *Service) checkTool(t platform.ToolDraft, has func(string) bool) []platform.Problem {
	var p problems
	if has("name") && t.Name != "" && !platform.ValidToolName(t.Name) {
		p.add("name", fmt.Sprintf("must have 1 to %d letters (a–z), digits, _ and -", platform.MaxToolName))
	}
	p.texts("", t, has)
	if has("title") {
		var named problems
		named.line("title", t.Title) // which may be older than what new names keep to: see checkSaved
		p = platform.WithMore(p, named)
	}
	if has("handler") {
		p = append(p, s.checkHandler(t)...)
	}
	if has("input") && t.Input != nil {
		p = append(p, schema.Under("input", schema.Arguments(t.Input))...)
	}
	if has("example") && t.Example != nil {
		p = append(p, schema.Under("example", checkData(t.Example))...)
	}
	if has("mode") {
		oneOf(&p, "mode", t.Mode, platform.ModeLive, platform.ModeMock, platform.ModeLiveOrMock)
	}
	if has("layoutTemplate") && t.Layout != "" {
		p.layout(s, t.Layout)
	}
	if has("mockData") {
		p = append(p, schema.Under("mockData", checkData(t.MockData))...)
	}
	if has("scopes") && p.count("scopes", len(t.Scopes), MaxScopes) {
		for i, name := range t.Scopes {
			if !scopeNames.MatchString(name) {
				p.add(fmt.Sprintf("scopes[%d]", i), "must be the name of a scope")
			}
		}
	}
	if has("visibility") {
		for i, v := range t.Visibility {
			oneOf(&p, fmt.Sprintf("visibility[%d]", i), v, platform.VisibleToModel, platform.VisibleToApp)
		}
	}
	if has("opensFrom") {
		for i, e := range t.OpensFrom {
			oneOf(&p, fmt.Sprintf("opensFrom[%d]", i), e, platform.EntryGlobal, platform.EntryThread)
		}
	}
	return p
}

// checkHandler returns what is wrong with the handler of a tool whatever else the app has.
func (s *Service) checkHandler(t platform.ToolDraft) []platform.Problem {
	form, ok := s.handlers[t.Kind()]
	switch {
	case ok:
		return form.Problems(t.Handler)
	case t.Handler != nil && t.Handler[0] != '{': // a value without space around it
		return []platform.Problem{{Location: "handler", Message: `must be an object with a kind, such as {"kind":"mock"}`}}
	}
	return s.unknownKind()
}

func (s *Service) unknownKind() []platform.Problem {
	return []platform.Problem{{Location: "handler.kind", Message: "must be one of " + strings.Join(slices.Sorted(maps.Keys(s.kinds)), ", ")}}
}

// checkTogether returns what is wrong with the tools taken together.
func checkTogether(d platform.Draft) []platform.Problem {
	var p problems
	total := 0
	for i, t := range d.Tools {
		total += len(t.MockData)
		if t.Name != "" && slices.ContainsFunc(d.Tools[:i], func(o platform.ToolDraft) bool { return o.Name == t.Name }) {
			p.add(toolAt(i)+".name", fmt.Sprintf("must not be %q, which another tool has already", t.Name))
		}
	}
	if total > MaxAllMockData {
		p.add("body.tools", fmt.Sprintf("must have at most %d KiB of mockData together, not %d", MaxAllMockData>>10, (total+1023)>>10))
	}
	return p
}

// checkData returns what is wrong with data whatever its layout, relative to it.
func checkData(data json.RawMessage) []platform.Problem {
	if unset(data) {
		return nil
	}
	if short := compact(data); len(short) > MaxMockData {
		return []platform.Problem{{Message: fmt.Sprintf("must have at most %d KiB, not %d", MaxMockData>>10, (len(short)+1023)>>10)}}
	}
	v, found := schema.Decode(data)
	if len(found) > 0 {
		return found
	}
	switch v.(type) {
	case map[string]any, []any:
		return nil
	}
	return []platform.Problem{{Message: "must be an object or an array"}}
}
