package generate_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/generate"
)

// clumsy are rules that spoil what they make.
type clumsy struct {
	generate.Rules
	spoil func(p *platform.Proposal, prompt string)
}

func (c clumsy) Draft(prompt string) platform.Proposal {
	p := c.Rules.Draft(prompt)
	c.spoil(&p, prompt)
	return p
}

func (c clumsy) Refine(former platform.Proposal, prompt string) platform.Proposal {
	p := c.Rules.Refine(former, prompt)
	c.spoil(&p, prompt)
	return p
}

// withClumsy returns a service whose rules spoil their drafts, and what it logs.
func withClumsy(t *testing.T, spoil func(p *platform.Proposal, prompt string)) (*generate.Service, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	return newService(t, func(o *generate.Options) {
		o.Rules, o.Log = clumsy{o.Rules, spoil}, slog.New(slog.NewTextHandler(&log, nil))
	}), &log
}

// mistype gives the first column a type that there is none of.
func mistype(p *platform.Proposal) {
	p.Tables = slices.Clone(p.Tables)
	p.Tables[0].Columns = slices.Clone(p.Tables[0].Columns)
	p.Tables[0].Columns[0].Type = "colour"
}

// A draft that the rules make and that cannot be published is mended, else it is a draft of less.
func TestAMisfitIsADraftOfLess(t *testing.T) {
	t.Parallel()
	const prompt = "Our breads:\nRye – 4,20 €\nSeed roll – 0,80 €"
	for name, c := range map[string]struct {
		spoil func(p *platform.Proposal, prompt string)
		want  func(p platform.Proposal) bool
	}{
		"a name that is made again": {func(p *platform.Proposal, prompt string) {
			if prompt != "" {
				p.Name = strings.Repeat("x", 500)
			}
		}, func(p platform.Proposal) bool { return rows(p, `"Seed roll"`) }},
		"without its data": {func(p *platform.Proposal, _ string) {
			if rows(*p, "Rye") {
				mistype(p)
			}
		}, func(p platform.Proposal) bool { return p.Name == "Breads" && p.ExampleData }},
		"without its topic": {func(p *platform.Proposal, _ string) {
			if p.Name == "Breads" {
				mistype(p)
			}
		}, func(p platform.Proposal) bool { return len(p.Questions) == 1 && p.ExampleData }},
	} {
		s, log := withClumsy(t, c.spoil)
		p := made(t, s, prompt, nil)
		if !c.want(p) || p.MadeBy != platform.MadeByRules {
			t.Errorf("%s: %+v", name, p)
		}
		if !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), "body.") {
			t.Errorf("%s: the log does not say what was wrong: %s", name, log)
		}
	}
}

func TestAChangeThatDoesNotFitIsNotMade(t *testing.T) {
	t.Parallel()
	former := made(t, newService(t), "Our breads:\nRye – 4,20 €\nSeed roll – 0,80 €", nil)
	s, log := withClumsy(t, func(p *platform.Proposal, _ string) { mistype(p) })
	want, err := json.Marshal(former)
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(made(t, s, "make it green", &former))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(log.String(), "colour") {
		t.Errorf("the log does not say what was wrong: %s", log)
	}
}

// What an author has left half done is not in the way of another change, and stays.
func TestFaultsOfTheAuthorStayTheirs(t *testing.T) {
	t.Parallel()
	s := newService(t)
	former := made(t, s, "find restaurants in Lisbon with price, rating and cuisine", nil)
	former.Tools = append(former.Tools, platform.ToolDraft{Name: "half_done", Handler: json.RawMessage(`{"kind":"query"}`)})
	p := made(t, s, "make it green", &former)
	if p.Theme.Light == nil || p.Theme.Light.Accent != "#1f7a4d" {
		t.Errorf("the change is not made: %+v", p.Theme)
	}
	if diff := cmp.Diff(former.Tools, p.Tools); diff != "" {
		t.Errorf("the tools changed (-want +got):\n%s", diff)
	}
}
