package store_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/storetest"
	"berth/test/shop"
)

func benchmark(b *testing.B, run func(b *testing.B, s *store.Store, by platform.Actor, app platform.App)) {
	for name, open := range map[string]func(testing.TB) *store.Store{"sqlite": storetest.Open, "postgres": storetest.OpenPostgres} {
		b.Run(name, func(b *testing.B) {
			s := open(b)
			by := storetest.Person(b, s, "ann@example.com")
			d := draft("Things")
			d.Tools[0].MockData = json.RawMessage(`{"items":[` + strings.Repeat(`{"title":"Lamp","price":"12.50"},`, 30) + `{}]}`)
			app, err := s.CreateApp(b.Context(), by, platform.App{Origin: platform.OriginAuthored, Draft: d}, 0)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			run(b, s, by, app)
		})
	}
}

// BenchmarkPublish is one publish, without checks and building.
func BenchmarkPublish(b *testing.B) {
	benchmark(b, func(b *testing.B, s *store.Store, by platform.Actor, app platform.App) {
		for b.Loop() {
			var err error
			if app, err = s.Publish(b.Context(), by, benchPublication(app)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkLive is what the first call of an app that is not in memory costs the store.
func BenchmarkLive(b *testing.B) {
	benchmark(b, func(b *testing.B, s *store.Store, by platform.Actor, app platform.App) {
		if _, err := s.Publish(b.Context(), by, benchPublication(app)); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := s.Live(b.Context(), "app-1"); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// benchPublication brings a document of the size of a real one.
func benchPublication(app platform.App) publish.Publication {
	p := publication(app)
	p.Documents[0].Head = []byte(strings.Repeat("<p>document</p>", 2000))
	return p
}

// BenchmarkLoadTable reads a table of ten thousand rows of 400 bytes.
func BenchmarkLoadTable(b *testing.B) {
	benchmark(b, func(b *testing.B, s *store.Store, by platform.Actor, app platform.App) {
		at := rows.Scope{TableRef: platform.TableRef{Workspace: by.Workspace, App: app.ID, Name: shop.Table().Name}, Limits: rows.Limits{Tables: 1, Rows: 10_000, Bytes: 1 << 30}}
		if _, err := s.CreateTable(b.Context(), by, at, shop.Table()); err != nil {
			b.Fatal(err)
		}
		var puts []rows.Put
		for _, r := range shop.Rows(10_000) {
			puts = append(puts, rows.Put{Values: r.Values})
		}
		if _, _, err := s.InsertRows(b.Context(), by, at, func(platform.Table) ([]rows.Put, error) { return puts, nil }); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, all, err := s.LoadTable(b.Context(), at.TableRef); err != nil || len(all) != len(puts) {
				b.Fatal(len(all), err)
			}
		}
	})
}
