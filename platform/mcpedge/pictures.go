package mcpedge

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"berth/platform"
)

// Pictures has the pictures of samples; see view.Pictures.
type Pictures interface {
	Point(data json.RawMessage) (pointed json.RawMessage, origin string)
	File(name string) (svg []byte, ok bool)
}

// point puts the addresses of sample pictures into the data of a manifest whose tools and views nobody else has, and lets the
// widgets that show them load them.
func (e *Edge) point(m *platform.Manifest) {
	if e.Pictures == nil {
		return
	}
	for i := range m.Tools {
		t := &m.Tools[i]
		at := slices.IndexFunc(m.Views, func(v platform.ViewSpec) bool { return v.Name == t.View })
		for _, data := range []*json.RawMessage{&t.Handler.Config, &t.Mock} {
			var origin string
			if *data, origin = e.Pictures.Point(*data); origin != "" && at >= 0 {
				m.Views[at].Allow(origin)
			}
		}
	}
	for i := range m.Views {
		var origin string
		v := &m.Views[i]
		if v.Sample, origin = e.Pictures.Point(v.Sample); origin != "" {
			v.Allow(origin)
		}
	}
}

// servePicture serves a picture of a sample, to widgets in whichever host. Its name stands for its content.
func (e *Edge) servePicture(w http.ResponseWriter, r *http.Request) {
	var svg []byte
	ok := false
	if e.Pictures != nil {
		svg, ok = e.Pictures.File(chi.URLParam(r, "file"))
	}
	if !ok {
		WriteError(w, http.StatusNotFound, platform.CodeNotFound, "There is no picture of that name.")
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(svg) // the client may have gone
}
