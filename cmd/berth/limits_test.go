package main

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// limits returns the settings that say how much there may be of something, by their names.
func limits(s *settings) map[string]reflect.Value {
	found := map[string]reflect.Value{}
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		if name := v.Type().Field(i).Tag.Get("env"); strings.HasPrefix(name, "BERTH_LIMIT_") || name == "BERTH_BODIES_MIB" {
			found[name] = v.Field(i)
		}
	}
	return found
}

// TestNoLimitIsNegative: each is refused by its name.
func TestNoLimitIsNegative(t *testing.T) {
	t.Parallel()
	for name := range limits(&settings{}) {
		s := settings{Addr: "127.0.0.1:0"}
		limits(&s)[name].SetInt(-1)
		if err := s.check(); err == nil || !strings.Contains(err.Error(), name+" -1: must not be negative") {
			t.Errorf("%s=-1: %v", name, err)
		}
	}
}

// TestZeroIsNoLimit: every limit may be 0. What it bounds is done twice, which 1 would refuse; a body alone may take all memory for bodies.
func TestZeroIsNoLimit(t *testing.T) {
	t.Parallel()
	env := []string{"BERTH_DATA_DIR=" + t.TempDir(), "BERTH_LLM_PROVIDER=echo", "BERTH_LLM_APPS=on"}
	names := limits(&settings{})
	for name := range names {
		env = append(env, name+"=0")
	}
	p := start(t, env...)
	acts := p.acts()
	if len(names) < 17 {
		t.Errorf("limits of %d things alone: %v", len(names), names)
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		act, known := acts[name]
		if !known {
			t.Errorf("nobody does what %s bounds", name)
			continue
		}
		for i := range 2 {
			if refused := act(i); refused != "" {
				t.Errorf("%s=0, deed %d: %s", name, i+1, refused)
			}
		}
	}
}

// acts returns, by the names of limits, what these bound. Each returns why it was refused, "" = it was not.
func (p *process) acts() map[string]func(i int) string {
	p.t.Helper()
	var me struct{ Workspace struct{ ID string } }
	p.rest("GET", "/me", nil, &me)
	at := "/workspaces/" + me.Workspace.ID
	one, logged, bot := p.publishApp("Free"), p.publishApp("Logged"), p.publishSupportBot(nil)
	table := "/apps/" + one.ID + "/tables/notes"
	well := func(refused string) {
		if refused != "" {
			p.t.Fatal(refused)
		}
	}
	asks := func(method, path string, body any) string {
		status, raw, err := p.try(method, path, body)
		if err != nil || status >= http.StatusBadRequest {
			return fmt.Sprintf("%s %s: %d %v %.300s", method, path, status, err, raw)
		}
		return ""
	}
	calls := func(slug, tool, arguments string, headers ...string) string {
		status, answer, err := p.tryMCP(slug, "tools/call", tool, `"name":"`+tool+`","arguments":`+arguments, headers...)
		if err != nil || status != http.StatusOK || strings.Contains(answer, `"isError":true`) || strings.Contains(answer, `"error":`) {
			return fmt.Sprintf("%s of %s: %d %v %.300s", tool, slug, status, err, answer)
		}
		return ""
	}
	well(asks("POST", "/apps/"+one.ID+"/tables", map[string]any{"name": "notes", "columns": []any{map[string]any{"name": "text", "type": "text"}}}))
	long := []map[string]string{{"text": strings.Repeat("x", 9000)}}
	asksBot := func(int) string { return calls(bot.MCPSlug, "my_support_bot", `{"message":"Where is my order?"}`) }
	return map[string]func(i int) string{
		"BERTH_LIMIT_APPS": func(int) string { return asks("POST", "/apps", map[string]any{"name": "More"}) },
		"BERTH_LIMIT_KEYS": func(i int) string {
			return asks("POST", at+"/keys", map[string]any{"name": fmt.Sprint("key ", i), "role": "viewer"})
		},
		"BERTH_LIMIT_MEMBERS": func(i int) string {
			var invited struct{ URL string }
			if status := p.rest("POST", at+"/invitations", map[string]any{"role": "viewer"}, &invited); status != http.StatusCreated {
				return fmt.Sprint("an invitation: ", status)
			}
			return asks("POST", "/auth/signup", map[string]any{"email": fmt.Sprintf("p%d@example.com", i), "password": password,
				"invitation": invited.URL[strings.LastIndex(invited.URL, "/")+1:]})
		},
		"BERTH_LIMIT_ROWS": func(int) string {
			return asks("POST", table+"/rows", map[string]any{"values": map[string]any{"text": "a"}})
		},
		"BERTH_LIMIT_WORKSPACE_MIB": func(int) string {
			return asks("POST", table+"/import", slices.Repeat(long, 80))
		},
		"BERTH_LIMIT_CALLER_RPM": func(int) string {
			return calls(one.MCPSlug, "search_products", `{"message":"hi"}`, "Authorization", "Bearer "+adminKey)
		},
		"BERTH_LIMIT_APP_RPM": func(int) string { return calls(one.MCPSlug, "search_products", `{"message":"hi"}`) },
		"BERTH_LIMIT_COSTLY_RPM": func(int) string {
			return asks("POST", "/apps/"+one.ID+"/test", map[string]any{"arguments": map[string]any{"message": "hi"}})
		},
		"BERTH_LIMIT_GENERATE_RPM": func(int) string { return asks("POST", "/apps/generate", map[string]any{"prompt": "A list of breads"}) },
		"BERTH_LIMIT_WRITE_RPM": func(i int) string {
			return asks("PATCH", "/apps/"+one.ID, map[string]any{"description": fmt.Sprint("Text ", i)})
		},
		"BERTH_LIMIT_PUBLISH_RPM": func(int) string { return asks("POST", "/apps/"+one.ID+"/publish", nil) },
		"BERTH_LIMIT_CALL_LOG": func(i int) string {
			well(calls(logged.MCPSlug, "search_products", `{"message":"hi"}`))
			eventually(p.t, 10*time.Second, func() string {
				var log struct{ Items []struct{ ID string } }
				p.rest("GET", "/apps/"+logged.ID+"/calls", nil, &log)
				if len(log.Items) <= i {
					return fmt.Sprintf("%d calls are listed after %d", len(log.Items), i+1)
				}
				return ""
			})
			return ""
		},
		"BERTH_LIMIT_BOOKINGS": func(i int) string {
			return calls("medical", "schedule_appointment", fmt.Sprintf(`{"doctorName":"Dr. João Silva","slotTime":"%d:00","patientName":"Maria Santos","patientPhone":"1199999888%d"}`, 10+i, i))
		},
		"BERTH_LIMIT_SIGNIN_RPM": func(int) string {
			for range 6 { // twice six are more than the default
				if refused := asks("POST", "/auth/login", map[string]any{"email": "nobody@example.com", "password": "not the password"}); !strings.Contains(refused, `"UNAUTHENTICATED"`) {
					return refused
				}
			}
			return ""
		},
		"BERTH_LIMIT_LLM_TOKENS":           asksBot,
		"BERTH_LIMIT_LLM_WORKSPACE_TOKENS": asksBot,
		"BERTH_BODIES_MIB": func(int) string {
			return asks("POST", table+"/import?dryRun=true", slices.Repeat(long, 200))
		},
	}
}
