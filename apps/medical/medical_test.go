package medical_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/apps/medical"
	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/identity"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// answer is what a tool answered, as far as these tests look at it.
type answer struct {
	IsError           bool
	StructuredContent struct {
		Success   bool
		Error     string
		Ambiguous bool
		Count     int
		Slots     []struct{ Time string }
		Doctors   []struct{ Name string }
	}
	Meta struct {
		View  string
		Slots []struct{ ID, Time, FormattedTime string }
		// Doctors and Matches are the widget's.
		Doctors, Matches []struct{ ID, Name string }
		Appointment      struct {
			ID, FormattedDate string
			Patient           struct{ Name, Phone string }
		}
	} `json:"_meta"`
}

// call calls a tool as a client with that subject, "" for a client that names none.
func (b *bundle) call(t *testing.T, subject, tool string, arguments map[string]any) answer {
	t.Helper()
	params := map[string]any{"name": tool, "arguments": arguments}
	if subject != "" {
		params["_meta"] = map[string]any{"openai/subject": subject}
	}
	message, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
	if err != nil {
		t.Fatal(err)
	}
	status, body := b.server.Send(t, message, map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"})
	var said struct{ Result answer }
	if err := json.Unmarshal(body, &said); err != nil || status != 200 {
		t.Errorf("%s: status %d, %v: %s", tool, status, err, body)
	}
	return said.Result
}

func with(arguments ...any) map[string]any {
	m := map[string]any{"patientName": "Maria Santos", "patientPhone": "(11) 99999-8888"}
	for i := 0; i < len(arguments); i += 2 {
		m[arguments[i].(string)] = arguments[i+1]
	}
	return m
}

// The whole story: search, an ambiguous name, free times, book one by its id, and it is gone.
func TestStory(t *testing.T) {
	t.Parallel()
	b := serve(t, sqlite(t))
	found := b.call(t, "ann", "search_doctors", map[string]any{"specialty": "cardio", "city": "sao paulo"})
	if found.StructuredContent.Count != 2 || found.Meta.View != "doctors-list" || len(found.Meta.Doctors[0].ID) != 36 {
		t.Fatalf("%+v", found)
	}
	which := b.call(t, "ann", "get_available_slots", map[string]any{"doctorName": "Silva"})
	if which.IsError || !which.StructuredContent.Ambiguous || which.StructuredContent.Success || which.Meta.View != "disambiguation" || len(which.Meta.Matches) < 5 {
		t.Errorf("%+v", which)
	}
	doctor := found.Meta.Doctors[0].ID
	before := b.call(t, "ann", "get_available_slots", map[string]any{"doctorId": strings.ToUpper(doctor)})
	chosen := before.Meta.Slots[4]
	// The slot tells which of the Silvas is meant.
	booked := b.call(t, "ann", "schedule_appointment", with("doctorName", "Silva", "slotId", chosen.ID))
	if booked.IsError || booked.Meta.View != "confirmation" || booked.Meta.Appointment.FormattedDate != chosen.FormattedTime || booked.Meta.Appointment.Patient.Phone != "11999998888" {
		t.Fatalf("%+v", booked)
	}
	after := b.call(t, "bob", "get_available_slots", map[string]any{"doctorId": doctor})
	if after.StructuredContent.Count != before.StructuredContent.Count-1 || after.Meta.Slots[4].ID != before.Meta.Slots[5].ID || len(after.StructuredContent.Slots) != after.StructuredContent.Count {
		t.Errorf("the time is still on offer: %+v", after.Meta.Slots[:6])
	}
	// Ann may repeat the request in any of the ways; nobody else learns about it, even with her name and number.
	for _, slot := range []map[string]any{{"slotId": chosen.ID}, {"slotTime": before.StructuredContent.Slots[4].Time}, {"slotTime": chosen.FormattedTime}, {"slotTime": chosen.Time}} {
		arguments := with("doctorId", doctor)
		for k, v := range slot {
			arguments[k] = v
		}
		if again := b.call(t, "ann", "schedule_appointment", arguments); again.Meta.Appointment.ID != booked.Meta.Appointment.ID {
			t.Errorf("%v: %+v", slot, again)
		}
		for _, subject := range []string{"bob", ""} {
			if other := b.call(t, subject, "schedule_appointment", arguments); !other.IsError || !strings.Contains(other.StructuredContent.Error, "no longer available") || other.Meta.View != "" {
				t.Errorf("%v as %q: %+v", slot, subject, other)
			}
		}
	}
}

// A hundred people want one time on two replicas over one database: one of them gets it, and the others are told what is
// free.
func TestOneTimeIsGivenOnce(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	replica := func() *bundle {
		return serve(t, storetest.OpenWith(t, store.Options{DatabaseURL: address, Now: clock}))
	}
	one := serve(t, sqlite(t))
	for name, replicas := range map[string][]*bundle{"postgres": {replica(), replica()}, "sqlite": {one}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const many = 100
			answers := make([]answer, many)
			var group sync.WaitGroup
			for i := range many {
				group.Go(func() {
					answers[i] = replicas[i%len(replicas)].call(t, fmt.Sprint("subject", i), "schedule_appointment", with("doctorName", "João Silva", "slotTime", "qui, 8 jan, 09:00"))
				})
			}
			group.Wait()
			given := 0
			for _, a := range answers {
				if !a.IsError {
					given++
				} else if !strings.Contains(a.StructuredContent.Error, "no longer available") || !strings.Contains(a.StructuredContent.Error, "Thu, Jan 8, 08:00; Thu, Jan 8, 10:00") {
					t.Errorf("%+v", a)
				}
			}
			if given != 1 {
				t.Errorf("the time was given %d times", given)
			}
		})
	}
}

// Neither one caller, nor all anonymous callers together, can take every time.
func TestLimitsOfCallers(t *testing.T) {
	t.Parallel()
	s := sqlite(t)
	b := serve(t, s)
	doctor := map[string]any{"doctorName": "João Silva"}
	slots := b.call(t, "", "get_available_slots", doctor).Meta.Slots
	book := func(subject string, i int) string {
		return b.call(t, subject, "schedule_appointment", with("doctorName", "João Silva", "slotId", slots[i].ID)).StructuredContent.Error
	}
	for i := range 21 {
		if refused := book("greedy", i); strings.Contains(refused, "20 appointments to come") != (i == 20) {
			t.Errorf("%d: %s", i, refused)
		}
	}
	half := (len(slots) + 1) / 2
	for i := 20; i <= half; i++ {
		if refused := book(fmt.Sprint("somebody else", i), i); strings.Contains(refused, "No more appointments can be booked with Dr. João Silva") != (i == half) {
			t.Errorf("%d: %s", i, refused)
		}
	}
	if refused := book("late", 0); strings.Contains(refused, "Free times") {
		t.Errorf("callers who cannot book are offered times: %s", refused)
	}
	// What is shown can be booked: nothing by those who did not sign in, the other half by people who did.
	for subject, why := range map[string]string{"": "No more appointments can be booked with Dr. João Silva without signing in", "greedy": "You have 20 appointments to come"} {
		left := b.call(t, subject, "get_available_slots", doctor)
		if !left.IsError || left.StructuredContent.Success || !strings.HasPrefix(left.StructuredContent.Error, why) || left.Meta.View != "" {
			t.Errorf("%+v is shown to %q, who cannot book", left, subject)
		}
	}
	result := direct(t, newApp(t, s), b.owner.Principal, "get_available_slots", doctor)
	if raw, err := json.Marshal(result.Structured); err != nil || !strings.Contains(string(raw), fmt.Sprintf(`"count":%d`, len(slots)-half)) {
		t.Errorf("%d times, of which a person is shown %.100s", len(slots), raw)
	}
	if made := direct(t, newApp(t, s), b.owner.Principal, "schedule_appointment", with("doctorName", "João Silva", "slotId", slots[half].ID)); made.IsError {
		t.Errorf("a person books: %+v", made)
	}
}

// direct calls a tool as somebody, without the edge.
func direct(t *testing.T, app appkit.App, by platform.Principal, tool string, arguments map[string]any) appkit.Result {
	t.Helper()
	raw, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	result, err := app.Handlers()[tool](t.Context(), appkit.Call{Tool: tool, Arguments: raw, Principal: by, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// Callers who did not sign in cannot empty the calendars: in an hour they get so many appointments, whatever they call
// themselves, and are then told when to come back. People who signed in book on.
func TestFlood(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	replicas := []*bundle{serve(t, storetest.OpenWith(t, store.Options{DatabaseURL: address, Now: clock})), serve(t, storetest.OpenWith(t, store.Options{DatabaseURL: address, Now: clock}))}
	doctors := replicas[0].call(t, "", "search_doctors", map[string]any{}).Meta.Doctors
	refusals := make([]string, 2*hourly)
	var group sync.WaitGroup
	for i := range refusals {
		group.Go(func() {
			a := replicas[i%2].call(t, fmt.Sprint("invented", i), "schedule_appointment", with("doctorId", doctors[i%len(doctors)].ID, "slotTime", "14:00", "patientName", fmt.Sprint("Invented ", i)))
			refusals[i] = a.StructuredContent.Error
		})
	}
	group.Wait()
	booked := 0
	for _, refusal := range refusals {
		switch {
		case refusal == "":
			booked++
		case !strings.Contains(refusal, "Too many appointments are being made without signing in. Try again at 12:01") && !strings.Contains(refusal, "sees nobody at that time"):
			t.Error(refusal)
		}
	}
	if booked != hourly {
		t.Errorf("%d appointments in an hour", booked)
	}
	// What cannot be booked is not shown, but to people who sign in.
	left := replicas[1].call(t, "late", "get_available_slots", map[string]any{"doctorName": "João Silva"})
	if !left.IsError || left.StructuredContent.Success || !strings.Contains(left.StructuredContent.Error, "Try again at 12:01") {
		t.Errorf("%+v is shown to callers who cannot book", left)
	}
	app := newApp(t, storetest.OpenWith(t, store.Options{DatabaseURL: address, Now: clock}))
	shown := direct(t, app, replicas[0].owner.Principal, "get_available_slots", map[string]any{"doctorName": "João Silva"})
	if raw, err := json.Marshal(shown.Structured); err != nil || strings.Contains(string(raw), `"count":0`) {
		t.Errorf("a person is shown %.100s", raw)
	}
	if made := direct(t, app, replicas[0].owner.Principal, "schedule_appointment", with("doctorName", "João Silva", "slotTime", "15:00")); made.IsError {
		t.Errorf("a person books: %+v", made)
	}
}

// A time of the day means the earliest one that is free, each time that it is asked for; and a patient is with one doctor at a
// time, whoever asks, even if two ask at once on two replicas.
func TestOnceMore(t *testing.T) {
	t.Parallel()
	b := serve(t, sqlite(t))
	ask := func(subject, doctor, slotTime, patient string) answer {
		return b.call(t, subject, "schedule_appointment", with("doctorName", doctor, "slotTime", slotTime, "patientName", patient))
	}
	for _, want := range []string{"quinta-feira, 8 de janeiro de 2026 09:00", "sexta-feira, 9 de janeiro de 2026 09:00", "segunda-feira, 12 de janeiro de 2026 09:00"} {
		if a := ask("ann", "João Silva", "09:00", "Maria Santos"); a.Meta.Appointment.FormattedDate != want {
			t.Errorf("%+v, want %s", a, want)
		}
	}
	for _, subject := range []string{"ann", "bob", ""} {
		a := ask(subject, "Rafael Souza", "qui, 8 jan, 09:00", "maria santos")
		if !a.IsError || !strings.Contains(a.StructuredContent.Error, "cannot be booked for this patient") || strings.Contains(strings.SplitAfter(a.StructuredContent.Error, "close to it")[1], "Jan 8, 09:00") {
			t.Errorf("%q: %+v", subject, a)
		}
	}
	if a := ask("ann", "Rafael Souza", "09:00", "Maria Santos"); !strings.HasPrefix(a.Meta.Appointment.FormattedDate, "terça-feira, 13") {
		t.Errorf("the first that both have free: %+v", a)
	}
	if a := ask("ann", "Rafael Souza", "qui, 8 jan, 09:00", "Paulo Santos"); a.IsError {
		t.Errorf("somebody else by the same telephone: %+v", a)
	}
}

// Who asks for progress is told it, in every version of the protocol and in the language of the answer.
func TestProgress(t *testing.T) {
	t.Parallel()
	b := serve(t, sqlite(t))
	for tool, c := range map[string]struct {
		arguments map[string]any
		says      []string
	}{
		"get_available_slots":  {map[string]any{"doctorName": "João Silva"}, []string{"Procurando horários livres…"}},
		"schedule_appointment": {with("doctorName", "João Silva", "slotTime", "09:00"), []string{"Procurando um horário livre…", "Marcando a consulta…"}},
	} {
		params := map[string]any{"name": tool, "arguments": c.arguments, "_meta": map[string]any{"progressToken": "p", "openai/locale": "pt-BR"}}
		message, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
		if err != nil {
			t.Fatal(err)
		}
		_, body := b.server.Send(t, message, map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"})
		said := string(body)
		if n := strings.Count(said, "notifications/progress"); n != len(c.says)+1 || !strings.Contains(said, `"total":3`) || !strings.Contains(said, `"structuredContent"`) {
			t.Errorf("%s: %d: %s", tool, n, said)
		}
		for _, message := range c.says {
			if !strings.Contains(said, message) {
				t.Errorf("%s does not say %q: %s", tool, message, said)
			}
		}
	}
}

// Neither the log, the call log nor the audit trail holds a patient's name or phone number, or who books.
func TestPatientsAreNobodysBusiness(t *testing.T) {
	t.Parallel()
	s := sqlite(t)
	b := serve(t, s)
	for _, slot := range []string{"amanhã 9h", "amanhã 9h", "hoje 1h", "soon"} {
		b.call(t, "hush-subject", "schedule_appointment", with("doctorName", "João Silva", "slotTime", slot, "patientName", "Hush Name"))
	}
	b.call(t, "hush-subject-2", "schedule_appointment", with("doctorName", "João Silva", "slotTime", "amanhã 9h", "patientName", "Hush Name\x00"))
	entries, _, err := s.Audit(t.Context(), b.owner.Workspace, identity.AuditQuery{Limit: 200})
	if err != nil {
		t.Fatal(err)
	}
	anonymous, _, err := s.Audit(t.Context(), "", identity.AuditQuery{Limit: 200})
	if err != nil {
		t.Fatal(err)
	}
	for where, said := range map[string]string{"log": b.log.String(), "calls": fmt.Sprintf("%+v", b.calls.All()), "audit": fmt.Sprintf("%+v%+v", entries, anonymous)} {
		for _, secret := range []string{"Hush", "hush", "99999"} {
			if strings.Contains(said, secret) {
				t.Errorf("the %s says %q: %s", where, secret, said)
			}
		}
	}
	if len(b.calls.All()) != 5 {
		t.Errorf("%d calls are recorded", len(b.calls.All()))
	}
}

// A failure that the platform finds, such as a lost database, is reported in the document's shape and without its cause.
func TestFaultsOfOurs(t *testing.T) {
	t.Parallel()
	s, err := store.Open(t.Context(), store.Options{DataDir: t.TempDir(), Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := serve(t, s)
	found := b.call(t, "", "search_doctors", map[string]any{"name": "Silva"})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for tool, arguments := range map[string]map[string]any{"get_available_slots": {"doctorName": "Tanaka"}, "schedule_appointment": with("doctorName", "Tanaka", "slotTime", "9h")} {
		a := b.call(t, "", tool, arguments)
		if !a.IsError || a.StructuredContent.Success || a.StructuredContent.Error == "" || strings.Contains(a.StructuredContent.Error, "sql") {
			t.Errorf("%s: %+v", tool, a)
		}
	}
	if diff := cmp.Diff(found, b.call(t, "", "search_doctors", map[string]any{"name": "Silva"})); diff != "" {
		t.Errorf("searching needs no database: %s", diff)
	}
}

// The template is for everybody, and has one of the layouts that authors may choose.
func TestTemplate(t *testing.T) {
	t.Parallel()
	app, ok := newApp(t, nil).(interface{ Template() platform.Draft })
	if !ok || app.Template().Tools[0].Layout != "list" || !json.Valid(app.Template().Tools[0].MockData) {
		t.Errorf("%+v", app)
	}
}

// Nothing here moves or cancels an appointment, and no model should book a second one instead.
func TestModelsReadWhatCannotBeDone(t *testing.T) {
	t.Parallel()
	app, err := medical.New(storetest.Open(t), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if told := app.Manifest().Instructions; !strings.Contains(told, "No tool moves or cancels an appointment") {
		t.Error(told)
	}
}
