package http_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor/http"
	"berth/test/shipped"
)

// still is a sender that has its answer.
type still []byte

func (s still) Send(context.Context, http.Message) (http.Answer, error) {
	return http.Answer{Status: 200, Headers: map[string][]string{"Content-Type": {"application/json"}}, Body: s}, nil
}

// BenchmarkExecute measures a call whose answer of 50 rows, 4.7 kB, becomes cards, without sending anything.
func BenchmarkExecute(b *testing.B) {
	layouts := shipped.Layouts(b)
	var rows []string
	for i := range 50 {
		rows = append(rows, fmt.Sprintf(`{"id":%d,"name":"Desk lamp number %d","city":%q,"price":%g,"stock":%d,"open":%t}`,
			1000+i, i, []string{"Oslo", "Rome", "Lima", "São Paulo"}[i%4], 10+float64(i)/4, i*7%40, i%3 > 0))
	}
	answer := still(`{"data":{"results":[` + strings.Join(rows, ",") + `]},"total":50}`)
	e := &bench{layouts: layouts, Executor: http.New(http.Options{Sender: answer, Layout: layouts.Layout, Now: time.Now})}
	e.around.Layout = layouts.Layout
	tool := platform.ToolDraft{Layout: "cards", Handler: json.RawMessage(`{"kind":"http","request":{"url":"http://x.example/stock","query":{"q":"{{args.q}}"}},"result":{"each":"/data/results",
		"item":{"title":{"from":"/name"},"subtitle":{"from":"/city"},"price":{"from":"/price","as":"money","currency":"EUR"}},"data":{"title":{"const":"In stock"}}}}`)}
	ref := platform.HandlerRef{Kind: "http", Config: e.plan(b, tool).Config}
	call := appkit.Call{Workspace: "ws", App: "app", Arguments: json.RawMessage(`{"q":"lamp"}`)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Execute(b.Context(), ref, call); err != nil {
			b.Fatal(err)
		}
	}
}
