package redact_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"

	"berth/platform/redact"
)

// ways are how an upstream may write a key back.
func ways(key string) map[string]string {
	all := map[string]string{
		"plain": key, "query": url.QueryEscape(key), "path": url.PathEscape(key), "hex": hex.EncodeToString([]byte(key)), "HEX": strings.ToUpper(hex.EncodeToString([]byte(key))),
	}
	raw, _ := json.Marshal(key)
	all["json"] = strings.Trim(string(raw), `"`)
	again, _ := json.Marshal(all["json"])
	all["json twice"] = strings.Trim(string(again), `"`)
	var percent, unicode, entities strings.Builder
	for _, c := range []byte(key) {
		fmt.Fprintf(&percent, "%%%02x", c)
	}
	for _, c := range key {
		fmt.Fprintf(&unicode, `\u%04X`, c)
		fmt.Fprintf(&entities, "&#%d;", c)
	}
	all["every character in percent"], all["every character in unicode"] = percent.String(), unicode.String()
	all["html"], all["every character in html"] = html.EscapeString(key), entities.String()
	if len(key) >= 8 {
		all["in capitals"], all["in small letters"] = strings.ToUpper(key), strings.ToLower(key)
	}
	all["percent twice"] = url.QueryEscape(percent.String())
	for name, e := range map[string]*base64.Encoding{"std": base64.StdEncoding, "url": base64.URLEncoding, "raw std": base64.RawStdEncoding, "raw url": base64.RawURLEncoding} {
		for offset := range 4 {
			for _, behind := range []string{"", "a", "ab", "abc"} {
				all[fmt.Sprintf("%s at %d before %q", name, offset, behind)] = e.EncodeToString([]byte("user:"[:offset] + key + behind))
			}
		}
	}
	return all
}

func TestAKeyIsTakenOutHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"sk-live_9f8A7b6C5d4E3f2", `p"a\ss/wörd+&=? x`, "abcd", "0123456789", "~~~???>>>"} {
		r := redact.New("another", key)
		for name, written := range ways(key) {
			text := "error: bad token '" + written + "', try again"
			got := r.Text(text)
			if strings.Contains(got, written) || strings.Contains(got, key) || !strings.Contains(got, redact.Mark) {
				t.Errorf("%q, %s: %q", key, name, got)
			}
			if r.Clean([]byte(text)) {
				t.Errorf("%q, %s: taken for clean", key, name)
			}
		}
	}
}

func TestWhatIsNoSecretStays(t *testing.T) {
	t.Parallel()
	r := redact.New("sk-live_9f8A7b6C5d4E3f2", "abc")
	for _, text := range []string{"", "abc", "100% of \\ everything: %zz \\u12", "sk-live_", "c2stbGl2ZQ==", "Ünïcödé"} {
		if got := r.Text(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	if !r.Clean([]byte(`{"city":"Oslo","n":5}`)) || !(&redact.Redactor{}).Clean([]byte(`\u0041`)) {
		t.Error("what is clean is not taken for it")
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	r := redact.New("12345678")
	var v any
	d := json.NewDecoder(strings.NewReader(`{"a":["x12345678y",12345678,5,true,null],"k12345678":{"b":"MTIzNDU2Nzg="}}`))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	got, _ := json.Marshal(r.Value(v))
	if want := `{"a":["x•••y","•••",5,true,null],"k•••":{"b":"•••"}}`; string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Whatever stands around it, a key is not left.
func FuzzText(f *testing.F) {
	f.Add("before", "after")
	f.Add("%", `\u`)
	const key = "sk-live_9f8A7b6C5d4E3f2"
	r := redact.New(key)
	all := ways(key)
	f.Fuzz(func(t *testing.T, before, after string) {
		for name, written := range all {
			if got := r.Text(before + written + after); strings.Contains(got, written) || strings.Contains(got, key) {
				t.Fatalf("%s: %q", name, got)
			}
		}
	})
}

// A key of Basic authentication is kept as it is sent, and its server knows it decoded.
func TestAPasswordIsTakenOutDecoded(t *testing.T) {
	t.Parallel()
	for _, key := range []string{base64.StdEncoding.EncodeToString([]byte("bob:hunter2secret")), "Basic " + base64.URLEncoding.EncodeToString([]byte("bob:hunter2secret"))} {
		r := redact.New(key)
		for _, said := range []string{"bad login bob:hunter2secret", `{"user":"bob","password":"hunter2secret"}`, "hunter2secret is wrong"} {
			if got := r.Text(said); strings.Contains(got, "hunter2") || r.Clean([]byte(said)) {
				t.Errorf("%q became %q", said, got)
			}
		}
	}
}

// A server sees a header without the spaces around it, and many see each of its bytes as a character.
func TestAKeyIsTakenOutAsServersSeeIt(t *testing.T) {
	t.Parallel()
	for key, seen := range map[string]string{
		" sk-live_9f8A7b6C5d4E3f2 ": "sk-live_9f8A7b6C5d4E3f2", "sk-live_9f8A7b6C5d4E3f2\n": "sk-live_9f8A7b6C5d4E3f2", "clé-secrète-1": "clÃ©-secrÃ¨te-1",
	} {
		r := redact.New(key)
		for name, written := range ways(seen) {
			text := `{"token":"` + written + `"}`
			if got := r.Text(text); strings.Contains(got, written) || !strings.Contains(got, redact.Mark) || r.Clean([]byte(text)) {
				t.Errorf("%q, %s: %q", key, name, got)
			}
		}
	}
}
