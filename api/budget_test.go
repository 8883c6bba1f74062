package api_test

import (
	"strconv"
	"testing"
	"time"
)

// What renders, checks, runs or counts much for one request is counted by person: more keys and browsers are no more room.
func TestCostlyCallsAreLimitedByPerson(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, workspace, _ := w.person("ann@example.com")
	viewer, _ := w.join(ann, workspace, "viewer", "viewer@example.com")
	viewer.workspace = workspace
	program, _ := ann.key(workspace, map[string]any{})
	app := ann.app("Shop")
	ann.do("POST", app+"/publish", nil).is(200)
	costly := []struct{ method, path, body string }{
		{"GET", app + "/check", ""}, {"GET", app + "/preview", ""}, {"POST", app + "/test", `{"arguments":{"message":"x"}}`}, {"GET", app + "/tools", ""},
		{"GET", app + "/connect", ""}, {"GET", app + "/readiness", ""}, {"GET", app + "/submission", ""}, {"GET", app + "/stats", ""},
		{"GET", "/api/v1/stats/apps", ""}, {"GET", app + "/calls", ""}, {"GET", app + "/samples", ""}, {"GET", "/api/v1/layouts/cards/preview", ""},
		{"GET", app + "/changes", ""}, {"GET", app + "/releases/1/changes", ""},
	}
	call := func(c *client, i int) *answer {
		var body any
		if costly[i].body != "" {
			body = costly[i].body
		}
		return c.do(costly[i].method, costly[i].path, body)
	}
	for i := range costlyRPM {
		call([]*client{ann, program}[i%2], i%len(costly)).is(200)
	}
	for i := range costly {
		for _, c := range []*client{ann, program} {
			refused := call(c, i).fails(429, "RATE_LIMITED")
			if wait, err := strconv.Atoi(refused.header.Get("Retry-After")); err != nil || wait < 1 || wait > 60 {
				t.Errorf("%s: try again in %q", refused.call, refused.header.Get("Retry-After"))
			}
		}
	}
	if refused := ann.do("POST", app+"/test", "{"); refused.status != 429 {
		t.Errorf("a body that cannot be read is free: %d", refused.status)
	}

	ann.do("GET", app, nil).is(200) // what is cheap goes on
	ann.do("PATCH", app, `{"description":"x"}`).is(200)
	viewer.do("GET", app+"/stats", nil).is(200) // and so does everybody else
	w.anonymous().do("GET", app+"/stats", nil).fails(401, "UNAUTHENTICATED")
	w.Pass(time.Second)
	for range 2 {
		ann.do("GET", app+"/stats", nil).is(200)
	}
	ann.do("GET", app+"/stats", nil).fails(429, "RATE_LIMITED")
}

// What changes something, and what publishes, is counted by person too: whoever is refused has changed nothing, reads on, and tries again.
func TestWritesAndPublishesAreLimitedByPerson(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit int
		write func(c *client, app string) *answer
	}{
		"publish": {publishRPM, func(c *client, app string) *answer { return c.do("POST", app+"/publish", nil) }},
		"write":   {writeRPM - 3, func(c *client, app string) *answer { return c.do("PATCH", app, `{"description":"x"}`) }}, // app and keys are written before
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			ann, workspace, _ := w.person("ann@example.com")
			bob, _, _ := w.person("bob@example.com")
			programs := []*client{ann, nil, nil}
			for i := range programs[1:] {
				programs[i+1], _ = ann.key(workspace, map[string]any{})
			}
			app, theirs := ann.app("Shop"), bob.app("Shop")
			for i := range c.limit {
				c.write(programs[i%len(programs)], app).is(200)
			}
			for _, program := range programs {
				refused := c.write(program, app).fails(429, "RATE_LIMITED")
				if wait, err := strconv.Atoi(refused.header.Get("Retry-After")); err != nil || wait < 1 || wait > 60 {
					t.Errorf("try again in %q", refused.header.Get("Retry-After"))
				}
			}
			ann.do("GET", app, nil).is(200)
			c.write(bob, theirs).is(200)
			w.Pass(time.Minute)
			c.write(ann, app).is(200)
		})
	}
}
