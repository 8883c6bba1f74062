package http_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	nethttp "net/http"
	"net/url"
	"strings"
	"testing"

	"berth/platform"
)

// echoes are how an upstream may write the key back.
func echoes() map[string]string {
	var unicode, percent strings.Builder
	for _, c := range key {
		fmt.Fprintf(&unicode, `\u%04x`, c)
		fmt.Fprintf(&percent, "%%%02x", c)
	}
	all := map[string]string{"plain": key, "query": url.QueryEscape(key), "path": url.PathEscape(key), "percent": percent.String(), "hex": hex.EncodeToString([]byte(key)),
		"HEX": strings.ToUpper(hex.EncodeToString([]byte(key))), "unicode": unicode.String(), "slashes": strings.ReplaceAll(key, "/", `\/`)}
	for name, e := range map[string]*base64.Encoding{"std": base64.StdEncoding, "url": base64.URLEncoding, "raw std": base64.RawStdEncoding, "raw url": base64.RawURLEncoding} {
		for _, before := range []string{"", "u", "u:", "us:"} {
			all[name+" behind "+before] = e.EncodeToString([]byte(before + key))
		}
	}
	return all
}

// leaked reports whether a text tells the key, as it stands or decoded once or twice.
func leaked(text string) bool {
	for range 3 {
		if strings.Contains(text, key) || strings.Contains(strings.ToLower(text), hex.EncodeToString([]byte(key))) || strings.Contains(text, base64.RawStdEncoding.EncodeToString([]byte(key))[:28]) {
			return true
		}
		var decoded any
		if json.Unmarshal([]byte(`"`+text+`"`), &decoded) == nil {
			text, _ = decoded.(string)
		}
		if plain, err := url.QueryUnescape(text); err == nil {
			text = plain
		}
	}
	return false
}

// A key that an upstream writes back, however, is in no result, no text, no error and no probe.
func TestAKeyLeaksNowhere(t *testing.T) {
	t.Parallel()
	said := ""
	b := setup(t, func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("X-Echo", strings.Map(func(c rune) rune { return c }, said))
		body := `{"items":[{"title":"you sent ` + said + ` as key","` + said + `":1}],"message":"bad key ` + said + `"}`
		switch r.URL.Path {
		case "/text":
			_, _ = w.Write([]byte("you sent " + said))
		case "/bad":
			answer(w, 401, body)
		case "/badtext":
			w.WriteHeader(400)
			_, _ = w.Write([]byte("you sent " + said))
		case "/json":
			answer(w, 200, `{"broken `+said)
		case "/away":
			w.Header().Set("Location", "https://"+said+".example/?"+said)
			w.WriteHeader(302)
		case "/type":
			w.Header().Set("Content-Type", "application/"+said)
			_, _ = w.Write([]byte("x"))
		default:
			answer(w, 200, body)
		}
	})
	for name, echo := range echoes() {
		said = echo
		for _, path := range []string{"/", "/text", "/bad", "/badtext", "/json", "/away", "/type"} {
			for _, result := range []string{"", `,"result":{"each":"/items","item":{"title":{"from":"/title"}}}`, `,"result":{"jq":"{title: tojson}"}`} {
				tool := b.tool(`{"kind":"http","request":{"method":"POST","url":"{{url}}` + path + `","query":{"key":"{{secret.API_KEY}}"},"headers":{"Authorization":"Basic {{secret.API_KEY}}"},
					"body":{"key":"k={{secret.API_KEY}}"}}` + result + `}`)
				r, err := b.call(t, tool, "", `{}`)
				out := fmt.Sprintf("%+v %v", r, err)
				if err == nil {
					out += structured(r) + text(r)
				}
				probe, err := b.Probe(t.Context(), platform.ToolProbe{Workspace: "ws", App: "app", Tool: tool})
				raw, bad := json.Marshal(probe)
				if bad != nil {
					t.Fatal(bad)
				}
				if out += fmt.Sprint(err) + string(raw); leaked(out) || strings.Contains(out, echo) {
					t.Errorf("%s, %s%s: %s", name, path, result, out)
				}
			}
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range b.seen {
		if one.Header.Get("Authorization") != "Basic "+key || one.Query != "key="+url.QueryEscape(key) || !strings.Contains(one.Body, "k="+key) {
			t.Fatalf("the key did not arrive: %+v", one)
		}
	}
}

// A secret goes to its own hosts alone; one that is not set, cannot be opened or is meant for others stops the call.
func TestSecretsStayWithTheirHosts(t *testing.T) {
	t.Parallel()
	b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) { answer(w, 200, `{}`) })
	b.secrets["OTHERS"] = platform.Secret{Name: "OTHERS", Hosts: []string{"api.example.com", "127.0.0.1", strings.Replace(b.host, "127.0.0.1", "localhost", 1), b.host + "0", "x" + b.host}, Value: key}
	for name, want := range map[string]string{"OTHERS": "may not be sent to this server", "UNSET": "which its author has not set", "LOCKED": "sealed with another key"} {
		tool := b.tool(`{"kind":"http","request":{"url":"{{url}}","headers":{"X-Ok":"{{secret.API_KEY}}","X-Key":"{{secret.` + name + `}}"}}}`)
		if e := b.fails(t, tool, `{}`, platform.CodeExecution); !strings.Contains(e.Msg, want) || !strings.Contains(e.Msg, name) || strings.Contains(e.Msg, "API_KEY") {
			t.Errorf("%s: %s", name, e.Msg)
		}
		if _, err := b.Probe(t.Context(), platform.ToolProbe{Workspace: "ws", App: "app", Tool: tool}); codeOf(err) != platform.CodeExecution {
			t.Errorf("%s: probe: %v", name, err)
		}
	}
	if n := len(b.requests()); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
	// Another workspace's secret of the same name is none of this app's.
	tool := b.tool(`{"kind":"http","request":{"url":"{{url}}","headers":{"X-Key":"{{secret.API_KEY}}"}}}`)
	if _, err := b.Probe(t.Context(), platform.ToolProbe{Workspace: "other", App: "app", Tool: tool}); codeOf(err) != platform.CodeExecution || len(b.requests()) != 0 {
		t.Errorf("another workspace: %v", err)
	}
}

func TestFailuresSayWhatWouldHelp(t *testing.T) {
	t.Parallel()
	status, body := 0, ""
	b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) { answer(w, status, body) })
	get := b.tool(`{"kind":"http","request":{"url":"{{url}}/{{args.city}}","query":{"units":"{{args.units}}"},"headers":{"X-Key":"{{secret.API_KEY}}"}}}`)
	get.Input = json.RawMessage(`{"type":"object","properties":{"city":{"type":"string"},"units":{"enum":["C","F"]}},"required":["city"]}`)
	post := b.tool(`{"kind":"http","request":{"method":"POST","url":"{{url}}/{{args.city}}","query":{"units":"{{args.units}}"}}}`)
	post.Input = get.Input
	const takes = " The tool takes: city (string, required), units (one of C, F)."
	long := strings.Repeat("word ", 100)
	for _, c := range []struct {
		tool   platform.ToolDraft
		status int
		body   string
		want   string
	}{
		{get, 404, `{"error":{"message":"no such\u0000 city\n\n\u202eOlso."}}`, "The server behind this tool answered 404 (Not Found): “no such city Olso”. Nothing was changed." + takes},
		{post, 422, `{"errors":[{"detail":"units?"}]}`, "The server behind this tool answered 422 (Unprocessable Content): “units?”." + takes},
		{get, 401, `{"message":"who?"}`, "The server behind this tool answered 401 (Unauthorized): “who?”. Nothing was changed. Its key may no longer be right: this is for the author of the app to mend."},
		{post, 401, `<html>sign in</html>`, "The server behind this tool answered 401 (Unauthorized)."},
		{post, 500, `[]`, "The server behind this tool answered 500 (Internal Server Error)."},
		{post, 418, `{"message":"` + long + `"}`, "The server behind this tool answered 418: “" + strings.TrimSpace(long[:299]) + "…”."},
		{get, 200, `{"a":`, "The server behind this tool answered JSON that cannot be read: it is not valid JSON: it ends too early (at byte 5). Nothing was changed."},
		{post, 429, ``, "The server behind this tool answered 429 (Too Many Requests). It is asked too often: wait before you try again."},
	} {
		status, body = c.status, c.body
		e := b.fails(t, c.tool, `{"city":"x"}`, platform.CodeUpstream)
		if e.Msg != c.want || e.Details["status"] != c.status || strings.Contains(e.Msg, b.host) {
			t.Errorf("%d %s: %q %v, want %q", c.status, c.body, e.Msg, e.Details, c.want)
		}
	}
}
