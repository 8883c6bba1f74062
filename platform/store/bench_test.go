package store_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/publish"
	"berth/platform/store"
	"berth/platform/store/storetest"
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
