package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store/storetest"
)

func TestSignUpAndIn(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c := w.anonymous()
	a := c.do("POST", "/api/v1/auth/signup", map[string]any{"email": "Ana@Example.com", "password": password, "name": "Ana"}).is(201)
	want := map[string]any{"user": map[string]any{"id": a.text("user", "id"), "email": "Ana@Example.com", "name": "Ana"},
		"workspace": map[string]any{"id": a.text("workspace", "id"), "name": "Ana’s workspace", "role": "owner"}}
	if diff := cmp.Diff(any(want), a.at()); diff != "" {
		t.Errorf("sign-up (-want +got):\n%s", diff)
	}
	cookie := a.header.Get("Set-Cookie")
	for _, part := range []string{"berth=", "Path=/", "HttpOnly", "SameSite=Lax", "Max-Age="} {
		if !strings.Contains(cookie, part) {
			t.Errorf("cookie %q lacks %s", cookie, part)
		}
	}
	if strings.Contains(cookie, "Secure") || strings.Contains(cookie, "Domain") {
		t.Errorf("cookie %q: a browser would not send it back over http", cookie)
	}
	a.lacks(password, strings.TrimPrefix(c.cookie, "berth="))

	me := c.do("GET", "/api/v1/me", nil).is(200)
	want["workspaces"], want["hasPassword"], want["ownModel"] = []any{want["workspace"]}, true, false
	if diff := cmp.Diff(any(want), me.at()); diff != "" {
		t.Errorf("me (-want +got):\n%s", diff)
	}

	c.do("POST", "/api/v1/auth/signup", map[string]any{"email": "ANA@example.COM", "password": password}).fails(409, "CONFLICT")

	again := w.anonymous()
	in := again.do("POST", "/api/v1/auth/login", map[string]any{"email": "ana@EXAMPLE.com", "password": password}).is(200)
	delete(want, "workspaces")
	delete(want, "hasPassword")
	delete(want, "ownModel")
	if diff := cmp.Diff(any(want), in.at()); diff != "" {
		t.Errorf("sign-in (-want +got):\n%s", diff)
	}
	old := again.cookie
	again.do("POST", "/api/v1/auth/logout", nil).is(204)
	if again.cookie != "" {
		t.Errorf("after signing out the browser keeps %q", again.cookie)
	}
	again.cookie = old
	again.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")
	again.do("POST", "/api/v1/auth/logout", nil).is(204)
	c.do("GET", "/api/v1/me", nil).is(200)
}

// The longest account that is valid fits into what a stranger may send, in the longest way to write it.
func TestTheLongestSignUp(t *testing.T) {
	t.Parallel()
	w := setup(t)
	escaped := func(s string) string {
		var b strings.Builder
		for _, unit := range utf16.Encode([]rune(s)) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
		return b.String()
	}
	email := strings.Repeat("e", 60) + "@" + strings.Repeat(strings.Repeat("d", 60)+".", 3) + "example"
	body := fmt.Sprintf(`{"email":"%s","password":"%s","name":"%s","invitation":"%s"}`, escaped(email), escaped(strings.Repeat("🎁", 200)),
		escaped(strings.Repeat("🎁", 100)), escaped(strings.Repeat("🎁", 200)))
	w.anonymous().do("POST", "/api/v1/auth/signup", body).fails(404, "NOT_FOUND") // there is no such invitation
	body = body[:strings.Index(body, `,"invitation"`)] + "}"
	if a := w.anonymous().do("POST", "/api/v1/auth/signup", body).is(201); a.text("user", "name") != strings.Repeat("🎁", 100) {
		t.Errorf("answers %s", a.body)
	}
}

func TestAnUnknownAccountLooksLikeAWrongPassword(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.person("ana@example.com")
	c := w.anonymous()
	try := func(email, password string) string {
		a := c.do("POST", "/api/v1/auth/login", map[string]any{"email": email, "password": password}).fails(401, "UNAUTHENTICATED")
		if len(a.header["Set-Cookie"]) > 0 {
			t.Error("a failed sign-in sets a cookie")
		}
		return strings.ReplaceAll(a.body, a.text("requestId"), "")
	}
	wrong := try("ana@example.com", "wrong horse")
	for _, email := range []string{"bo@example.com", "not an address", "", "ana@example.com'--", strings.Repeat("x", 254)} {
		if got := try(email, password); got != wrong {
			t.Errorf("%q answers %s, a wrong password %s", email, got, wrong)
		}
	}
}

func TestOverHTTPSTheCookieIsBoundToTheHost(t *testing.T) {
	t.Parallel()
	w := setup(t, func(o *identity.Options) { o.PublicURL = "https://berth.example" })
	c, _, _ := w.person("ana@example.com")
	if !strings.HasPrefix(c.cookie, "__Host-berth=") {
		t.Errorf("cookie %q", c.cookie)
	}
	c.do("GET", "/api/v1/me", nil).is(200)
	a := c.do("POST", "/api/v1/auth/logout", nil).is(204)
	if got := a.header.Get("Set-Cookie"); !strings.Contains(got, "Secure") {
		t.Errorf("cookie %q", got)
	}
}

func TestFailedSignInsAreLimited(t *testing.T) {
	t.Parallel()
	w := setup(t, func(o *identity.Options) { o.Limits.SignInPerMinute = 3 })
	w.person("ana@example.com")
	c := w.anonymous()
	c.address = "198.51.100.7"
	login := func(password string) *answer {
		return c.do("POST", "/api/v1/auth/login", map[string]any{"email": "ana@example.com", "password": password})
	}
	login(password).is(200)
	for range 3 {
		login("wrong horse").fails(401, "UNAUTHENTICATED")
	}
	a := login(password).fails(429, "RATE_LIMITED")
	if got := a.header.Get("Retry-After"); got != "20" { // three a minute
		t.Errorf("Retry-After %q", got)
	}
	c.address = "198.51.100.8"
	login(password).fails(429, "RATE_LIMITED")
	w.Pass(time.Minute)
	login(password).is(200)
}

// A session that somebody planted in the browser, or kept from before, is not the one that the person gets.
func TestASessionCannotBeFixed(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.person("ana@example.com")
	attacker, _, _ := w.person("eve@example.com")
	victim := w.anonymous()
	victim.cookie = attacker.cookie
	victim.do("POST", "/api/v1/auth/login", map[string]any{"email": "ana@example.com", "password": password}).is(200)
	if victim.cookie == attacker.cookie {
		t.Fatal("the planted session is used")
	}
	if got := victim.do("GET", "/api/v1/me", nil).is(200).text("user", "email"); got != "ana@example.com" {
		t.Errorf("the browser is %s", got)
	}
	attacker.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")

	victim.cookie = "berth=" + strings.Repeat("A", 43)
	victim.do("POST", "/api/v1/auth/login", map[string]any{"email": "ana@example.com", "password": password}).is(200)
	if victim.cookie == "berth="+strings.Repeat("A", 43) {
		t.Error("the browser chose its own token")
	}
}

func TestSessionsAreListedAndRevoked(t *testing.T) {
	t.Parallel()
	w := setup(t)
	first, _, _ := w.person("ana@example.com")
	eve, _, _ := w.person("eve@example.com")
	second := w.anonymous()
	second.header.Set("User-Agent", "Second Browser")
	second.do("POST", "/api/v1/auth/login", map[string]any{"email": "ana@example.com", "password": password}).is(200)

	list := first.do("GET", "/api/v1/me/sessions", nil).is(200).lacks(first.cookie[6:], second.cookie[6:])
	ids, agents := list.column("id"), list.column("userAgent")
	if len(ids) != 2 || agents[0] != "Second Browser" {
		t.Fatalf("sessions: %s", list.body)
	}
	eve.do("DELETE", "/api/v1/me/sessions/"+ids[0], nil).fails(404, "NOT_FOUND")
	second.do("GET", "/api/v1/me", nil).is(200)
	first.do("DELETE", "/api/v1/me/sessions/"+ids[0], nil).is(204)
	second.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")
	first.do("DELETE", "/api/v1/me/sessions/"+ids[0], nil).fails(404, "NOT_FOUND")
	first.do("DELETE", "/api/v1/me/sessions/x'%00", nil).fails(404, "NOT_FOUND")
	first.do("GET", "/api/v1/me", nil).is(200)
}

func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	w := setup(t)
	used, _, _ := w.person("ana@example.com")
	idle, _, _ := w.person("bo@example.com")
	for range 4 {
		w.Pass(10 * 24 * time.Hour)
		used.do("GET", "/api/v1/me", nil).is(200)
	}
	idle.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")
}

func TestMyAccount(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c, workspace, _ := w.person("ana@example.com")
	w.person("bo@example.com")
	other := w.anonymous()
	login := func(c *client, email, password string) *answer {
		return c.do("POST", "/api/v1/auth/login", map[string]any{"email": email, "password": password})
	}
	login(other, "ana@example.com", password).is(200)

	if got := c.do("PATCH", "/api/v1/me", map[string]any{"name": "Ana Lima"}).is(200).text("name"); got != "Ana Lima" {
		t.Errorf("name %q", got)
	}
	if got := c.do("PATCH", "/api/v1/me", `{"name":null}`).is(200).text("name"); got != "ana" {
		t.Errorf("name after null: %q", got)
	}
	for _, hidden := range []string{"\u202e", "\u200e", "\u200f", "\u061c", "\n"} {
		c.do("PATCH", "/api/v1/me", map[string]any{"name": "a" + hidden + "b"}).fails(422, "INVALID_CONFIG")
	}
	c.do("PATCH", "/api/v1/me", map[string]any{"email": "BO@example.com", "currentPassword": password}).fails(409, "CONFLICT")
	c.do("PATCH", "/api/v1/me", `{"email":null}`).fails(422, "INVALID_CONFIG")
	c.do("PATCH", "/api/v1/me", map[string]any{"password": "another horse"}).fails(422, "INVALID_CONFIG")
	c.do("PATCH", "/api/v1/me", map[string]any{"password": "another horse", "currentPassword": "wrong horse"}).fails(422, "INVALID_CONFIG").lacks("horse")
	other.do("GET", "/api/v1/me", nil).is(200)

	key, _ := c.key(workspace, map[string]any{})
	key.do("PATCH", "/api/v1/me", map[string]any{"password": "another horse", "currentPassword": password}).fails(403, "FORBIDDEN")
	key.do("GET", "/api/v1/me/sessions", nil).fails(403, "FORBIDDEN")

	c.do("PATCH", "/api/v1/me", map[string]any{"email": "ana@new.example", "password": "another horse", "currentPassword": password}).is(200).lacks("horse")
	c.do("GET", "/api/v1/me", nil).is(200)
	other.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")
	login(other, "ana@example.com", password).fails(401, "UNAUTHENTICATED")
	login(other, "ana@new.example", password).fails(401, "UNAUTHENTICATED")
	login(other, "ana@new.example", "another horse").is(200)
}

func TestClosedSignUp(t *testing.T) {
	t.Parallel()
	w := setup(t)
	owner, workspace, _ := w.person("ana@example.com")
	invite := func(email string) string {
		fields := map[string]any{"role": "editor"}
		if email != "" {
			fields["email"] = email
		}
		url := owner.do("POST", "/api/v1/workspaces/"+workspace+"/invitations", fields).is(201).text("url")
		return url[strings.LastIndex(url, "/")+1:]
	}
	w.identity.Options.SignUp = identity.SignUpClosed
	c := w.anonymous()
	signUp := func(email, invitation string) *answer {
		fields := map[string]any{"email": email, "password": password}
		if invitation != "" {
			fields["invitation"] = invitation
		}
		return c.do("POST", "/api/v1/auth/signup", fields)
	}
	signUp("bo@example.com", "").fails(403, "FORBIDDEN")
	signUp("bo@example.com", "no such invitation").fails(404, "NOT_FOUND")
	signUp("bo@example.com", invite("cy@example.com")).fails(403, "FORBIDDEN").lacks("cy@example.com")
	token := invite("BO@example.com")
	a := signUp("bo@example.com", token).is(201)
	if a.text("workspace", "id") != workspace || a.text("workspace", "role") != "editor" {
		t.Errorf("joined %s", a.body)
	}
	signUp("cy@example.com", token).fails(404, "NOT_FOUND")
	late := invite("")
	w.Pass(7 * 24 * time.Hour)
	signUp("cy@example.com", late).fails(404, "NOT_FOUND")
}

func TestCrossOriginSignInIsRefusedAndOurOwnIsNot(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.person("ana@example.com")
	for origin, status := range map[string]int{
		"https://evil.example": http.StatusForbidden, "null": http.StatusForbidden,
		"http://127.0.0.1:3001": http.StatusOK, "http://example.com": http.StatusOK, // the test's Host
	} {
		c := w.anonymous()
		c.header.Set("Origin", origin)
		c.do("POST", "/api/v1/auth/login", map[string]any{"email": "ana@example.com", "password": password}).is(status)
	}
}

// Somebody who is suspended changes nothing, but still signs out, ends sessions and revokes keys: their own, in a browser. Their keys do not
// even that.
func TestTheSuspendedLeave(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	w := setupOn(t, s)
	ann, ours, _ := w.person("ann@example.com")
	bob, _ := w.join(ann, ours, "owner", "bob@example.com")
	program, mine := ann.key(ours, map[string]any{"name": "mine"})
	_, bobs := bob.key(ours, map[string]any{"name": "bob's"})
	second, _ := w.signIn("ann@example.com", password)
	third, _ := w.signIn("ann@example.com", password)
	var other string
	for _, item := range second.do("GET", "/api/v1/me/sessions", nil).is(200).at("items").([]any) {
		if session := item.(map[string]any); session["current"] == true {
			other = session["id"].(string)
		}
	}
	if _, err := s.Suspend(t.Context(), platform.SuspendedUser, "ann@example.com", "Spam."); err != nil {
		t.Fatal(err)
	}
	w.identity.Forget()
	keys := "/api/v1/workspaces/" + ours + "/keys/"
	ann.do("PATCH", "/api/v1/me", `{"name":"Ann"}`).fails(403, "SUSPENDED")
	ann.do("DELETE", keys+bobs, nil).fails(403, "SUSPENDED")
	program.do("DELETE", keys+mine, nil).fails(403, "SUSPENDED")
	ann.do("DELETE", keys+mine, nil).is(204)
	program.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")
	second.do("GET", "/api/v1/me", nil).is(200)
	ann.do("DELETE", "/api/v1/me/sessions/"+other, nil).is(204)
	second.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")

	for _, c := range []struct {
		who  *client
		exit func() *answer
		want int
	}{
		{ann, func() *answer { return ann.do("POST", "/api/v1/auth/logout", nil) }, 204},
		{third, func() *answer { return third.post("/account/signout", nil) }, 303},
	} {
		cookie := c.who.cookie
		c.exit().is(c.want)
		c.who.cookie = cookie
		c.who.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")
	}
	bob.do("GET", keys[:len(keys)-1], nil).is(200).has(bobs)
}
