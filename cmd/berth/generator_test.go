package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// A configured model makes the drafts; what it does wrong is reported as such, and neither its key nor its words get out.
func TestAModelIsConfigured(t *testing.T) {
	t.Parallel()
	const secret, leak = "sk-0123456789-secret", "upstream-says-hello"
	answer, err := json.Marshal(map[string]any{"name": "Boats", "description": "Boats for hire.", "toolName": "find_boats", "responseText": "",
		"toolDescription": "Find boats for hire, with their prices. Use when somebody wants to go sailing. Requires a place.", "themeVariables": map[string]any{},
		"widget": map[string]any{"layoutTemplate": "list", "mockData": map[string]any{"items": []any{map[string]any{"title": "Aurora"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int32
	released := make(chan struct{})
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+secret {
			t.Error("the model is asked without its key")
		}
		switch asked.Add(1) {
		case 1:
			_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"content": string(answer)}}}})
		case 2:
			http.Error(w, leak+secret, http.StatusInternalServerError)
		default:
			<-released
		}
	}))
	t.Cleanup(model.Close)
	t.Cleanup(func() { close(released) })
	p := start(t, "BERTH_DATA_DIR="+t.TempDir(), "BERTH_LLM_BASE_URL="+model.URL+"/v1", "BERTH_LLM_MODEL=m", "BERTH_LLM_API_KEY="+secret, "BERTH_LLM_TIMEOUT=2s",
		"BERTH_LOG_LEVEL=debug")
	for _, want := range []struct {
		status int
		code   string
	}{{200, ""}, {502, "LLM_ERROR"}, {504, "TIMEOUT"}} {
		var got struct{ Name, Code, Detail string }
		status := p.rest("POST", "/apps/generate", map[string]any{"prompt": "boats for hire"}, &got)
		if status != want.status || got.Code != want.code || (got.Name == "Boats") != (status == 200) || strings.Contains(got.Detail, leak) {
			t.Errorf("%d %+v, want %+v", status, got, want)
		}
	}
	if log := p.out.String(); strings.Contains(log, secret) || strings.Contains(log, leak) {
		t.Errorf("the log says too much:\n%s", log)
	}
}

func TestSettingsOfAModelAreHeldToTheirForm(t *testing.T) {
	t.Parallel()
	const password = "hunter-two"
	for _, args := range [][]string{
		{"--llm-base-url=https://api.example.com/v1"}, {"--llm-model=m"}, {"--llm-base-url=api.example.com", "--llm-model=m"},
		{"--llm-base-url=https://me:" + password + "@api.example.com/v1", "--llm-model=m"}, {"--llm-base-url=https://api.example.com/v1?key=" + password, "--llm-model=m"},
		{"--llm-timeout=0s"},
	} {
		code, out := command(t, append([]string{"doctor", "--data-dir=" + t.TempDir()}, args...)...)
		if code == 0 || !strings.Contains(out, "BERTH_LLM") || strings.Contains(out, password) {
			t.Errorf("%v: exit code %d: %s", args, code, out)
		}
	}
}
