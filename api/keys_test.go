package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/identity"
)

func TestKeys(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c, ours, user := w.person("ana@example.com")
	path := "/api/v1/workspaces/" + ours + "/keys"
	ends := w.Now().Add(time.Hour).Format(time.RFC3339)
	a := c.do("POST", path, map[string]any{"name": "deploy", "role": "editor", "expiresAt": ends}).is(201)
	secret := a.text("key")
	if !strings.HasPrefix(secret, "brt_") || !strings.HasPrefix(secret, a.text("prefix")) || len(a.text("prefix")) > 16 ||
		a.text("role") != "editor" || a.text("expiresAt") != ends {
		t.Errorf("key %s", a.body)
	}
	forever := c.do("POST", path, map[string]any{"name": "forever", "expiresAt": nil}).is(201)
	if forever.at("expiresAt") != nil || forever.text("role") != "owner" {
		t.Errorf("key %s", forever.body)
	}
	list := c.do("GET", path, nil).is(200).lacks(secret, forever.text("key"), secret[13:])
	if got := list.column("name"); len(got) != 2 || list.column("madeBy", "id")[0] != user {
		t.Errorf("keys %s", list.body)
	}

	program := w.anonymous()
	program.bearer = secret
	me := program.do("GET", "/api/v1/me", nil).is(200)
	if me.text("user", "id") != user || me.text("workspace", "role") != "editor" {
		t.Errorf("the key acts as %s", me.body)
	}
	program.do("POST", path, `{"name":"more","role":"owner"}`).fails(403, "FORBIDDEN")
	program.do("DELETE", path+"/"+forever.text("id"), nil).fails(404, "NOT_FOUND")

	w.Pass(time.Hour)
	program.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")

	program.bearer = forever.text("key")
	program.do("GET", "/api/v1/me", nil).is(200)
	c.do("DELETE", path+"/"+forever.text("id"), nil).is(204)
	program.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")
	c.do("DELETE", path+"/"+forever.text("id"), nil).fails(404, "NOT_FOUND")
}

func TestBadKeys(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c, ours, _ := w.person("ana@example.com")
	good, _ := c.key(ours, map[string]any{})
	program := w.anonymous()
	for _, bearer := range []string{"no-such-key", "brt_", good.bearer[:len(good.bearer)-1], good.bearer + "a", strings.ToUpper(good.bearer),
		"brt_" + strings.Repeat("a", 67),
		strings.Repeat("k", 32), strings.Repeat("k", 5000), strings.TrimPrefix(c.cookie, "berth="),
		"' OR 1=1 --" + strings.Repeat("-", 30), "é" + strings.Repeat("x", 40)} {
		program.bearer = bearer
		program.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED").lacks(bearer)
	}
	program.bearer, program.cookie = "x", c.cookie
	program.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED") // a bad key is not helped by a good cookie

	path := "/api/v1/workspaces/" + ours + "/keys"
	for _, body := range []string{`{}`, `{"name":""}`, `{"name":" "}`, `{"name":"k","role":"admin"}`, `{"name":"k","expiresAt":"2001-01-01T00:00:00Z"}`, `{"name":"k","expiresAt":"0001-01-01T00:00:00Z"}`,
		`{"name":"k","expiresAt":"tomorrow"}`, `{"name":"k","expiresAt":1}`, `{"name":"k","key":"brt_mine"}`, `{"name":"` + strings.Repeat("n", 10_000) + `"}`} {
		c.do("POST", path, body).fails(422, "INVALID_CONFIG")
	}
}

// A key cannot prolong itself by making another one.
func TestAKeyMadeWithAKeyEndsWithIt(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c, ours, _ := w.person("ana@example.com")
	path := "/api/v1/workspaces/" + ours + "/keys"
	ends := w.Now().Add(time.Hour).Truncate(time.Second)
	parent, id := c.key(ours, map[string]any{"name": "parent", "expiresAt": ends})
	sibling, _ := c.key(ours, map[string]any{"name": "sibling"})
	for _, want := range []struct{ asked, got any }{
		{nil, ends}, {ends.Add(time.Hour), ends}, {ends.Add(-time.Minute), ends.Add(-time.Minute)},
	} {
		a := parent.do("POST", path, map[string]any{"name": "child", "expiresAt": want.asked}).is(201)
		if got := a.text("expiresAt"); got != want.got.(time.Time).Format(time.RFC3339) {
			t.Errorf("asked for %v, it expires %s", want.asked, got)
		}
	}
	child, childID := parent.key(ours, map[string]any{"name": "child"})
	grandchild, _ := child.key(ours, map[string]any{"name": "grandchild"})
	independent, _ := sibling.key(ours, map[string]any{"name": "independent"})
	audit := c.do("GET", "/api/v1/workspaces/"+ours+"/audit", nil).is(200)
	if !strings.Contains(audit.body, `"madeByKey":"`+id+`"`) || !strings.Contains(audit.body, `"madeByKey":"`+childID+`"`) {
		t.Errorf("the audit does not say which key made a key: %s", audit.body)
	}
	c.do("DELETE", path+"/"+id, nil).is(204)
	for _, dead := range []*client{parent, child, grandchild} {
		dead.do("GET", "/api/v1/me", nil).fails(401, "UNAUTHENTICATED")
	}
	for _, alive := range []*client{sibling, independent} {
		alive.do("GET", "/api/v1/me", nil).is(200)
	}
}

func TestKeysAreLimited(t *testing.T) {
	t.Parallel()
	w := setup(t, func(o *identity.Options) { o.Limits.Keys = 2 })
	c, ours, _ := w.person("ana@example.com")
	eve, theirs, _ := w.person("eve@example.com")
	for i := range 2 {
		c.key(ours, map[string]any{"name": fmt.Sprint(i)})
	}
	a := c.do("POST", "/api/v1/workspaces/"+ours+"/keys", `{"name":"k"}`).fails(403, "LIMIT_REACHED")
	if !strings.Contains(a.text("detail"), "2") {
		t.Errorf("the limit is not named: %s", a.body)
	}
	eve.key(theirs, map[string]any{})
}

// What one process revokes, another one that knew the key notices within ten seconds.
func TestRevocationReachesOtherProcesses(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c, ours, _ := w.person("ana@example.com")
	program, id := c.key(ours, map[string]any{})
	other := identity.New(w.identity.Options)
	if _, err := other.Authenticate(t.Context(), program.bearer, platform.Resource{}); err != nil {
		t.Fatal(err)
	}
	token := strings.TrimPrefix(c.cookie, "berth=")
	if _, err := other.AuthenticateSession(t.Context(), token, ""); err != nil {
		t.Fatal(err)
	}
	c.do("DELETE", "/api/v1/workspaces/"+ours+"/keys/"+id, nil).is(204)
	c.do("POST", "/api/v1/auth/logout", nil).is(204)
	w.Pass(10 * time.Second)
	if _, err := other.Authenticate(t.Context(), program.bearer, platform.Resource{}); err == nil {
		t.Error("the revoked key still works elsewhere")
	}
	if _, err := other.AuthenticateSession(t.Context(), token, ""); err == nil {
		t.Error("the ended session still works elsewhere")
	}
}

// Somebody who revokes keys page by page still gets the next page.
func TestACursorOutlivesWhatWasShown(t *testing.T) {
	t.Parallel()
	w := setup(t)
	c, ours, _ := w.person("ana@example.com")
	path := "/api/v1/workspaces/" + ours + "/keys"
	for i := range 5 {
		c.do("POST", path, map[string]any{"name": fmt.Sprint("key ", i)}).is(201)
	}
	var seen []string
	for cursor := ""; ; {
		page := c.do("GET", path+"?limit=2&cursor="+cursor, nil).is(200)
		for i, id := range page.column("id") {
			seen = append(seen, page.column("name")[i])
			c.do("DELETE", path+"/"+id, nil).is(204)
		}
		if page.at("nextCursor") == nil {
			break
		}
		cursor = page.text("nextCursor")
	}
	if got := strings.Join(seen, ", "); got != "key 4, key 3, key 2, key 1, key 0" {
		t.Error(got)
	}
	for _, bad := range []string{"x", "!", "bm8", "bm8Kbm8"} {
		c.do("GET", path+"?cursor="+bad, nil).fails(400, "BAD_REQUEST")
	}
}
