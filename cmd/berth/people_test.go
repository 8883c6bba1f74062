package main

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"berth/test/mailbox"
	"berth/test/oauth"
)

// form sends a form of a page and returns where the browser ends, and what it shows.
func (p *process) form(browser *http.Client, path string, fields ...string) (at, body string) {
	p.t.Helper()
	values := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		values.Set(fields[i], fields[i+1])
	}
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, p.url+path, strings.NewReader(values.Encode()))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := browser.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	raw, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if err != nil {
		p.t.Fatal(err)
	}
	return resp.Request.URL.Path, string(raw)
}

// A person signs in by a code that was mailed, sets a password, and an operator's link sets another one, once.
func TestPeopleSignInByMail(t *testing.T) {
	t.Parallel()
	box := mailbox.Start(t, mailbox.Plain, "", "")
	dir := t.TempDir()
	p := start(t, "BERTH_DATA_DIR="+dir, "BERTH_SMTP_URL=smtp://"+box.Addr, "BERTH_SMTP_FROM=Berth <berth@example.com>")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	p.form(browser, "/account/code", "email", "ana@example.com")
	mail := box.Await(1)
	code := regexp.MustCompile(`(?m)^\d{6}$`).FindString(mail.Text)
	if mail.To != "ana@example.com" || code == "" {
		t.Fatalf("the mail: %+v", mail)
	}
	if at, body := p.form(browser, "/account/code", "code", code); at != "/account" || !strings.Contains(body, "proven yours") {
		t.Errorf("a code leads to %s: %s", at, body)
	}
	flags := []string{"--data-dir", dir}
	link := strings.TrimSpace(must(t, flags, "users", "reset-password", "ana@example.com"))
	path, ok := strings.CutPrefix(link, p.url)
	if !ok || !strings.HasPrefix(path, "/account/reset/") {
		t.Fatalf("the link %q", link)
	}
	anew := &http.Client{}
	if anew.Jar, err = cookiejar.New(nil); err != nil {
		t.Fatal(err)
	}
	if at, _ := p.form(anew, path, "password", "a long enough password"); at != "/account" {
		t.Errorf("a reset leads to %s", at)
	}
	if at, _ := p.form(browser, "/account", "do", "name", "name", "Ana"); at != "/account/signin" {
		t.Errorf("the session of before the reset leads to %s", at)
	}
	if _, body := p.form(&http.Client{}, path, "password", "a long enough password"); !strings.Contains(body, "has been used") {
		t.Errorf("the link twice: %s", body)
	}
	if code, out := command(t, append(flags, "users", "reset-password", "nobody@example.com")...); code != 1 || !strings.Contains(out, "nobody has the address") {
		t.Errorf("for nobody: %d %s", code, out)
	}
	if out := must(t, flags, "users"); !strings.Contains(out, "ana@example.com") {
		t.Errorf("users: %s", out)
	}
}

// The rows of who has gone are nowhere from that moment on, neither those of a person nor those of an account for reviewers.
func TestRowsGoWithTheirPerson(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, setting string) {
		p := start(t, setting)
		desk := p.publishDesk("")
		var apps struct{ Items []app }
		p.rest("GET", "/apps?q=Desk", nil, &apps)
		path := "/apps/" + apps.Items[0].ID
		writes := func(email, password string) {
			t.Helper()
			tokens := p.client(desk.MCP, "app:write").Connect(oauth.NewBrowser(t, email, password))
			if a := oauth.Call(t, desk.MCP, tokens.Access, "add_note", `{"text":"mine"}`); !strings.Contains(a.Body, `"mine"`) {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
		}
		rows := func(want int) {
			t.Helper()
			var page struct{ Total int }
			if p.rest("GET", path+"/tables/notes/rows", nil, &page); page.Total != want {
				t.Errorf("there are %d rows, want %d", page.Total, want)
			}
		}
		ada := p.signUp("ada@example.com")
		writes(ada.Email, ada.Password)
		rows(1)
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		browser := &http.Client{Jar: jar}
		p.form(browser, "/account/signin", "email", ada.Email, "password", ada.Password)
		p.form(browser, "/account", "do", "delete", "password", ada.Password)
		rows(0)

		var reviewer struct{ Email, Password string }
		if status := p.rest("POST", path+"/reviewer", nil, &reviewer); status != http.StatusCreated {
			t.Fatal(status)
		}
		writes(reviewer.Email, reviewer.Password)
		rows(1)
		p.rest("DELETE", path+"/reviewer", nil, nil)
		rows(0)
	})
}

func TestWrongMailSettings(t *testing.T) {
	t.Parallel()
	for _, flags := range [][]string{{"--smtp-url", "smtp://ann:s3cret@mail.example.com"}, {"--smtp-url", "smtp://ann:s3cret@mail.example.com:587"}, {"--smtp-from", "a@example.com"},
		{"--smtp-url", "smtp://ann:s3cret@mail.example.com:587", "--smtp-from", "nobody"}} {
		if code, out := command(t, append([]string{"version"}, flags...)...); code != 2 || !strings.Contains(out, "BERTH_SMTP_") || strings.Contains(out, "s3cret") {
			t.Errorf("%v: %d %s", flags, code, out)
		}
	}
}
