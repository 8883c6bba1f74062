package mcpedge

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"github.com/go-chi/chi/v5"
)

type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(int)             {}
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }

// BenchmarkServe measures one request inside the process, without the network: on compiled answers, and through mcp-go.
func BenchmarkServe(b *testing.B) {
	for _, c := range []struct{ name, slug, method, header, params string }{
		{"call-mock", "cards", "tools/call", "show_cards", `"name":"show_cards","arguments":{"message":"two gifts for a gardener"}`},
		{"call-native", "fixture", "tools/call", "echo", `"name":"echo","arguments":{"text":"hi"}`},
		{"tools-list", "cards", "tools/list", "", ""},
		{"resources-read", "cards", "resources/read", "ui://widget/cards.html", `"uri":"ui://widget/cards.html"`},
	} {
		for _, compiling := range []bool{true, false} {
			name := c.name + "/compiled"
			if !compiling {
				name = c.name + "/mcp-go"
			}
			b.Run(name, func(b *testing.B) {
				bundle := setup(b)
				bundle.edge.compiling = compiling
				router := chi.NewRouter()
				bundle.edge.Routes(router)
				body, headers := modern("1", c.method, c.header, c.params)
				raw := []byte(body)
				b.ReportAllocs()
				for b.Loop() {
					r, _ := http.NewRequest("POST", "http://127.0.0.1:3001/servers/"+c.slug+"/mcp", io.NopCloser(bytes.NewReader(raw)))
					r.ContentLength = int64(len(raw))
					r.Header.Set("Content-Type", "application/json")
					for i := 0; i+1 < len(headers); i += 2 {
						r.Header.Set(headers[i], headers[i+1])
					}
					router.ServeHTTP(&discard{http.Header{}}, r)
				}
			})
		}
	}
}

// BenchmarkFirstCall measures a call of an app that is not in memory, without the database.
func BenchmarkFirstCall(b *testing.B) {
	bundle := setup(b)
	body, headers := modern("1", "tools/call", "show_cards", `"name":"show_cards","arguments":{"message":"two gifts for a gardener"}`)
	raw := []byte(body)
	b.ReportAllocs()
	for b.Loop() {
		bundle.edge.Invalidate("cards")
		r, _ := http.NewRequest("POST", "http://127.0.0.1:3001/servers/cards/mcp", io.NopCloser(bytes.NewReader(raw)))
		r.ContentLength = int64(len(raw))
		r.Header.Set("Content-Type", "application/json")
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		bundle.edge.ServeMCP(&discard{http.Header{}}, r, "cards")
	}
}
