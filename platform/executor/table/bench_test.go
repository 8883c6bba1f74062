package table_test

import (
	"encoding/json"
	"testing"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/tables/hot"
	"berth/test/shop"
)

// BenchmarkQuery measures a call for ten of ten thousand rows, with one filter.
func BenchmarkQuery(b *testing.B) {
	s := setup(b, shop.Table())
	s.state = hot.New(shop.Table(), shop.Rows(10_000))
	for name, layout := range map[string]string{"rows": "", "cards": "cards"} {
		b.Run(name, func(b *testing.B) {
			tool := platform.ToolDraft{Name: "find", Layout: layout, Handler: json.RawMessage(`{"kind":"query","table":"products","filters":[{"argument":"max_price","column":"price","op":"lte"}]}`)}
			ref := platform.HandlerRef{Kind: "query", Config: s.plan(b, tool).Config}
			call := appkit.Call{Workspace: "ws", App: "app", Arguments: json.RawMessage(`{"max_price":50,"limit":10}`)}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.kinds["query"].Execute(b.Context(), ref, call); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkInsert measures a call that adds a row, without the store.
func BenchmarkInsert(b *testing.B) {
	s := setup(b, breads())
	ref := platform.HandlerRef{Kind: "insert", Config: s.plan(b, platform.ToolDraft{Name: "add", Handler: json.RawMessage(`{"kind":"insert","table":"breads"}`)}).Config}
	call := appkit.Call{Workspace: "ws", App: "app", Arguments: json.RawMessage(`{"name":"Rye","price":2.5,"vegan":true,"notes":"For Sunday, from the shop around the corner"}`)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.kinds["insert"].Execute(b.Context(), ref, call); err != nil {
			b.Fatal(err)
		}
	}
}
