package publish

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/schema"
)

// How long the texts of a draft may be, in characters, and its data, in bytes of compact JSON (contract §5).
const (
	MaxName         = 100
	MaxDescription  = 2_000
	MaxSystemPrompt = 8_000
	MaxResponseText = 64_000
	MaxMockData     = 256 << 10
)

// Changes are new values for fields of a draft. A nil field stays as it is; a zero value resets the field to its default.
type Changes struct {
	// Problems are what could not be read; they are reported together with what is found in the other fields.
	Problems []platform.Problem

	Name, Description, Slug, ToolName, ToolDescription, Layout, ResponseText, SystemPrompt *string

	Theme    *platform.Theme
	MockData *json.RawMessage // null and empty reset it
}

// unreadable reports whether the field, or the body as a whole, was sent but could not be read.
func (c Changes) unreadable(field string) bool {
	return slices.ContainsFunc(c.Problems, func(p platform.Problem) bool {
		return p.Location == "body" || platform.Within(p.Location, "body."+field)
	})
}

// Create stores a new draft in the actor's workspace. Only the name is required.
func (s *Service) Create(ctx context.Context, by platform.Actor, c Changes) (platform.App, error) {
	if c.Name == nil && !c.unreadable("name") {
		c.Name = new(string) // which is refused as missing
	}
	if problems := s.checkSaved(c, platform.Draft{}); len(problems) > 0 {
		return platform.App{}, platform.Invalid(problems)
	}
	if err := checkReserved(c.Slug, platform.App{}); err != nil {
		return platform.App{}, err
	}
	app := platform.App{Workspace: by.Workspace, Origin: platform.OriginAuthored, Draft: platform.Draft{Layout: DefaultLayout}}
	app.Draft = c.apply(app)
	return s.Store.CreateApp(ctx, by, app, s.MaxApps)
}

// Patch changes the draft of an authored app. With rev other than 0 it is PRECONDITION_FAILED when the app has changed
// since. What is not valid is refused as a whole.
func (s *Service) Patch(ctx context.Context, by platform.Actor, id platform.AppID, rev int64, c Changes) (platform.App, error) {
	return s.Store.UpdateDraft(ctx, by, id, rev, func(app platform.App) (platform.Draft, error) {
		if app.Origin == platform.OriginSeeded {
			return platform.Draft{}, errSeeded()
		}
		if problems := s.checkSaved(c, app.Draft); len(problems) > 0 {
			return platform.Draft{}, platform.Invalid(problems)
		}
		if err := checkReserved(c.Slug, app); err != nil {
			return platform.Draft{}, err
		}
		return c.apply(app), nil
	})
}

// checkReserved refuses a slug that is reserved for the platform as if it were taken, unless the app has it already.
func checkReserved(slug *string, app platform.App) error {
	if slug != nil && platform.ReservedSlug(*slug) && *slug != app.Draft.Slug && *slug != app.ServedSlug {
		return platform.Errorf(platform.CodeSlugTaken, "The slug %q is taken.", *slug)
	}
	return nil
}

// apply returns the app's draft with the changes, which must have been checked.
func (c Changes) apply(app platform.App) platform.Draft {
	d := app.Draft
	for _, f := range []struct {
		field *string
		value *string
	}{
		{&d.Name, c.Name}, {&d.Description, c.Description}, {&d.Slug, c.Slug}, {&d.ToolName, c.ToolName},
		{&d.ToolDescription, c.ToolDescription}, {&d.Layout, c.Layout}, {&d.ResponseText, c.ResponseText},
		{&d.SystemPrompt, c.SystemPrompt},
	} {
		if f.value != nil {
			*f.field = *f.value
		}
	}
	if d.Layout == "" {
		d.Layout = DefaultLayout
	}
	if d.Slug == "" {
		d.Slug = app.ServedSlug
	}
	if c.Theme != nil {
		d.Theme = *c.Theme
	}
	if c.MockData != nil {
		d.MockData = nil
		var compact bytes.Buffer
		if !unset(*c.MockData) && json.Compact(&compact, *c.MockData) == nil {
			d.MockData = compact.Bytes()
		}
	}
	return d
}

// changesOf returns a draft as changes, so that a whole draft is checked like a change.
func changesOf(d platform.Draft) Changes {
	c := Changes{
		Name: &d.Name, Description: &d.Description, Slug: &d.Slug, ToolName: &d.ToolName, ToolDescription: &d.ToolDescription,
		Layout: &d.Layout, ResponseText: &d.ResponseText, SystemPrompt: &d.SystemPrompt, Theme: &d.Theme,
	}
	if d.MockData != nil {
		c.MockData = &d.MockData
	}
	return c
}

func unset(data json.RawMessage) bool {
	data = bytes.TrimSpace(data)
	return len(data) == 0 || string(data) == "null"
}

// checkSaved returns what saving refuses in changes of a draft. The name is checked only if it differs from the stored one,
// which may be older than the rules.
func (s *Service) checkSaved(c Changes, stored platform.Draft) []platform.Problem {
	var p problems
	if c.Name != nil && *c.Name != stored.Name {
		p.title("name", *c.Name)
	}
	return platform.WithMore(s.checkChanges(c), p)
}

// checkChanges returns what is wrong with a draft, saved or not: lengths, and the form of what is not empty.
func (s *Service) checkChanges(c Changes) []platform.Problem {
	p := problems(slices.Clip(c.Problems))
	p.text("name", c.Name, MaxName, false)
	if c.Name != nil && strings.TrimSpace(*c.Name) == "" {
		p.add("name", "is required")
	}
	p.text("description", c.Description, MaxDescription, true)
	p.text("toolDescription", c.ToolDescription, platform.MaxToolDescription, true)
	p.text("responseText", c.ResponseText, MaxResponseText, true)
	p.text("systemPrompt", c.SystemPrompt, MaxSystemPrompt, true)
	if c.ToolName != nil && *c.ToolName != "" && !platform.ValidToolName(*c.ToolName) {
		p.add("toolName", fmt.Sprintf("must have 1 to %d letters (a–z), digits, _ and -", platform.MaxToolName))
	}
	if c.Slug != nil && *c.Slug != "" && !platform.ValidSlug(*c.Slug) {
		p.add("mcpSlug", fmt.Sprintf("must have 1 to %d lower-case letters (a–z), digits and -, and neither begin nor end with -", platform.MaxSlug))
	}
	if c.Layout != nil && *c.Layout != "" {
		p.layout(s, *c.Layout)
	}
	if c.Theme != nil {
		p = append(p, s.Layouts.CheckTheme(*c.Theme)...)
	}
	if c.MockData != nil {
		p = append(p, schema.Under("body.mockData", checkData(*c.MockData))...)
	}
	return p
}

// checkData returns what is wrong with data whatever its layout, relative to it.
func checkData(data json.RawMessage) []platform.Problem {
	if unset(data) {
		return nil
	}
	var compact bytes.Buffer
	if json.Compact(&compact, data) == nil && compact.Len() > MaxMockData {
		return []platform.Problem{{Message: fmt.Sprintf("must have at most %d KiB, not %d", MaxMockData>>10, (compact.Len()+1023)>>10)}}
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

// problems collects what is wrong with the fields of a request's body.
type problems []platform.Problem

func (p *problems) add(field, message string) {
	*p = append(*p, platform.Problem{Location: "body." + field, Message: message})
}

// text checks a free text: its length in characters and what no text may contain. Only texts of several lines may have
// line breaks and tabs.
func (p *problems) text(field string, value *string, limit int, lines bool) {
	if value == nil {
		return
	}
	if n := utf8.RuneCountInString(*value); n > limit {
		p.add(field, fmt.Sprintf("must have at most %d characters, not %d", limit, n))
	}
	if !utf8.ValidString(*value) {
		p.add(field, "contains bytes that are not UTF-8")
		return
	}
	for _, r := range *value {
		if unicode.IsControl(r) && (!lines || r != '\n' && r != '\r' && r != '\t') {
			p.add(field, fmt.Sprintf("must not contain the character %U", r))
			return
		}
	}
}

// title checks a text that names something.
func (p *problems) title(field, value string) {
	if at := strings.IndexFunc(value, platform.Hidden); at >= 0 {
		r, _ := utf8.DecodeRuneInString(value[at:])
		p.add(field, fmt.Sprintf("must not contain the character %U", r))
	}
}

func (p *problems) layout(s *Service, name string) {
	var names []string
	for _, l := range s.AuthorLayouts() {
		if l.Name == name {
			return
		}
		names = append(names, l.Name)
	}
	p.add("layoutTemplate", "must be one of "+strings.Join(names, ", "))
}
