package store_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func TestRecentViews(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		by, eve := storetest.Person(t, s, "ann@example.com"), storetest.Person(t, s, "eve@example.com")
		publishApp(t, s, eve, createApp(t, s, eve, draft("Others")))
		app := createApp(t, s, by, draft("Things"))
		var want []platform.BuiltView
		for i := range 12 {
			p := publication(app)
			digest := fmt.Sprintf("%02d%s", i, strings.Repeat("e", 62))
			p.Release.Digest, p.Documents[0].Digest, p.Release.Views = digest, digest, []platform.BuiltView{{Name: "main", Document: digest}}
			var err error
			if app, err = s.Publish(t.Context(), by, p); err != nil {
				t.Fatal(err)
			}
			want = append([]platform.BuiltView{{Name: "main", Document: digest}}, want...)
		}
		got, err := s.RecentViews(t.Context(), app.ID, 10)
		if diff := cmp.Diff(want[:10], got); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
	})
}
