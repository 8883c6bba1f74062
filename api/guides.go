package api

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	documents "berth/docs"
	"berth/platform"
)

// guideNames are the documents of package docs in the order of the index, each a page under /docs.
func guideNames() []string {
	return []string{"connecting", "operating", "deploying", "capacity", "security"}
}

// guide is one document as a page. Summary is its first paragraph's text.
type guide struct {
	Name, Title, Summary string
	Body                 template.HTML
	Sections             []guideSection
}

type guideSection struct{ ID, Title string }

// loadGuides reads and renders the documents.
func loadGuides() ([]guide, error) {
	names := guideNames()
	all := make([]guide, len(names))
	for i, name := range names {
		source, err := documents.Files.ReadFile(name + ".md")
		if err != nil {
			return nil, fmt.Errorf("read guide: %w", err)
		}
		if all[i], err = newGuide(name, source); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// newGuide renders a document of ours. Raw HTML in it is left out; links to documents that the product shows lead there,
// and links to other files of the project become plain text.
func newGuide(name string, source []byte) (guide, error) {
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	tree := markdown.Parser().Parse(text.NewReader(source))
	g := guide{Name: name}
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			id, _ := n.AttributeString("id")
			raw, _ := id.([]byte)
			switch n.Level {
			case 1:
				g.Title = plain(n, source)
			case 2:
				g.Sections = append(g.Sections, guideSection{string(raw), plain(n, source)})
			}
		case *ast.Paragraph:
			if g.Summary == "" {
				g.Summary = plain(n, source)
			}
		case *ast.Link:
			relink(n)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return guide{}, fmt.Errorf("read guide %s: %w", name, err)
	}
	var body bytes.Buffer
	if err := markdown.Renderer().Render(&body, source, tree); err != nil {
		return guide{}, fmt.Errorf("render guide %s: %w", name, err)
	}
	rendered := strings.NewReplacer("<table>", `<div class="scroll" tabindex="0"><table>`, "</table>", "</table></div>",
		"<pre>", `<pre tabindex="0">`, "<th></th>", "<td></td>", "<th>", `<th scope="col">`).Replace(body.String())
	g.Body = template.HTML(rendered) // a document of ours, rendered without raw HTML
	return g, nil
}

// relink turns a link between documents into a link between pages.
func relink(link *ast.Link) {
	to := string(link.Destination)
	if strings.Contains(to, "://") || strings.HasPrefix(to, "#") || strings.HasPrefix(to, "/") {
		return
	}
	file, fragment, _ := strings.Cut(to, "#")
	name := strings.TrimSuffix(path.Base(file), ".md")
	if slices.Contains(guideNames(), name) && path.Base(file) == file {
		link.Destination = []byte("/docs/" + name)
		if fragment != "" {
			link.Destination = append(link.Destination, "#"+fragment...)
		}
		return
	}
	parent := link.Parent()
	for child := link.FirstChild(); child != nil; child = link.FirstChild() {
		link.RemoveChild(link, child)
		parent.InsertBefore(parent, link, child)
	}
	parent.RemoveChild(parent, link)
}

// plain returns the text of a node and of the nodes below it.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function returns no error
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

func (a *API) showGuides(w http.ResponseWriter, r *http.Request) {
	all, err := a.guides()
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	a.page(w, r, http.StatusOK, "guides.html", all)
}

func (a *API) showGuide(w http.ResponseWriter, r *http.Request) {
	all, err := a.guides()
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	name := chi.URLParam(r, "guide")
	i := slices.IndexFunc(all, func(g guide) bool { return g.Name == name })
	if i < 0 {
		a.refuse(w, r, platform.Errorf(platform.CodeNotFound, "There is no such document. The list is at /docs."))
		return
	}
	a.page(w, r, http.StatusOK, "guide.html", all[i])
}
