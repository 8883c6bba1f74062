package rows_test

import (
	"log/slog"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/rows"
	"berth/platform/store"
	"berth/platform/store/storetest"
	"berth/platform/tables/hot"
)

// newTable makes an app of a new person, and a table of it.
func newTable(t *testing.T, app string, table platform.Table, uses func(platform.Draft, *platform.Manifest) []rows.Use) (service *rows.Service, s *store.Store, ann platform.Actor, id platform.AppID) {
	t.Helper()
	s = storetest.Open(t)
	ann = storetest.Person(t, s, "ann@example.com")
	made, err := s.CreateApp(t.Context(), ann, platform.App{Origin: platform.OriginAuthored, Draft: platform.Draft{Name: app, Tools: []platform.ToolDraft{{}}}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	service = rows.New(rows.Options{Store: s, Hot: hot.NewTables(s, 1<<20, time.Now, slog.New(slog.DiscardHandler)), Uses: uses})
	if _, err := service.CreateTable(t.Context(), ann, made.ID, table); err != nil {
		t.Fatal(err)
	}
	return service, s, ann, made.ID
}
