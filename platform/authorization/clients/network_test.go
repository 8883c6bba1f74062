package clients_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/authorization/clients"
	"berth/test/double"
)

// What only this machine reaches sees no byte, however it is spelled and wherever its name leads. In the second turn names are looked
// up whatever their port, since a network is listed.
func TestNoByteReachesThisMachine(t *testing.T) {
	t.Parallel()
	port, reached := double.Canary(t)
	unlooked, looked := double.PrivateNames(), double.PrivateNames()
	for turn, b := range []*berth{newBerth(t, unlooked.Resolver(t)), newBerth(t, looked.Resolver(t), "10.1.0.0/16")} {
		for _, name := range double.PrivateHosts() {
			for _, scheme := range []string{"http://", "https://"} {
				for range 3 { // a name may lead elsewhere the next time
					e, said := b.refuses(scheme + name + ":" + port + "/client.json")
					if e.Code != platform.CodeInvalidInput && e.Code != platform.CodeUnavailable || reached() {
						t.Fatalf("turn %d, %s%s: %v %s", turn, scheme, name, reached(), said)
					}
					b.Pass(freshMost)
				}
			}
		}
	}
	if asked := unlooked.Asked(); len(asked) > 0 {
		t.Errorf("looked up %v, whose port alone says that they may not be asked", asked)
	}
	if asked := looked.Asked(); asked["later.test\x01"]+asked["later.test\x1c"] < 4 {
		t.Errorf("looked up %v: the test tries nothing", asked)
	}
}

// A redirect is not followed: neither to a private address, nor to where the document would be.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	port, reached := double.Canary(t)
	for _, to := range []string{"http://127.0.0.1:" + port + "/", h.URL + "/other.json", "/other.json"} {
		h.answers(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusTemporaryRedirect) })
		b.Pass(freshMost)
		before := h.asked.Load()
		if e, said := b.refuses(h.id()); e.Code != platform.CodeInvalidInput || !strings.Contains(said, "redirect") || reached() || h.asked.Load() != before+1 {
			t.Errorf("%s: %s", to, said)
		}
	}
}

func TestSize(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	fill := func(size int) string {
		document := h.document(`"x":""`)
		return strings.Replace(document, `"x":""`, `"x":"`+strings.Repeat("x", size-len(document))+`"`, 1)
	}
	bomb := func(size int) http.HandlerFunc {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, _ = io.WriteString(z, strings.Repeat(" ", size))
		_, _ = io.WriteString(z, h.document())
		_ = z.Close()
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(packed.Bytes())
		}
	}
	streamed := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for range 17 {
			_, _ = io.WriteString(w, strings.Repeat(" ", 1024))
			_ = http.NewResponseController(w).Flush()
		}
	}
	h.says(fill(clients.MaxDocument))
	b.client(h)
	h.answers(bomb(8 << 10))
	b.Pass(freshMost)
	b.client(h)
	b.db.of = nil // no copy is to stand in
	b = b.another()
	for name, answer := range map[string]func(){"17 KiB": func() { h.says(fill(17 << 10)) }, "one byte": func() { h.says(fill(clients.MaxDocument + 1)) },
		"bomb": func() { h.answers(bomb(8 << 20)) }, "streamed": func() { h.answers(streamed) }} {
		answer()
		b.Pass(freshMost)
		if e, said := b.refuses(h.id()); e.Code != platform.CodeInvalidInput || !strings.Contains(said, "16 KiB") {
			t.Errorf("%s: %s", name, said)
		}
	}
}

func TestContentTypes(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	for kind, taken := range map[string]bool{"application/json": true, "Application/JSON; charset=utf-8": true, "application/cimd+json": true, "text/json": false, "text/html": false, "text/plain": false,
		"application/javascript": false, "image/x+json": false, "application/jsonp": false, "": false, "application/json, text/html": false} {
		h.says(h.document(), "Content-Type", kind)
		b.db.of = nil
		fresh := b.another()
		if c, err := fresh.Client(t.Context(), h.id(), somebody); (err == nil) != taken || err != nil && !platform.IsCode(err, platform.CodeInvalidInput) {
			t.Errorf("%q: %+v, %v", kind, c, err)
		}
	}
}

// A host that trickles is given up after three seconds of this machine's time, whatever it sends.
func TestSlowHosts(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	h.answers(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"client_id":`)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	if e, said := b.refuses(h.id()); e.Code != platform.CodeUnavailable || !strings.Contains(said, "in time") {
		t.Errorf("%s", said)
	}
}

// Nobody learns from what is said which servers there are in the operator's network.
func TestErrorsTellNoAddresses(t *testing.T) {
	t.Parallel()
	names := double.PrivateNames()
	b := newBerth(t, names.Resolver(t), "10.1.0.0/16")
	for _, id := range []string{"https://private.test/x", "https://six.test/x", "https://nobody.test/x", "https://link.test/x"} {
		_, said := b.refuses(id)
		if strings.Contains(said, "127.0.0.1") || strings.Contains(said, "::1") || strings.Contains(said, "169.254") || strings.Contains(said, "lookup") {
			t.Errorf("%s: %s", id, said)
		}
	}
}

// Nothing but the document is asked for, with no more than an address needs.
func TestNothingElseIsAskedFor(t *testing.T) {
	t.Parallel()
	b, h := forHost(t)
	h.answers(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.String() != "/client.json?a=%2e" || r.Header.Get("Cookie")+r.Header.Get("Authorization")+r.Header.Get("Referer") != "" || r.Header.Get("User-Agent") != "Berth" {
			t.Errorf("%s %s %v", r.Method, r.URL, r.Header)
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Set-Cookie", "a=b")
		_, _ = io.WriteString(w, strings.Replace(h.document(`"logo_uri":"`+h.URL+`/logo"`, `"policy_uri":"`+h.URL+`/policy"`, `"jwks_uri":"`+h.URL+`/jwks"`), h.id(), h.id()+"?a=%2e", 1))
	})
	for range 2 {
		if _, err := b.Client(t.Context(), h.id()+"?a=%2e", somebody); err != nil {
			t.Error(err)
		}
		b.Pass(freshMost)
	}
	if n := h.asked.Load(); n != 2 {
		t.Errorf("%d requests", n)
	}
}

func FuzzDocument(f *testing.F) {
	for _, document := range []string{`{}`, `{"client_id":"https://a.example/c","redirect_uris":["https://a.example/"]}`, `{"jwks":{"keys":[{"kty":"RSA","d":null}]},"token_endpoint_auth_method":"private_key_jwt"}`,
		`{"client_id":"https://a.example/c","redirect_uris":["http://[::1]:1/x","http://localhost"],"client_name":"\u202e"}`} {
		f.Add([]byte(document))
	}
	f.Fuzz(func(t *testing.T, body []byte) { clients.CheckRead(t, body) })
}
