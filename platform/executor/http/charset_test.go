package http_test

import (
	"bytes"
	nethttp "net/http"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/executor/http"
	"berth/platform/redact"
)

// An answer is read in the encoding that its server names, and with a byte order mark; where the name is wrong, UTF-8 is taken for itself.
func TestCharsets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kind, body, want string }{
		{"application/json", "\xef\xbb\xbf{\"a\":\"é\"}", `{"a":"é"}`},
		{"text/plain", "\xef\xbb\xbfé", `{"text":"é"}`},
		{"application/json; charset=ISO-8859-1", "{\"a\":\"Caf\xe9\"}", `{"a":"Café"}`},
		{`application/json; charset="iso-8859-1"`, `{"a":"Café"}`, `{"a":"Café"}`},
		{"text/plain; charset=windows-1252", "5 \x80 \x96 ok", `{"text":"5 € – ok"}`},
		{"text/csv; charset=ISO-8859-15", "5 \xa4", `{"text":"5 €"}`},
		{"text/plain", `{"a":"cut \ud83d"}`, `{"a":"cut �"}`},
		{"text/plain", `cut \ud83d`, `{"text":"cut \\ud83d"}`},
	} {
		b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) {
			w.Header().Set("Content-Type", c.kind)
			_, _ = w.Write([]byte(c.body))
		})
		if got := structured(b.must(t, b.tool(`{"kind":"http","request":{"url":"{{url}}/"}}`), "", `{}`)); got != c.want {
			t.Errorf("%s: %s, want %s", c.kind, got, c.want)
		}
	}
	b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte("{\"a\":\"Caf\xe9\"}"))
	})
	if e := b.fails(t, b.tool(`{"kind":"http","request":{"url":"{{url}}/"}}`), `{}`, platform.CodeUpstream); !strings.Contains(e.Msg, "not UTF-8") {
		t.Error(e.Msg)
	}
}

// Half a character, which a server leaves that cuts a text within an emoji, costs no more than itself.
func TestHalfCharacters(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"a":"cut \ud83d","b":"\uDE00 cut","c":"\ud83d\ude00","d":"\\ud83d","e":"\ud83d\ud83d\ude00\u00e9"}`: `{"a":"cut �","b":"� cut","c":"😀","d":"\\ud83d","e":"�😀é"}`,
		`["\\\ud83d\n","\ud83d`: "",
	} {
		b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) { answer(w, 200, body) })
		tool := b.tool(`{"kind":"http","request":{"url":"{{url}}/"}}`)
		if want == "" {
			if e := b.fails(t, tool, `{}`, platform.CodeUpstream); !strings.Contains(e.Msg, "not valid JSON") {
				t.Errorf("%s: %s", body, e.Msg)
			}
			continue
		}
		if got := structured(b.must(t, tool, "", `{}`)); got != want {
			t.Errorf("%s: %s", body, got)
		}
		probe, err := b.Probe(t.Context(), platform.ToolProbe{Workspace: "ws", App: "app", Tool: tool})
		if err != nil || string(probe.Response.Body) != want {
			t.Errorf("%s: probe: %s, %v", body, probe.Response.Body, err)
		}
	}
}

// JSON is read by its looks where its server names no type, or one that says nothing: PHP calls everything text/html, stores of files
// call everything a stream of bytes.
func TestJSONOfOtherTypes(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{
		"text/html; charset=UTF-8": `{"a":1}`, "text/plain": `{"a":1}`, "application/octet-stream": `{"a":1}`, "binary/octet-stream": `{"a":1}`,
		"application/json;;charset": `{"a":1}`, "image/png": "",
	} {
		b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) {
			w.Header().Set("Content-Type", kind)
			_, _ = w.Write([]byte(`{"a":1}`))
		})
		tool := b.tool(`{"kind":"http","request":{"url":"{{url}}/"}}`)
		if want == "" {
			_ = b.fails(t, tool, `{}`, platform.CodeUpstream)
		} else if got := structured(b.must(t, tool, "", `{}`)); got != want {
			t.Errorf("%s: %s", kind, got)
		}
	}
}

// A secret is taken out of an answer in another encoding too, and one that is written there in UTF-8 does not get past as other letters.
func TestSecretsInOtherCharsets(t *testing.T) {
	t.Parallel()
	for body, kept := range map[string]string{
		"the key is cl\xe9-secr\xe8te": "the key is", "caf\xe9: the key is clé-secrète": "café: the key is", "caf\xe9: CLÉ-SECRÈTE": "", "caf\xe9: cl%C3%A9-secrète": "",
	} {
		for _, set := range []string{"iso-8859-1", "iso-8859-15"} {
			b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) {
				w.Header().Set("Content-Type", "text/plain; charset="+set)
				_, _ = w.Write([]byte(body))
			})
			b.secrets["KEY"] = platform.Secret{Name: "KEY", Hosts: []string{b.host}, Value: "clé-secrète"}
			tool := b.tool(`{"kind":"http","request":{"url":"{{url}}/","query":{"k":"{{secret.KEY}}"}}}`)
			got := structured(b.must(t, tool, "", `{}`))
			probe, err := b.Probe(t.Context(), platform.ToolProbe{Workspace: "ws", App: "app", Tool: tool})
			if err != nil {
				t.Fatal(err)
			}
			if all := strings.ToLower(got + string(probe.Response.Body) + string(probe.Data)); strings.Contains(all, "secr") || !strings.Contains(got, kept) || !strings.Contains(got, redact.Mark) {
				t.Errorf("%s: %s, %s, %s", set, got, probe.Response.Body, probe.Data)
			}
		}
	}
}

// An answer grows when it is decoded; what is read of it does not.
func TestDecodedAnswersAreBounded(t *testing.T) {
	t.Parallel()
	for size, fits := range map[int]bool{http.MaxAnswer / 2: true, http.MaxAnswer/2 + 1: false} {
		b := setup(t, func(w nethttp.ResponseWriter, _ *nethttp.Request) {
			w.Header().Set("Content-Type", "text/plain; charset=iso-8859-1")
			_, _ = w.Write(bytes.Repeat([]byte("\xe9"), size))
		})
		tool := b.tool(`{"kind":"http","request":{"url":"{{url}}/"}}`)
		if fits {
			b.must(t, tool, "", `{}`)
		} else if e := b.fails(t, tool, `{}`, platform.CodeUpstream); !strings.Contains(e.Msg, "more than 1024 KiB") || len(b.requests()) != 1 {
			t.Errorf("%s, after %d requests", e.Msg, len(b.requests()))
		}
	}
}
