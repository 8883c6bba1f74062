package publish

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"berth/platform"
)

// Template is a draft that authors may start from.
type Template struct {
	Slug    string
	Shipped bool           // Slug is that of the app which ships with it; else it is a name and no address
	Draft   platform.Draft // has data of its own, and no slug
	Tables  []platform.TableDraft
}

// AuthorTemplates returns the templates, by slug. Nobody changes what it returns.
func (s *Service) AuthorTemplates() []Template {
	all := slices.Clone(s.starters)
	for _, slug := range slices.Sorted(maps.Keys(s.Templates)) {
		all = append(all, Template{Slug: slug, Shipped: true, Draft: s.template(s.Templates[slug])})
	}
	slices.SortFunc(all, func(a, b Template) int { return cmp.Compare(a.Slug, b.Slug) })
	return all
}

// template returns a template with the data that its tools show.
func (s *Service) template(d platform.Draft) platform.Draft {
	d = example(d)
	for i := range d.Tools {
		d.Tools[i].MockData = s.mockData(d.Tools[i])
	}
	return d
}

// readStarters reads drafts/<slug>.json, each the body of POST /apps. What could not be saved or published is an error.
func (s *Service) readStarters(files fs.FS) ([]Template, error) {
	names, err := fs.Glob(files, "drafts/*.json")
	if err != nil {
		return nil, fmt.Errorf("list starters: %w", err)
	}
	var all []Template
	for _, name := range names {
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("read starter: %w", err)
		}
		t, err := s.readStarter(raw)
		if err != nil {
			return nil, fmt.Errorf("read starter %s: %w", name, err)
		}
		t.Slug = strings.TrimSuffix(path.Base(name), ".json")
		if _, twice := s.Templates[t.Slug]; twice {
			return nil, fmt.Errorf("read starter %s: an app ships with that slug", name)
		}
		all = append(all, t)
	}
	return all, nil
}

func (s *Service) readStarter(raw json.RawMessage) (t Template, err error) {
	var body fields
	if err := json.Unmarshal(raw, &body); err != nil {
		return t, err
	}
	if unset(body["tables"]) {
		return t, errors.New("read tables: there are none")
	}
	tables, found := s.ReadTables(body["tables"])
	t.Tables = tables
	delete(body, "tables")
	if raw, err = json.Marshal(body); err != nil {
		return t, err
	}
	draft, problems := s.Unsaved(s.ReadChanges(raw, nil))
	problems = append(problems, found...)
	if len(problems) == 0 {
		problems = s.CheckDraft(draft, tablesOf(t)...)
	}
	if len(problems) > 0 {
		return t, fmt.Errorf("%s %s", problems[0].Location, problems[0].Message)
	}
	t.Draft = s.template(draft)
	return t, nil
}

func tablesOf(t Template) []platform.Table {
	all := make([]platform.Table, len(t.Tables))
	for i, d := range t.Tables {
		all[i] = d.Table()
	}
	return all
}
