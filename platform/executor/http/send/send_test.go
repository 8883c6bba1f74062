package send_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	upstream "berth/platform/executor/http"
	"berth/platform/request/outgoing"
	"berth/test/double"
)

// arrival is a request as it arrived somewhere.
type arrival struct {
	host, method, path, body string
	header                   http.Header
}

// pair is two servers, each another origin, that redirect where the query says; arrivals are all requests.
func pair(t *testing.T) (a, b *httptest.Server, arrivals *[]arrival) {
	t.Helper()
	arrivals = &[]arrival{}
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*arrivals = append(*arrivals, arrival{r.Host, r.Method, r.URL.Path, string(body), r.Header}) // one request at a time
		if to := r.URL.Query()["to"]; len(to) > 0 {
			w.Header().Set("Location", to[0])
			status := http.StatusFound
			if r.URL.Query().Has("keep") {
				status = http.StatusTemporaryRedirect
			}
			w.WriteHeader(status)
			return
		}
		_, _ = io.WriteString(w, "arrived")
	})
	a, b = httptest.NewServer(h), httptest.NewServer(h)
	t.Cleanup(a.Close)
	t.Cleanup(b.Close)
	return a, b, arrivals
}

func message(method, url string, hosts ...string) upstream.Message {
	return upstream.Message{Hosts: hosts, Filled: outgoing.Filled{Method: method, URL: url,
		Headers: map[string]string{"Authorization": "Bearer key", "X-Api-Key": "key", "Cookie": "key", "X-User": "ann", "Accept": "application/json"}}}
}

// Whatever leaves the first origin loses what may be a secret, and does not get it back on its return.
func TestRedirectsDropWhatIsSecret(t *testing.T) {
	t.Parallel()
	a, b, arrivals := pair(t)
	at, other := a.Listener.Addr().String(), b.Listener.Addr().String()
	s := sender(t, nil, at, other)
	got, err := s.Send(t.Context(), message("GET", a.URL+"/1?key=key&to="+a.URL+"/2%3Fto="+b.URL+"/3%253Fto="+a.URL+"/4", at, other))
	if err != nil || string(got.Body) != "arrived" || len(*arrivals) != 4 {
		t.Fatalf("%+v %v, %d requests", got, err, len(*arrivals))
	}
	for i, one := range *arrivals {
		names := slices.Sorted(maps.Keys(one.header))
		want := "Accept Accept-Encoding User-Agent"
		if i < 2 {
			want = "Accept Accept-Encoding Authorization Cookie User-Agent X-Api-Key X-User"
		}
		if strings.Join(names, " ") != want || one.path != fmt.Sprintf("/%d", i+1) {
			t.Errorf("%s has the headers %v, want %s", one.path, names, want)
		}
		for name, value := range one.header {
			if i >= 2 && strings.Contains(strings.Join(value, ""), "key") {
				t.Errorf("%s: %s: %s", one.path, name, value)
			}
		}
	}
}

func TestRedirectsThatAreNotFollowed(t *testing.T) {
	t.Parallel()
	a, b, arrivals := pair(t)
	at, other := a.Listener.Addr().String(), b.Listener.Addr().String()
	s := sender(t, nil, at, other)
	post := message("POST", a.URL+"/?keep&to="+b.URL, at, other)
	post.Body = []byte("key")
	round := a.URL + "/?to=" + a.URL + "/"
	for name, m := range map[string]upstream.Message{
		"to a host that nobody names": message("GET", a.URL+"/?to="+b.URL, at),
		"with a body":                 post,
		"four times":                  message("GET", a.URL+"/?to=/%3Fto=/%253Fto=/%25253Fto=/%2525253Fto=/", at),
		"to a file":                   message("GET", a.URL+"/?to=file:///etc/passwd", at, other),
		"to a user":                   message("GET", a.URL+"/?to=http://nobody@elsewhere.test/", at, other),
	} {
		before := len(*arrivals)
		_, err := s.Send(t.Context(), m)
		if fault := (*upstream.Fault)(nil); !errors.As(err, &fault) || fault.Reason != upstream.Refused {
			t.Errorf("%s: %v", name, err)
		}
		for _, one := range (*arrivals)[before:] {
			if one.host == other {
				t.Errorf("%s: the other server was reached", name)
			}
		}
	}
	if got, err := s.Send(t.Context(), message("GET", round, at)); err != nil || got.Status != 200 {
		t.Errorf("a redirect within the server: %+v %v", got, err)
	}
	if _, err := s.Send(t.Context(), message("GET", b.URL, at)); err == nil {
		t.Error("a host that the message does not name was asked")
	}
}

func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		chunk := bytes.Repeat([]byte("x"), 64<<10)
		switch r.URL.Path {
		case "/fits":
			_, _ = w.Write(make([]byte, upstream.MaxAnswer))
		case "/long", "/endless":
			for i := 0; (i < 17 || r.URL.Path == "/endless") && r.Context().Err() == nil; i++ {
				if _, err := w.Write(chunk); err != nil {
					return
				}
			}
		case "/declared":
			w.Header().Set("Content-Length", "99999999")
			_, _ = w.Write(chunk)
		case "/bomb":
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			for range 1000 {
				_, _ = z.Write(chunk)
			}
			_ = z.Close()
		case "/headers":
			for i := range 100 {
				w.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("x", 1000))
			}
		case "/short":
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("x"))
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		case "/loris":
			_, _ = w.Write([]byte("x"))
			_ = http.NewResponseController(w).Flush()
			<-release
		}
	}))
	defer server.Close()
	defer close(release)
	at := server.Listener.Addr().String()
	s := sender(t, nil, at)
	for path, want := range map[string]upstream.Reason{"/long": upstream.Refused, "/endless": upstream.Refused, "/declared": upstream.Refused, "/bomb": upstream.Refused,
		"/headers": upstream.Broken, "/short": upstream.Broken} {
		_, err := s.Send(t.Context(), message("GET", server.URL+path, at))
		if fault := (*upstream.Fault)(nil); !errors.As(err, &fault) || fault.Reason != want {
			t.Errorf("%s: %v", path, err)
		}
	}
	if got, err := s.Send(t.Context(), message("GET", server.URL+"/fits", at)); err != nil || len(got.Body) != upstream.MaxAnswer {
		t.Errorf("what fits: %d bytes, %v", len(got.Body), err)
	}
	if got, err := s.Send(t.Context(), message("HEAD", server.URL+"/fits", at)); err != nil || got.Status != 200 || len(got.Body) != 0 {
		t.Errorf("HEAD: %+v, %v", got, err)
	}
	soon, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := s.Send(soon, message("GET", server.URL+"/loris", at)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("one byte and no more: %v", err)
	}
}

// A server that breaks connections sees a request once, however many connections to it are kept.
func TestBrokenConnectionsAreNotTriedOneByOne(t *testing.T) {
	t.Parallel()
	const kept = 5
	var asked atomic.Int32
	var together sync.WaitGroup
	together.Add(kept)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/together":
			together.Done()
			together.Wait()
		case "/breaks":
			asked.Add(1)
			panic(http.ErrAbortHandler)
		case "/moved":
			http.Redirect(w, r, "/breaks", http.StatusFound)
		}
	}))
	defer server.Close()
	at := server.Listener.Addr().String()
	for _, method := range []string{"GET", "HEAD"} {
		for _, path := range []string{"/breaks", "/moved"} {
			s := sender(t, nil, at)
			together = sync.WaitGroup{}
			together.Add(kept)
			asked.Store(0)
			var calls sync.WaitGroup
			for range kept {
				calls.Go(func() {
					if _, err := s.Send(t.Context(), message("GET", server.URL+"/together", at)); err != nil {
						t.Error(err)
					}
				})
			}
			calls.Wait()
			_, err := s.Send(t.Context(), message(method, server.URL+path, at))
			if fault := (*upstream.Fault)(nil); !errors.As(err, &fault) || fault.Reason != upstream.Broken || asked.Load() != 1 {
				t.Errorf("%s %s: sent %d times, %v", method, path, asked.Load(), err)
			}
			if got, err := s.Send(t.Context(), message(method, server.URL+"/", at)); err != nil || got.Status != 200 {
				t.Errorf("%s after %s: %+v, %v", method, path, got, err)
			}
		}
	}
}

func TestWhyThereIsNoAnswer(t *testing.T) {
	t.Parallel()
	secure := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	secure.Config.ErrorLog = nil
	defer secure.Close()
	gone := httptest.NewServer(nil)
	gone.Close()
	at, away := secure.Listener.Addr().String(), gone.Listener.Addr().String()
	s := sender(t, (&double.Names{}).Resolver(t), at, away, "nobody.test")
	for url, want := range map[string]string{secure.URL: "certificate", gone.URL: "did not take the connection", "http://nobody.test": "nobody knows its name"} {
		_, err := s.Send(t.Context(), message("GET", url, at, away, "nobody.test"))
		fault := (*upstream.Fault)(nil)
		if !errors.As(err, &fault) || fault.Reason != upstream.Unreachable || !strings.Contains(fault.Message, want) || strings.Contains(fault.Message, "127.0.0.1") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestSteps(t *testing.T) {
	t.Parallel()
	a, _, _ := pair(t)
	at := a.Listener.Addr().String()
	m := message("GET", a.URL, at)
	m.Timed = true
	got, err := sender(t, nil, at).Send(t.Context(), m)
	if err != nil || got.Steps.Connect <= 0 || got.Steps.Wait <= 0 || got.Steps.Read < 0 {
		t.Errorf("%+v %v", got.Steps, err)
	}
}
