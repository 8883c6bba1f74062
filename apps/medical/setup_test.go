package medical_test

import (
	"encoding/json"
	"flag"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"berth/apps/medical"
	"berth/apps/medical/directory"
	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/appkit/transcript"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
	"berth/test/double"
	"berth/test/served"
)

var update = flag.Bool("update", false, "write the responses into the transcripts")

// now is Wednesday, 7 January 2026, 11:00 in São Paulo: the time of all these tests.
var now = time.Date(2026, 1, 7, 14, 0, 0, 0, time.UTC)

// hourly is how many appointments callers without an account may make in an hour.
const hourly = 60

func clock() time.Time { return now }

// bundle is one replica of the app as people reach it.
type bundle struct {
	server *served.Server
	log    *double.Log
	calls  *double.Calls
	owner  platform.Actor
}

func sqlite(t testing.TB) *store.Store {
	t.Helper()
	s := storetest.OpenWith(t, store.Options{DataDir: t.TempDir(), Now: clock})
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

func postgres(t testing.TB) *store.Store {
	t.Helper()
	return storetest.OpenWith(t, store.Options{DatabaseURL: pgtest.URL(t), Now: clock})
}

func newApp(t *testing.T, s medical.Store) appkit.App {
	t.Helper()
	app, err := medical.New(s, hourly, nil)
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// serve makes one replica of the app over the store, published by a new user.
func serve(t *testing.T, s *store.Store) *bundle {
	t.Helper()
	b := &bundle{log: &double.Log{}, calls: &double.Calls{}, owner: storetest.Person(t, s, uuid.NewString()+"@example.com")}
	b.server = served.App(t, served.Options{App: newApp(t, s), Store: s, Owner: b.owner, Calls: b.calls, Now: clock,
		Log: slog.New(slog.NewJSONHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	return b
}

// send is Send of package transcript. It shortens long values, and names those that the server makes.
func (b *bundle) send(t *testing.T, message []byte, headers map[string]string) (int, []byte) {
	t.Helper()
	status, body := b.server.Send(t, message, headers)
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	raw, err := json.Marshal(shorten("", v))
	if err != nil {
		t.Fatal(err)
	}
	return status, raw
}

// shorten keeps the first three of many slots, and replaces the picture and the id of an appointment by names.
func shorten(key string, v any) any {
	const kept = 3
	switch v := v.(type) {
	case map[string]any:
		if id, ok := v["id"].(string); ok && key == "appointment" && len(id) == 36 {
			v["id"] = "${appointment}"
		}
		for k := range v {
			v[k] = shorten(k, v[k])
		}
	case []any:
		for i := range v {
			v[i] = shorten(key, v[i])
		}
		if key == "slots" && len(v) > kept {
			return append(v[:kept:kept], "… and so on")
		}
	case string:
		if key == "imageUrl" && strings.HasPrefix(v, "data:image/svg+xml,") {
			return "${image}"
		}
	}
	return v
}

// transcript replaces the ids of the doctors who occur by their surnames.
func (b *bundle) transcript(t *testing.T) transcript.Options {
	t.Helper()
	vars := map[string]string{"widget": b.server.Documents["medical-app"]}
	doctors, err := directory.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range doctors.Doctors() {
		_, name, _ := strings.Cut(d.Name, " ")
		vars[name] = d.ID
	}
	return transcript.Options{Send: b.send, Vars: vars}
}

func TestTranscripts(t *testing.T) {
	t.Parallel()
	transcript.Run(t, "testdata/*.txtar", *update, func(t *testing.T) transcript.Options {
		return serve(t, sqlite(t)).transcript(t)
	})
	if *update {
		return
	}
	t.Run("postgres", func(t *testing.T) { // for what the database decides
		t.Parallel()
		transcript.Run(t, "testdata/schedule_appointment.txtar", false, func(t *testing.T) transcript.Options {
			return serve(t, postgres(t)).transcript(t)
		})
	})
}
