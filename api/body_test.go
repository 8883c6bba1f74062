package api

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"berth/platform"
	"berth/platform/intake"
)

// send sends a request to the API without anything behind it and returns its problem.
func send(t *testing.T, h http.Handler, r *http.Request) (*httptest.ResponseRecorder, failure) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	var p failure
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatalf("%s %s answers %d %s", r.Method, r.URL, w.Code, w.Body)
	}
	return w, p
}

func TestBadBodies(t *testing.T) {
	t.Parallel()
	_, h := bare(t)
	deep := func(n int) string {
		return `{"email":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `,"password":"0123456789"}`
	}
	for _, c := range []struct {
		name, contentType, body string
		status                  int
		code                    platform.Code
		fields                  string // locations, joined
	}{
		{"empty", "application/json", "", 400, platform.CodeBadRequest, ""},
		{"cut", "application/json", `{"email":"a@exa`, 400, platform.CodeBadRequest, ""},
		{"two documents", "application/json", `{} {}`, 400, platform.CodeBadRequest, ""},
		{"not JSON", "application/json", `email=a`, 400, platform.CodeBadRequest, ""},
		{"invalid UTF-8", "application/json", "{\"email\":\"a\xff@example.com\"}", 400, platform.CodeBadRequest, ""},
		{"a field twice", "application/json", `{"email":"a@example.com","email":"b@example.com"}`, 400, platform.CodeBadRequest, ""},
		{"deep", "application/json", deep(100), 400, platform.CodeBadRequest, ""},
		{"very deep", "application/json", deep(200_000), 400, platform.CodeBadRequest, ""},
		{"very many values", "application/json", `{"email":[` + strings.Repeat("0,", maxOpenValues) + `0]}`, 400, platform.CodeBadRequest, ""},
		{"a form", "application/x-www-form-urlencoded", `{}`, 415, platform.CodeUnsupportedMedia, ""},
		{"text", "text/plain", `{}`, 415, platform.CodeUnsupportedMedia, ""},
		{"another character set", "application/json; charset=iso-8859-1", `{}`, 415, platform.CodeUnsupportedMedia, ""},
		{"a broken type", "application/json; =", `{}`, 415, platform.CodeUnsupportedMedia, ""},
		{"a list", "application/json", `[]`, 422, platform.CodeInvalidConfig, "body"},
		{"null", "application/json", `null`, 422, platform.CodeInvalidConfig, "body"},
		{"everything wrong at once", "application/json", `{"email":"no","password":"short","name":1,"extra":true,"Email":"a@example.com"}`, 422,
			platform.CodeInvalidConfig, "body.Email body.email body.extra body.name body.password"},
		{"missing", "application/json; charset=UTF-8", `{}`, 422, platform.CodeInvalidConfig, "body.email body.password"},
		{"NUL", "application/json", `{"email":"a\u0000@example.com","x\u0000":["\u0000"]}`, 422, platform.CodeInvalidConfig, "body body.email body.password body.x\x00 body[0]"},
		{"out of range", "application/json", `{"email":1e999,"password":"0123456789"}`, 422, platform.CodeInvalidConfig, "body.email"},
		{"a long name", "application/json", `{"email":"a@example.com","password":"0123456789","name":"` + strings.Repeat("n", 10_000) + `"}`,
			422, platform.CodeInvalidConfig, "body.name"},
		{"too large", "application/json", `{"email":"` + strings.Repeat("a", maxBody) + `"}`, 413, platform.CodeTooLarge, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(http.MethodPost, "/api/v1/auth/signup", strings.NewReader(c.body))
			r.Header.Set("Content-Type", c.contentType)
			w, p := send(t, h, r)
			var at []string
			for _, f := range p.Errors {
				at = append(at, f.Location)
			}
			if w.Code != c.status || p.Code != c.code || !sameSet(at, strings.Fields(c.fields)) {
				t.Errorf("answers %d %s", w.Code, w.Body)
			}
			if got := w.Header().Get("Content-Type"); got != "application/problem+json" {
				t.Errorf("content type %q", got)
			}
			if w.Header().Get("X-Request-Id") != p.RequestID || p.RequestID == "" || p.Status != w.Code {
				t.Errorf("request id %q, problem %+v", w.Header().Get("X-Request-Id"), p)
			}
		})
	}
}

func sameSet(a, b []string) bool {
	seen := map[string]int{}
	for _, s := range a {
		seen[s]++
	}
	for _, s := range b {
		seen[s]--
	}
	for _, n := range seen {
		if n != 0 {
			return false
		}
	}
	return len(a) == len(b)
}

// A refused value may be a password: no answer repeats it.
func TestProblemsDoNotRepeatValues(t *testing.T) {
	t.Parallel()
	_, h := bare(t)
	for _, body := range []string{
		`{"email":"hunter2","password":"hunter2"}`,
		`{"email":{"hunter2":1},"password":["hunter2"]}`,
		`{"email":"a@example.com","password":"` + strings.Repeat("hunter2", 100) + `"}`,
		`"hunter2"`,
	} {
		for _, path := range []string{"/api/v1/auth/signup", "/api/v1/auth/login"} {
			r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if strings.Contains(w.Body.String(), "hunter2") {
				t.Errorf("%s %s: %s", path, body, w.Body)
			}
		}
	}
}

// unread fails the test when it is read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.EOF
}

func TestALargeBodyIsRefusedUnread(t *testing.T) {
	t.Parallel()
	_, h := bare(t)
	for _, path := range []string{"/api/v1/auth/login", "/api/v1/auth/signup"} {
		r := httptest.NewRequest(http.MethodPost, path, unread{t})
		r.ContentLength = maxBody + 1
		if w, p := send(t, h, r); w.Code != http.StatusRequestEntityTooLarge || p.Code != platform.CodeTooLarge || p.Detail != "The body may have at most 2 MiB." {
			t.Errorf("answers %d %s", w.Code, w.Body)
		}
	}
}

// A body that does not say its length is read up to the limit, and no further.
func TestALargeBodyOfUnknownLength(t *testing.T) {
	t.Parallel()
	_, h := bare(t)
	r := httptest.NewRequest(http.MethodPost, "/api/v1/auth/login", io.MultiReader(strings.NewReader(`"`+strings.Repeat("a", maxBody)), unread{t}))
	r.ContentLength = -1
	if w, p := send(t, h, r); w.Code != http.StatusRequestEntityTooLarge || p.Code != platform.CodeTooLarge {
		t.Errorf("answers %d %s", w.Code, w.Body)
	}
}

// A route that takes more than a stranger may send asks who the caller is before it reads the first byte.
func TestStrangersSendNothingWhereSigningInIsNeeded(t *testing.T) {
	t.Parallel()
	a, h := bare(t)
	for _, act := range a.order {
		if act.Access == anybody || act.Method == http.MethodGet {
			continue
		}
		r := httptest.NewRequest(act.Method, prefix+strings.NewReplacer("{", "", "}", "").Replace(act.Path), unread{t})
		r.ContentLength = maxBody
		if w, p := send(t, h, r); p.Code != platform.CodeUnauthenticated {
			t.Errorf("%s answers %d %s", act.ID, w.Code, w.Body)
		}
	}
}

// Over a real connection, the refusal comes although not one byte of the body ever does.
func TestALargeBodyIsRefusedBeforeItArrives(t *testing.T) {
	t.Parallel()
	_, h := bare(t)
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_, err = io.WriteString(conn, "POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 3000000\r\n\r\n")
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("answers %s", answer.Status)
	}
}

func TestABodyThatBreaksOff(t *testing.T) {
	t.Parallel()
	_, h := bare(t)
	r := httptest.NewRequest(http.MethodPost, "/api/v1/auth/login", io.MultiReader(strings.NewReader(`{"email"`), broken{}))
	r.Header.Set("Content-Type", "application/json")
	if w, p := send(t, h, r); w.Code != http.StatusBadRequest || p.Code != platform.CodeBadRequest || strings.Contains(w.Body.String(), "connection reset") {
		t.Errorf("answers %d %s", w.Code, w.Body)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) {
	return 0, errors.New("read tcp 10.0.0.7: connection reset by peer")
}

// Each value costs far more than its bytes: a body of very many is not read.
func TestABodyOfVeryManyValues(t *testing.T) {
	t.Parallel()
	for body, refused := range map[string]bool{
		`[` + strings.Repeat("0,", platform.MaxValues-2) + "0]":             false,
		`[` + strings.Repeat("0,", platform.MaxValues-1) + "0]":             true,
		`{"mockData":[` + strings.Repeat("0,", 128<<10-2) + "0]}":           false, // as much as an app may have
		`{"mockData":["` + strings.Repeat("0,", platform.MaxValues) + `"]}`: false,
	} {
		_, err := checkJSON([]byte(body), platform.MaxValues)
		if got := platform.IsCode(err, platform.CodeBadRequest) && platform.AsError(err).Msg == "The body holds more than 150000 values, keys included."; got != refused || !refused && err != nil {
			t.Errorf("%.20s…: %v", body, err)
		}
	}
}

func TestADocumentWithoutTheFieldsInWhichSomethingIsWrong(t *testing.T) {
	t.Parallel()
	d, err := checkJSON([]byte(`{"a":1,"ab":2,"a.b":3,"a.b[0]":4,"a[0]":5,"c":{"d":6},"":7,"e":8}`), platform.MaxValues)
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]string{
		"body":         `{"":7,"a":1,"a.b":3,"a.b[0]":4,"a[0]":5,"ab":2,"c":{"d":6},"e":8}`,
		"body.a.b[0]":  `{"":7,"a[0]":5,"ab":2,"c":{"d":6},"e":8}`,
		"body.a[0].x":  `{"":7,"a.b":3,"a.b[0]":4,"ab":2,"c":{"d":6},"e":8}`,
		"body.c.d":     `{"":7,"a":1,"a.b":3,"a.b[0]":4,"a[0]":5,"ab":2,"e":8}`,
		"body.":        `{"a":1,"a.b":3,"a.b[0]":4,"a[0]":5,"ab":2,"c":{"d":6},"e":8}`,
		"query.c":      `{"":7,"a":1,"a.b":3,"a.b[0]":4,"a[0]":5,"ab":2,"c":{"d":6},"e":8}`,
		"body.nowhere": `{"":7,"a":1,"a.b":3,"a.b[0]":4,"a[0]":5,"ab":2,"c":{"d":6},"e":8}`,
	} {
		if got := string(d.without([]platform.Problem{{Location: at}})); got != want {
			t.Errorf("%s leaves %s, want %s", at, got, want)
		}
	}
}

// No two readers of a body may disagree about it: a name that stands twice, however it is written, and bytes that are no UTF-8 end the
// reading. What no database keeps is a problem with its place, of which there may be many.
func TestNamesAndCharactersOfABody(t *testing.T) {
	t.Parallel()
	const half, nul = `must not contain half of a character (an unpaired surrogate such as \ud800)`, "must not contain the NUL character"
	for body, want := range map[string]string{
		`{"a":1,"\u0061":2}`:                       `The body has the field "a" twice.`,
		`{"é":1,"b":[{"c.d":{}},{"\u00e9":1}]}`:    "",
		`{"a":[{"b.c":1,"b.c":2}]}`:                `The body has the field "a[0].b.c" twice.`,
		`{"a/b":{"~":{"":1,"":2}}}`:                `The body has the field "a/b.~." twice.`,
		`{"\ud800":1,"\ufffd":2}`:                  "The body has the field \"\ufffd\" twice.", // as all readers see both
		`{"a":1e999,"b":"\u0000","a":1}`:           `The body has the field "a" twice.`,
		"{\"a\":\"\xff\"}":                         "The body is not valid UTF-8.",
		"{\"a\":1,\"a\":\"\xed\xa0\x80\"}":         "The body is not valid UTF-8.",
		`{"a":["\ud800","\ud83d\ude00","\ud83d"]}`: "body.a[0] " + half + ", body.a[2] " + half,
		`{"\udc00":"\u0000"}`:                      "body must not have a field whose name contains half of a character, body.\ufffd " + nul,
		`{"a\u0000":1e999}`:                        "body must not have a field whose name contains the NUL character, body is a number out of range",
	} {
		d, err := checkJSON([]byte(body), platform.MaxValues)
		var got []string
		if err != nil {
			got = []string{platform.AsError(err).Msg}
		}
		for _, p := range d.problems {
			got = append(got, p.Location+" "+p.Message)
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

// What checkJSON lets through is what encoding/json reads without losing anything.
func FuzzCheckJSON(f *testing.F) {
	f.Add([]byte(`{"a":[1,2,{"b":"c"}],"d":null}`))
	f.Add([]byte(`{"a":1,"\u0061":2}`))
	f.Add([]byte(`[[[[]]]]`))
	f.Add([]byte(strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000)))
	f.Add([]byte("\"\\ud800\""))
	f.Add([]byte(`1e400`))
	f.Fuzz(func(t *testing.T, body []byte) {
		d, err := checkJSON(body, platform.MaxValues)
		var v any
		if err == nil && json.Unmarshal(d.readable, &v) != nil {
			t.Fatalf("leaves %q unreadable", body)
		}
		if json.Unmarshal(body, &v) != nil {
			if err == nil && len(d.problems) == 0 {
				t.Fatalf("accepts %q", body)
			}
			return
		}
		if err == nil && len(d.problems) == 0 && (strings.ContainsRune(fmt.Sprint(v), 0) || platform.UnpairedSurrogate(body)) {
			t.Errorf("lets through %q", body)
		}
		if err == nil && (len(d.readable) != len(body) || len(d.problems) == 0 && !bytes.Equal(d.readable, body)) {
			t.Errorf("changes %q into %q", body, d.readable)
		}
		if err == nil && bytes.Count(body, []byte("[")) > 0 && depth(v) > maxDepth {
			t.Errorf("lets depth %d through", depth(v))
		}
		if err != nil && platform.IsCode(err, platform.CodeInternal) {
			t.Errorf("%q: %v", body, err)
		}
	})
}

func depth(v any) int {
	deepest := -1
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			deepest = max(deepest, depth(item))
		}
	case map[string]any:
		for _, item := range v {
			deepest = max(deepest, depth(item))
		}
	}
	return deepest + 1
}

// A large body that finds no room is refused after a while, and the client is told when to come again. What an action
// has of it counts until the action is done.
func TestLargeBodiesWaitForRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := New(Options{PublicURL: "http://127.0.0.1:3001", Version: "1", Log: slog.New(slog.DiscardHandler), Now: time.Now, Bodies: intake.New(1)})
		post := func(length int) (done func(), err error) {
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`"`+strings.Repeat("x", length)+`"`))
			_, done, err = a.readBody(httptest.NewRecorder(), r, action{Access: editors})
			return done, err
		}
		done, err := post(200_000)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := post(200_000); !platform.IsCode(err, platform.CodeUnavailable) || newFailure(t.Context(), intake.ErrBusy).GetHeaders().Get("Retry-After") == "" {
			t.Errorf("the second: %v", err)
		}
		if _, err := post(1000); err != nil {
			t.Errorf("a small one: %v", err)
		}
		done()
		if _, err := post(200_000); err != nil {
			t.Errorf("when the first is done: %v", err)
		}
	})
}
