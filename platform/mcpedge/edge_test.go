package mcpedge

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"berth/platform"
)

// TestNothingInsideLeaks looks at every answer to a tool that fails, in both eras and on both paths.
func TestNothingInsideLeaks(t *testing.T) {
	t.Parallel()
	for _, compiling := range []bool{true, false} {
		b := setup(t)
		b.edge.compiling = compiling
		for _, name := range []string{"panics", "fails"} {
			for _, q := range []func() (string, []string){
				func() (string, []string) { return modern("1", "tools/call", name, `"name":"`+name+`","arguments":{}`) },
				func() (string, []string) { return legacy("1", "tools/call", `"name":"`+name+`","arguments":{}`) },
			} {
				body, headers := q()
				status, answer, _ := b.post(t, "fixture", body, headers...)
				if status != 200 || !strings.Contains(answer, `"isError":true`) || !strings.Contains(answer, "EXECUTION_ERROR") {
					t.Errorf("%s: %d %s", name, status, answer)
				}
				for _, secret := range []string{"secret", "passwd", "relation", "goroutine", ".go:"} {
					if strings.Contains(answer, secret) {
						t.Errorf("%s leaks %q: %s", name, secret, answer)
					}
				}
			}
		}
		if log := b.log.String(); !strings.Contains(log, "secret panic") || !strings.Contains(log, "relation") {
			t.Error("the log does not name the causes")
		}
	}
}

func TestUnknownAppAndMethods(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "tools/list", "", "")
	status, answer, _ := b.post(t, "nobody", body, headers...)
	var got struct {
		Error struct{ Code, Message string }
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil || status != 404 || got.Error.Code != "APP_NOT_FOUND" || got.Error.Message == "" {
		t.Errorf("unknown slug: %d %s", status, answer)
	}
	for _, method := range []string{"GET", "DELETE", "PUT", "OPTIONS"} {
		r, _ := http.NewRequestWithContext(t.Context(), method, b.server.URL+"/servers/cards/mcp", nil)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != 405 || resp.Header.Get("Allow") != "POST" {
			t.Errorf("%s: %d Allow %q", method, resp.StatusCode, resp.Header.Get("Allow"))
		}
	}
	if status, _, _ := b.post(t, "cards", body, append(headers, "Content-Type", "text/plain")...); status != 415 {
		t.Errorf("text/plain: %d", status)
	}
	if status, answer, _ := b.post(t, "cards", "\x1f\x8b", append(headers, "Content-Encoding", "GZIP")...); status != 415 || !strings.Contains(answer, "compressed with gzip") {
		t.Errorf("a packed body: %d %s", status, answer)
	}
	if status, _, _ := b.post(t, "cards", body, append(headers, "Content-Encoding", "utf-8")...); status != 200 {
		t.Errorf("a coding that is none: %d", status)
	}
}

// TestAppsLearnWhereACallComesFrom: what the audit trail says of a call is what came over the wire, and nothing for the builder's.
func TestAppsLearnWhereACallComesFrom(t *testing.T) {
	t.Parallel()
	address := func(r *http.Request) string {
		host, _, _ := net.SplitHostPort(r.RemoteAddr)
		return host
	}
	b := setup(t, func(o *Options) { o.ClientAddress = address })
	text := func(answer string) string {
		var got struct {
			Result struct{ Content []struct{ Text string } }
		}
		if err := json.Unmarshal([]byte(answer), &got); err != nil || len(got.Result.Content) != 1 {
			t.Fatalf("%v: %s", err, answer)
		}
		return got.Result.Content[0].Text
	}
	body, headers := modern("1", "tools/call", "whence", `"name":"whence"`)
	_, answer, _ := b.post(t, "private", body, append(headers, "Authorization", "Bearer person-ann", "User-Agent", "Agent/1")...)
	if got := text(answer); got != "<ann|127.0.0.1|Agent/1>" {
		t.Errorf("a call: %s", got)
	}
	_, answer, _ = b.post(t, "fixture", body, append(headers, "User-Agent", strings.Repeat("a", 1000))...)
	if got := text(answer); got != "<|127.0.0.1|"+strings.Repeat("a", 300)+"…>" {
		t.Errorf("a long user agent: %s", got)
	}
	x, err := b.edge.Probe(t.Context(), platform.Probe{Served: *b.source.live["private"], Principal: platform.Principal{Kind: platform.KindSession, User: "eve"}, Tool: "whence"})
	if err != nil {
		t.Fatal(err)
	}
	if got := text(string(x.Response)); got != "<eve||>" {
		t.Errorf("the builder: %s", got)
	}
	_, answer, _ = setup(t).post(t, "fixture", body, append(headers, "User-Agent", "x")...)
	if got := text(answer); got != "<||x>" {
		t.Errorf("without ClientAddress: %s", got)
	}
}

func TestLimitsAnswer429(t *testing.T) {
	t.Parallel()
	now := time.Now()
	b := setup(t, func(o *Options) {
		o.Runtime = limited(o, 2, func() time.Time { return now })
	})
	body, headers := modern("1", "tools/call", "show_cards", `"name":"show_cards","arguments":{"message":"x"}`)
	mine := strings.Replace(body, `"_meta":{`, `"_meta":{"openai/subject":"u1",`, 1)
	for i, want := range []int{200, 200, 429} {
		status, answer, header := b.post(t, "cards", mine, headers...)
		if status != want || want == 429 && (header.Get("Retry-After") != "30" || !strings.Contains(answer, "Try again in 30 s.")) {
			t.Errorf("call %d: %d %s", i, status, answer)
		}
	}
	other := strings.Replace(body, `"_meta":{`, `"_meta":{"openai/subject":"u2",`, 1)
	if status, _, _ := b.post(t, "cards", other, headers...); status != 200 {
		t.Errorf("somebody else's limit held: %d", status)
	}
	for range 5 {
		if status, _, _ := b.post(t, "cards", body, headers...); status != 200 {
			t.Errorf("anonymous callers were told apart: %d", status)
		}
	}
}

// Each person has a limit of its own, whatever the client says besides.
func TestLimitsAreOfEachPerson(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *Options) {
		o.Runtime = limited(o, 2, time.Now)
	})
	s := cards("cards", 1)
	s.Manifest.Access = platform.AccessPerson
	b.source.live["cards"] = s
	body, headers := modern("1", "tools/call", "show_cards", `"name":"show_cards","arguments":{"message":"x"}`)
	for i, call := range []struct {
		person, subject string
		want            int
	}{{"ann", "", 200}, {"ann", "u1", 200}, {"ann", "u2", 429}, {"ann~second-key", "", 429}, {"bob", "", 200}, {"bob", "u1", 200}, {"ann", "", 429}, {"bob", "", 429}} {
		mine := strings.Replace(body, `"_meta":{`, fmt.Sprintf(`"_meta":{"openai/subject":%q,`, call.subject), 1)
		if status, answer, _ := b.post(t, "cards", mine, append(headers, "Authorization", "Bearer person-"+call.person)...); status != call.want {
			t.Errorf("call %d, of %s: %d %s", i, call.person, status, answer)
		}
	}
}

func TestInvalidateShowsTheNewRelease(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "server/discover", "", "")
	version := func() string {
		_, answer, _ := b.post(t, "cards", body, headers...)
		_, after, _ := strings.Cut(answer, `"version":"`)
		return strings.SplitN(after, `"`, 2)[0]
	}
	if got := version(); got != "1" {
		t.Fatal(got)
	}
	var wg sync.WaitGroup
	for i := 2; i < 40; i++ {
		b.source.mu.Lock()
		b.source.live["cards"] = cards("cards", i)
		b.source.mu.Unlock()
		b.edge.Invalidate("cards")
		wg.Go(func() { version() })
		if got := version(); got != fmt.Sprint(i) {
			t.Fatalf("release %s after publishing %d", got, i)
		}
	}
	wg.Wait()
	b.source.mu.Lock()
	b.source.fail = errors.New("database down")
	b.source.mu.Unlock()
	if got := version(); got != "39" {
		t.Errorf("a live app went with the database: %q", got)
	}
	if status, answer, _ := b.post(t, "other", body, headers...); status != 503 || strings.Contains(answer, "database") {
		t.Errorf("a cold app: %d %s", status, answer)
	}
}

// What was published is served when the database goes away before anybody has asked for it: by the process that published it, and by those
// that had the app in memory.
func TestPublishedIsReadBeforeAnybodyAsks(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "server/discover", "", "")
	serving := func(version string) bool {
		_, answer, _ := b.post(t, "cards", body, headers...)
		return strings.Contains(answer, `"version":"`+version+`"`)
	}
	publish := func(version int) {
		b.source.mu.Lock()
		defer b.source.mu.Unlock()
		b.source.live["cards"], b.source.fail = cards("cards", version), nil
	}
	away := func() {
		b.source.mu.Lock()
		defer b.source.mu.Unlock()
		b.source.fail = errors.New("database down")
	}
	publish(1)
	b.edge.Published("cards")
	if away(); !serving("1") {
		t.Error("a first release is not served")
	}
	publish(2)
	b.edge.Published("cards")
	if away(); !serving("2") {
		t.Error("a second release is not served")
	}
	publish(3)
	b.source.mu.Lock()
	asked, before := make(chan struct{}), b.source.loads
	b.source.asks = asked
	b.source.mu.Unlock()
	b.edge.Changed(t.Context(), "unknown-here", "cards")
	<-asked // without a request
	if away(); !serving("3") {
		t.Error("what another replica has published is not served")
	}
	b.source.mu.Lock()
	defer b.source.mu.Unlock()
	if n := b.source.loads - before; n != 1 {
		t.Errorf("%d loads: what is not in memory was read too", n)
	}
}

// What this process has suspended is refused though the database goes away before anybody has asked for it.
func TestSuspendedIsRefusedWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "server/discover", "", "")
	if status, answer, _ := b.post(t, "cards", body, headers...); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	b.edge.Suspend("cards")
	b.source.mu.Lock()
	b.source.fail = errors.New("database down")
	b.source.mu.Unlock()
	if status, answer, _ := b.post(t, "cards", body, headers...); status != http.StatusForbidden || !strings.Contains(answer, string(platform.CodeSuspended)) {
		t.Errorf("%d %s", status, answer)
	}
}

func TestTrialBuildRefusesWhatCannotBeServed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	good := cards("cards", 1)
	if err := b.edge.TrialBuild(*good); err != nil {
		t.Error(err)
	}
	for _, input := range []string{`{"type":"object","properties":{"a":{"type":"number","x-mcp-header":"A"}}}`, `{"type":5}`, `{"$ref":"https://evil.example/s.json"}`} {
		bad := cards("cards", 1)
		bad.Manifest.Tools[0].Input = json.RawMessage(input)
		if err := b.edge.TrialBuild(*bad); err == nil {
			t.Errorf("%s was accepted", input)
		}
	}
}

// TestAppsShareWhatTheyHaveInCommon looks at the memory of two apps with one layout: schemas are kept once, and an
// app's data is not copied into its answers.
func TestAppsShareWhatTheyHaveInCommon(t *testing.T) {
	t.Parallel()
	b := setup(t)
	schema := `{"type": "object", "description": "` + strings.Repeat("long <text> ", 50) + `"}`
	data := `{"items":[{"title":"` + strings.Repeat("data ", 100) + `"}]}`
	var apps []*app
	for _, slug := range []string{"one", "two"} {
		s := cards(slug, 1)
		s.Manifest.Tools[0].Output = json.RawMessage(schema)
		s.Manifest.Tools[0].Handler.Config = json.RawMessage(`{"data":` + data + `,"text":"x"}`)
		s.Manifest.Views[0].Sample = json.RawMessage(data)
		b.source.live[slug] = s
		a, err := b.edge.catalog.Lookup(t.Context(), slug)
		if err != nil {
			t.Fatal(err)
		}
		apps = append(apps, a)
		for _, q := range []request{{slug: slug}, {slug: slug}} {
			q.body, q.headers = modern("1", "tools/list", "", "")
			if _, answer := b.serve(q); !strings.Contains(answer, "long <text>") {
				t.Errorf("no schema in %s", answer)
			}
			q.body, q.headers = modern("1", "tools/call", "show_cards", `"name":"show_cards","arguments":{"message":"x"}`)
			if _, answer := b.serve(q); !strings.Contains(answer, `"structuredContent":`+data) {
				t.Errorf("no data in %s", answer)
			}
		}
		for _, got := range a.answers {
			if got.Own > 1100 {
				t.Errorf("%s: an answer of %v takes %d bytes of its own", slug, got.answerKey, got.Own)
			}
		}
	}
	if one, two := apps[0].tool("show_cards"), apps[1].tool("show_cards"); &one.output[0] != &two.output[0] || one.input != two.input || one.input.Schema == nil {
		t.Error("two apps hold two copies of one schema")
	}
	if a := apps[0]; &a.views[0].sample[0] != &a.tool("show_cards").data[0] {
		t.Error("the sample is a copy of the data")
	}
}

// TestUnknownSlugsTakeNoMemory asks for many addresses at which nothing can be.
func TestUnknownSlugsTakeNoMemory(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body, headers := modern("1", "tools/list", "", "")
	for _, slug := range []string{strings.Repeat("a", 64), "UPPER", "under_score", "-x", "a--b-"} {
		if status, answer, _ := b.post(t, slug, body, headers...); status != 404 || !strings.Contains(answer, "APP_NOT_FOUND") {
			t.Errorf("%s: %d %s", slug, status, answer)
		}
	}
	if b.source.loads != 0 {
		t.Errorf("%d loads of what is no slug", b.source.loads)
	}
}

// An app that judges its arguments itself gets no more of them than a schema would read.
func TestTooManyArgumentsForAnAppThatJudgesThemItself(t *testing.T) {
	t.Parallel()
	b := setup(t)
	m := fixture{}.Manifest()
	for i := range m.Tools {
		m.Tools[i].OwnValidation = true
	}
	b.source.live["own"] = &platform.Served{App: "app-own", Slug: "own", Origin: platform.OriginSeeded, Version: 1, Manifest: m}
	for numbers, refused := range map[int]bool{10: false, 100_000: false, 200_000: true} {
		body, headers := legacy("1", "tools/call", `"name":"echo","arguments":{"text":[0`+strings.Repeat(",0", numbers)+`]}`)
		status, answer, _ := b.post(t, "own", body, headers...)
		if says := strings.Contains(answer, `"isError":true`) && strings.Contains(answer, "too many values: at most 150000 are allowed"); status != 200 || says != refused {
			t.Errorf("%d numbers: %d %.300s", numbers, status, answer)
		}
	}
}
