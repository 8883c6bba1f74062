package berth_test

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"berth/apps/berth"
	"berth/platform"
)

// log is the REST API of an app of which calls failed. calls: how many there were; samples: what GET /samples answers.
type log struct {
	rest
	calls   int
	samples platform.RESTAnswer
}

func (l *log) Ask(ctx context.Context, by platform.Actor, call platform.RESTCall) (platform.RESTAnswer, error) {
	at, err := url.Parse(call.Path)
	if err != nil {
		return platform.RESTAnswer{}, err
	}
	var body string
	switch query := at.Query(); {
	case strings.HasSuffix(at.Path, "/stats"):
		body = `{"window":"7d","since":"2026-11-16T00:00:00Z","totals":{"calls":` + strconv.Itoa(l.calls) + `,"errors":3},"outcomes":[],"tools":[],"clients":[]}`
	case strings.HasSuffix(at.Path, "/samples"):
		return l.samples, nil
	case strings.HasSuffix(at.Path, "/calls") && query.Get("since") != "2026-11-16T00:00:00Z":
		body = `{"items":[{"id":"of another time"}]}`
	case query.Get("outcome") == "error":
		body = `{"items":[{"id":"c1","at":"2026-11-17T00:00:00Z","tool":"find","outcome":"error","durationMs":5.5,"client":"claude","bytes":7}]}`
	case query.Get("outcome") == "invalid":
		body = `{"items":[{"id":"c3","at":"2026-11-19T00:00:00Z","tool":"find","outcome":"invalid","durationMs":1,"client":"x"}]}`
	case query.Get("outcome") == "timeout":
		body = `{"items":[{"id":"c2","at":"2026-11-18T00:00:00Z","tool":"slow","outcome":"timeout","durationMs":60000,"client":"x"}]}`
	default:
		return l.rest.Ask(ctx, by, call)
	}
	return platform.RESTAnswer{Status: 200, Body: []byte(body)}, nil
}

// Calls that failed say why: what was answered where the author keeps that and the caller may read it, else what the log knows.
func TestActivitySaysWhyCallsFailed(t *testing.T) {
	t.Parallel()
	const fit, slow, refused = "The arguments did not fit the tool's input.", "The tool took longer than a call may take.", "The tool answered that it failed."
	forbidden := platform.RESTAnswer{Status: 403, Body: []byte(`{"code":"FORBIDDEN","detail":"Editors alone."}`)}
	const more, closed, number = "turns samples on", "The bakery is closed.", "price: must be a number"
	for name, c := range map[string]struct {
		samples platform.RESTAnswer
		want    [3]string // newest first
		next    string
	}{
		"a viewer":  {forbidden, [3]string{fit, slow, refused}, more},
		"none kept": {kept(), [3]string{fit, slow, refused}, more},
		"cut":       {kept("c3", `{"content":[{"te`), [3]string{fit, slow, refused}, more},
		"some kept": {kept("c2", `{"content":[{"type":"text","text":"The bakery is closed."}]}`), [3]string{fit, closed, refused}, more},
		"every kept": {kept("c1", `{"content":[{"type":"text","text":"The bakery is closed."}]}`, "c2", `{"message":"Late."}`, "c3", `{"message":"price: must be a number"}`),
			[3]string{number, "Late.", closed}, "such arguments"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			w.app = berth.New(berth.Options{REST: func() berth.REST { return &log{calls: 9, samples: c.samples} }})
			answer, text, code := w.call(as("ann"), "app_activity", `{"app":"shop"}`)
			failures, _ := answer["failures"].([]any)
			if code != "" || len(failures) != 3 || !strings.HasPrefix(text, `In the last 7 days, tools of "Shop" were called 9 times; 3 of these calls failed.`) {
				t.Fatalf("%s %s", code, text)
			}
			for i, f := range failures {
				if why := f.(map[string]any)["why"]; why != c.want[i] {
					t.Errorf("failure %d: %q, want %q", i, why, c.want[i])
				}
			}
			if next, _ := answer["next"].(string); !strings.Contains(next, c.next) {
				t.Errorf("next: %s", next)
			}
			if strings.Contains(text, "never shown") {
				t.Errorf("arguments are shown: %s", text)
			}
		})
	}
}

// Counts of one are in the singular.
func TestActivityOfOneCall(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.app = berth.New(berth.Options{REST: func() berth.REST { return &log{calls: 1, samples: kept()} }})
	if _, text, _ := w.call(as("ann"), "app_activity", `{"app":"shop"}`); !strings.Contains(text, "were called 1 time;") {
		t.Error(text)
	}
}

// kept are samples of calls: the ids of these and what was answered.
func kept(answers ...string) platform.RESTAnswer {
	body := `{"items":[{"id":"c9","outcome":"ok","result":"{\"message\":\"never shown\"}"}`
	for i := 0; i < len(answers); i += 2 {
		body += `,{"id":"` + answers[i] + `","outcome":"error","arguments":"never shown","result":` + strconv.Quote(answers[i+1]) + `}`
	}
	return platform.RESTAnswer{Status: 200, Body: []byte(body + `]}`)}
}
