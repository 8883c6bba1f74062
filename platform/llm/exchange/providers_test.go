package exchange_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"berth/platform"
	"berth/platform/llm"
	"berth/platform/llm/anthropic"
	"berth/platform/llm/exchange"
	"berth/platform/llm/gemini"
	"berth/platform/llm/openai"
)

const secret = "sk-never-shown"

// provider is how one API is asked, and how it answers.
type provider struct {
	name     string
	make     func(exchange.Server) llm.Wire
	path     string
	key      func(http.Header) string
	system   func(body map[string]any) any
	user     func(body map[string]any) any
	most     func(body map[string]any) any
	schema   func(body map[string]any) any
	says     string // with the text in place of %s
	failures map[string]llm.Reason
}

// at walks into decoded JSON; a step is a key or an index.
func at(v any, steps ...any) any {
	for _, step := range steps {
		switch step := step.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[step]
		case int:
			l, _ := v.([]any)
			if step >= len(l) {
				return nil
			}
			v = l[step]
		}
	}
	return v
}

func in(steps ...any) func(map[string]any) any {
	return func(body map[string]any) any { return at(body, steps...) }
}

func providers() []provider {
	return []provider{
		{"openai", func(s exchange.Server) llm.Wire { return openai.NewChat(s, "m-1") }, "/base/chat/completions", func(h http.Header) string { return strings.TrimPrefix(h.Get("Authorization"), "Bearer ") },
			in("messages", 0, "content"), in("messages", 1, "content"), in("max_tokens"), in("response_format", "json_schema", "schema", "type"),
			`{"choices":[{"message":{"content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":5}}`,
			map[string]llm.Reason{`{"choices":[{"message":{"refusal":"No."},"finish_reason":"stop"}]}`: llm.Refused, `{"choices":[{"message":{"content":"a"},"finish_reason":"length"}]}`: llm.Length,
				`{"choices":[{"message":{"content":"a"},"finish_reason":"content_filter"}]}`: llm.Content, `{"choices":[]}`: llm.Provider, `no JSON`: llm.Provider, `{"choices":[{"message":{}}]}`: llm.Provider}},
		{"anthropic", func(s exchange.Server) llm.Wire { return anthropic.New(s, "m-1") }, "/base/v1/messages", func(h http.Header) string {
			if h.Get("anthropic-version") == "" {
				return "no version"
			}
			return h.Get("x-api-key")
		}, in("system"), in("messages", 0, "content"), in("max_tokens"), in("output_config", "format", "schema", "type"),
			`{"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":%s}],"stop_reason":"end_turn","usage":{"input_tokens":4,"cache_read_input_tokens":3,"output_tokens":5}}`,
			map[string]llm.Reason{`{"content":[],"stop_reason":"refusal"}`: llm.Refused, `{"content":[{"type":"text","text":"a"}],"stop_reason":"max_tokens"}`: llm.Length, `{"content":[]}`: llm.Provider, `[]`: llm.Provider}},
		{"gemini", func(s exchange.Server) llm.Wire { return gemini.New(s, "m-1") }, "/base/v1beta/models/m-1:generateContent", func(h http.Header) string { return h.Get("x-goog-api-key") },
			in("systemInstruction", "parts", 0, "text"), in("contents", 0, "parts", 0, "text"), in("generationConfig", "maxOutputTokens"), in("generationConfig", "responseJsonSchema", "type"),
			`{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":%s}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":3,"thoughtsTokenCount":2}}`,
			map[string]llm.Reason{`{"promptFeedback":{"blockReason":"SAFETY"}}`: llm.Content, `{"candidates":[{"finishReason":"SAFETY"}]}`: llm.Content,
				`{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"MAX_TOKENS"}]}`: llm.Length, `{}`: llm.Provider, `{"candidates":[{}]}`: llm.Provider}},
	}
}

// server asks a provider's double, which answers with a status and a body, and returns what it was sent last.
func server(t *testing.T, p provider, status int, body string) (llm.Model, *map[string]any) {
	t.Helper()
	sent := &map[string]any{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		got := map[string]any{}
		if err != nil || json.Unmarshal(raw, &got) != nil || r.URL.Path != p.path || p.key(r.Header) != secret || strings.Contains(string(raw)+r.URL.String(), secret) {
			t.Errorf("%s: %s %v %s", p.name, r.URL, r.Header, raw)
		}
		*sent = got
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(s.Close)
	base, err := url.Parse(s.URL + "/base")
	if err != nil {
		t.Fatal(err)
	}
	return llm.New(p.make(exchange.Server{Base: base, Key: secret, Named: true}), time.Now), sent
}

func reason(err error) llm.Reason {
	var e *platform.Error
	if !errors.As(err, &e) || e.Code != platform.CodeLLM {
		return ""
	}
	r, _ := e.Details["reason"].(llm.Reason)
	return r
}

// Each provider is sent the instructions, the data, the limit and the schema in its own places, and the key in its own header alone.
func TestProvidersAreAskedInTheirForm(t *testing.T) {
	t.Parallel()
	for _, p := range providers() {
		m, sent := server(t, p, 200, fmt.Sprintf(p.says, `"{\"a\":1}"`))
		cool := 0.0
		a, err := m.Ask(t.Context(), llm.Request{System: "Be brief.", Turns: []string{"Answer."}, Data: json.RawMessage(`{"message":"hello"}`), MaxTokens: 77, Temperature: &cool,
			Schema: json.RawMessage(`{"type":"object","required":["a"],"properties":{"a":{"type":"number"}}}`)})
		if err != nil || a.Text != `{"a":1}` || a.Usage != (llm.Usage{Calls: 1, Input: 7, Output: 5}) {
			t.Errorf("%s: %+v %v", p.name, a, err)
		}
		user, _ := p.user(*sent).(string)
		if p.system(*sent) != "Be brief." || !strings.Contains(user, `{"message":"hello"}`) || p.most(*sent) != 77.0 || p.schema(*sent) != "object" {
			t.Errorf("%s: %v", p.name, *sent)
		}
	}
}

// Why there is no answer is told apart, and no server's words get into an error.
func TestFailuresOfProvidersAreToldApart(t *testing.T) {
	t.Parallel()
	for _, p := range providers() {
		for body, want := range p.failures {
			m, _ := server(t, p, 200, body)
			if _, err := m.Ask(t.Context(), llm.Request{Turns: []string{"Answer."}}); reason(err) != want {
				t.Errorf("%s %s: %v", p.name, body, err)
			}
		}
		for _, status := range []int{400, 401, 403, 404, 429, 500, 503, 529, 302} {
			m, _ := server(t, p, status, "you sent "+secret)
			ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second) // too little for a second try
			_, err := m.Ask(ctx, llm.Request{Turns: []string{"Answer."}})
			cancel()
			if reason(err) != llm.Provider || strings.Contains(err.Error(), secret) {
				t.Errorf("%s %d: %v", p.name, status, err)
			}
			// Nobody is told to try again later what only another key or model changes.
			setup := slices.Contains([]int{401, 403, 404}, status)
			if strings.Contains(err.Error(), "whoever has set it up") != setup || strings.Contains(err.Error(), "later") == setup {
				t.Errorf("%s %d: %v", p.name, status, err)
			}
		}
	}
}

// A server that repeats what it was sent does not tell the key to whoever reads the answer.
func TestAKeyIsTakenOutOfAnswers(t *testing.T) {
	t.Parallel()
	for _, p := range providers() {
		m, _ := server(t, p, 200, fmt.Sprintf(p.says, `"you sent `+secret+`\nin a header"`))
		a, err := m.Ask(t.Context(), llm.Request{Turns: []string{"Answer."}})
		if err != nil || strings.Contains(a.Text, secret) || !strings.HasPrefix(a.Text, "you sent ") {
			t.Errorf("%s: %q, %v", p.name, a.Text, err)
		}
	}
}

// An answer of any length is cut off at two MiB.
func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	for _, p := range providers() {
		m, _ := server(t, p, 200, fmt.Sprintf(p.says, `"`+strings.Repeat("a", 3<<20)+`"`))
		if _, err := m.Ask(t.Context(), llm.Request{Turns: []string{"Answer."}}); reason(err) != llm.Provider {
			t.Errorf("%s: %v", p.name, err)
		}
	}
}

// Servers of open models send the thoughts of a model in its answer; they are no part of it.
func TestThoughtsAreNoPartOfAnAnswer(t *testing.T) {
	t.Parallel()
	p := providers()[0]
	for said, want := range map[string]string{
		"<think>\nThey ask for {\"a\":0}.\n</think>\n\n{\"a\":1}": `{"a":1}`, "\n<think></think>Yes.": "Yes.", "I <think></think> so.": "I <think></think> so.",
		"They ask for {\"a\":0}.\n</think>\n\n{\"a\":1}": `{"a":1}`, "</think>Yes, <think></think>.": "Yes, <think></think>.", "I think so.": "I think so.",
		"<think>Without an end": "", "<think>And nothing else</think>\n": "",
	} {
		m, _ := server(t, p, 200, fmt.Sprintf(p.says, strconv.Quote(said)))
		a, err := m.Ask(t.Context(), llm.Request{Turns: []string{"Answer."}})
		if a.Text != want || (want == "") != (reason(err) == llm.Provider) {
			t.Errorf("%q: %q %v", said, a.Text, err)
		}
	}
}
