package mcpedge

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform"
	"berth/platform/mcpedge/wire"
)

// keptViews is the number of releases whose widgets can still be read: hosts keep the lists of earlier releases for a while.
const keptViews = 10

// readOldView answers resources/read of a widget URI of an earlier release: with the document of that release, and all
// other fields as in the live one. A URI that no recent release had is not found. It returns false when the URI has another
// form.
func (x *exchange) readOldView() (done bool) {
	m := x.message
	if m.Method != string(mcp.MethodResourcesRead) || !m.Known {
		return false
	}
	for i, v := range x.app.views {
		at := strings.LastIndexByte(v.appURI, '@') + 1
		hash, ours := strings.CutPrefix(m.URI, v.appURI[:at])
		hash, isPage := strings.CutSuffix(hash, ".html")
		if !ours || !isPage || m.URI == v.appURI {
			continue
		}
		name := v.appURI[strings.LastIndexByte(v.appURI, '/')+1 : at-1]
		document, err := x.oldDocument(name, hash)
		switch {
		case err != nil:
			x.edge.Log.ErrorContext(x.context(), "earlier widgets not loaded", "error", err)
			x.fail(m.ID, internal())
		case document == "":
			x.fail(m.ID, x.resourceNotFound())
		default:
			x.writeOldView(i, document)
		}
		return true
	}
	return false
}

// oldDocument returns the digest of a view's document in a recent release, given the parts of its URI, "" when there is
// none. It keeps what the database returns: after a new release the app is a new one.
func (x *exchange) oldDocument(view, hash string) (string, error) {
	a := x.app
	if len(hash) != shortDigest || x.edge.RecentViews == nil {
		return "", nil
	}
	recent := a.recent.Load()
	if recent == nil {
		views, err := x.edge.RecentViews(x.context(), a.id, keptViews)
		if err != nil {
			return "", err
		}
		recent = &views
		a.recent.Store(recent)
	}
	at := slices.IndexFunc(*recent, func(v platform.BuiltView) bool { return v.Name == view && short(v.Document) == hash })
	if at < 0 {
		return "", nil
	}
	return (*recent)[at].Document, nil
}

// writeOldView answers as for the present view, with another document.
func (x *exchange) writeOldView(view int, document string) {
	m := x.message
	got, err := x.compiledAnswer(answerKey{method: readView, of: appURIOf(view), modern: x.modern})
	if err != nil {
		x.edge.Log.ErrorContext(x.context(), "widget not loaded", "error", err)
		x.fail(m.ID, internal())
		return
	}
	page, err := x.edge.documents.Get(x.context(), document)
	if platform.IsCode(err, platform.CodeNotFound) { // no release refers to it any more
		x.fail(m.ID, x.resourceNotFound())
		return
	}
	if err != nil {
		x.edge.Log.ErrorContext(x.context(), "widget document not loaded", "error", err)
		x.fail(m.ID, internal())
		return
	}
	now, _ := json.Marshal(x.app.views[view].appURI) // strings always encode
	asked, _ := json.Marshal(m.URI)
	// The URI comes before the document, maybe across parts.
	head := bytes.Replace(bytes.Join(got.Parts[:got.Before], nil), now, asked, 1)
	x.writeResult([][]byte{head}, page.Quoted, got.Parts[got.Before:])
}

func (x *exchange) resourceNotFound() *wire.Error {
	status, code := 400, mcp.INVALID_PARAMS
	if !x.modern {
		status, code = 200, mcp.RESOURCE_NOT_FOUND
	}
	return &wire.Error{Status: status, Code: code, Message: "Resource not found: " + platform.Clip(x.message.URI, 200), Data: map[string]any{"uri": x.message.URI}}
}
