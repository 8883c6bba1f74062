package view

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"berth/platform"
)

// Layout describes one layout.
type Layout struct {
	Name        string
	Title       string
	Description string          // what it is for, in words for authors
	DataSchema  json.RawMessage // JSON Schema 2020-12 of the data; the root is of type object. Compact.
	Sample      json.RawMessage // data that the schema accepts. Compact.
	Preview     string          // a small picture as a data: URL
	Authored    bool            // offered to authors; the others belong to seeded apps
	Images      []string        // paths of picture addresses in the data: "items[].image"; see ImageHosts
	List        string          // the field of the data that holds the entries, an array of objects; "" where there is none
	Supplement  string          // what its widgets need besides the data, by the name that With gets; "" = nothing
}

// Set holds all layouts and ready themes. It is immutable after Load and safe for concurrent use.
type Set struct {
	files       fs.FS
	layouts     []Layout
	pages       map[string]page
	presets     map[string]preset
	supplements map[string]platform.Supplement
}

// Load reads every layout under layouts/, its document under dist/ and the ready themes of tokens/presets.json. It
// refuses a document that does not have exactly one of each slot.
func Load(fsys fs.FS) (*Set, error) {
	set := &Set{files: fsys, pages: map[string]page{}}
	presets, err := loadPresets(fsys)
	if err != nil {
		return nil, err
	}
	set.presets = presets
	paths, err := fs.Glob(fsys, "layouts/*/layout.json")
	if err != nil {
		return nil, fmt.Errorf("list layouts: %w", err)
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("list layouts: there is none")
	}
	for _, path := range paths {
		name := strings.Split(path, "/")[1]
		if err := set.load(name); err != nil {
			return nil, fmt.Errorf("load layout %s: %w", name, err)
		}
	}
	return set, nil
}

func (s *Set) load(name string) error {
	dir := "layouts/" + name + "/"
	raw, err := fs.ReadFile(s.files, dir+"layout.json")
	if err != nil {
		return err
	}
	var file struct {
		Name, Title, Description string
		DataSchema, Sample       json.RawMessage
		Authored                 bool
		Images                   []string
		List, Supplement         string
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return fmt.Errorf("read description: %w", err)
	}
	if file.Name != name || file.Title == "" || file.Description == "" || !object(file.DataSchema) || !object(file.Sample) {
		return fmt.Errorf("layout.json needs its folder's name, title, description, dataSchema and sample")
	}
	if file.List != "" && !holdsObjects(file.DataSchema, file.List) {
		return fmt.Errorf("layout.json calls %q its list, which is no array of objects in its dataSchema", file.List)
	}
	picture, err := fs.ReadFile(s.files, dir+"preview.svg")
	if err != nil {
		return err
	}
	html, err := s.html(name)
	if err != nil {
		return err
	}
	if s.pages[name], err = parsePage(html); err != nil {
		return err
	}
	s.layouts = append(s.layouts, Layout{
		Name: name, Title: file.Title, Description: file.Description,
		DataSchema: compact(file.DataSchema), Sample: compact(file.Sample),
		Preview:  "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(bytes.TrimSpace(picture)),
		Authored: file.Authored, Images: file.Images, List: file.List, Supplement: file.Supplement,
	})
	return nil
}

// html reads the built document of a layout. They are large, and a publish reads one: none is kept in memory.
func (s *Set) html(name string) ([]byte, error) { return fs.ReadFile(s.files, "dist/"+name+".html") }

// Layouts lists all layouts by name. The elements' slices are shared and must not be changed.
func (s *Set) Layouts() []Layout { return slices.Clone(s.layouts) }

// Authored lists the layouts that authors may choose, by name.
func (s *Set) Authored() []Layout {
	return slices.DeleteFunc(s.Layouts(), func(l Layout) bool { return !l.Authored })
}

// Layout finds a layout by name.
func (s *Set) Layout(name string) (Layout, bool) {
	for _, l := range s.layouts {
		if l.Name == name {
			return l, true
		}
	}
	return Layout{}, false
}

// With returns the set with supplements by the names that layouts call them. Those of other names are nobody's.
func (s *Set) With(supplements map[string]platform.Supplement) *Set {
	with := *s
	with.supplements = supplements
	return &with
}

// Supplement returns what widgets of the layout need besides the data, nil = nothing.
func (s *Set) Supplement(layout string) *platform.Supplement {
	l, _ := s.Layout(layout)
	if found, ok := s.supplements[l.Supplement]; ok && l.Supplement != "" {
		return &found
	}
	return nil
}

// ImageHosts returns the origins of the pictures that data would make the layout load; see the function ImageHosts. It
// is empty for an unknown layout.
func (s *Set) ImageHosts(layout string, data json.RawMessage) []string {
	l, _ := s.Layout(layout)
	return ImageHosts(data, l.Images)
}

// Build renders the layout with the theme. A theme that CheckTheme refuses is INVALID_CONFIG, an unknown layout
// NOT_FOUND. Equal arguments make equal documents.
func (s *Set) Build(layout string, theme platform.Theme) (platform.Document, error) {
	page, ok := s.pages[layout]
	if !ok {
		return platform.Document{}, platform.Errorf(platform.CodeNotFound, "There is no layout %q.", layout)
	}
	css, err := s.themeCSS(theme)
	if err != nil {
		return platform.Document{}, err
	}
	html, err := s.html(layout)
	if err != nil {
		return platform.Document{}, fmt.Errorf("read the document of layout %s: %w", layout, err)
	}
	doc := page.document(html, css)
	doc.Layout = layout
	return doc, nil
}

// holdsObjects reports whether a field of the data is an array of objects.
func holdsObjects(dataSchema json.RawMessage, field string) bool {
	var root struct{ Properties map[string]json.RawMessage }
	var array struct {
		Type  string
		Items struct{ Type string }
	}
	return json.Unmarshal(dataSchema, &root) == nil && json.Unmarshal(root.Properties[field], &array) == nil &&
		array.Type == "array" && array.Items.Type == "object"
}

func object(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '{' }

func compact(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}
