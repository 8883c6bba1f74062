// Package gemini asks models by Google's Gemini API.
package gemini

import (
	"context"
	"net/url"
	"strings"

	"berth/platform/llm"
	"berth/platform/llm/exchange"
)

// Generator has one model converse, by POST /v1beta/models/{model}:generateContent. It implements llm.Wire.
type Generator struct{ *exchange.Client }

// New makes a Generator of a server, whose base has no version ("https://generativelanguage.googleapis.com"); it does not ask
// anything yet.
func New(s exchange.Server, model string) *Generator {
	return &Generator{exchange.New(s, model, exchange.MaxAnswer)}
}

type part struct {
	Text    string `json:"text"`
	Thought bool   `json:"thought,omitempty"`
}

type content struct {
	Role  string `json:"role,omitempty"`
	Parts []part `json:"parts"`
}

type answer struct {
	Candidates []struct {
		Content      content
		FinishReason string
	}
	PromptFeedback struct{ BlockReason string }
	UsageMetadata  struct{ PromptTokenCount, CandidatesTokenCount, ThoughtsTokenCount int }
}

// Send implements llm.Wire.
func (g *Generator) Send(ctx context.Context, r llm.Request, plain bool) (llm.Answer, error) {
	var contents []content
	for _, m := range r.Messages() {
		role := "user"
		if m.FromModel {
			role = "model"
		}
		contents = append(contents, content{role, []part{{Text: m.Text}}})
	}
	config := map[string]any{}
	if r.MaxTokens > 0 {
		config["maxOutputTokens"] = r.MaxTokens
	}
	if r.Schema != nil {
		config["responseMimeType"] = "application/json"
		schema, ok := dialect().Project(r.Schema)
		switch {
		case ok && !plain:
			config["responseJsonSchema"] = schema
		case !plain:
			r.System = r.Plain().System
		}
	}
	if r.Temperature != nil {
		config["temperature"] = *r.Temperature
	}
	request := map[string]any{"contents": contents, "generationConfig": config}
	if r.System != "" {
		request["systemInstruction"] = content{Parts: []part{{Text: r.System}}}
	}
	var got answer
	path := "v1beta/models/" + url.PathEscape(strings.TrimPrefix(g.Model, "models/")) + ":generateContent"
	if err := g.Post(ctx, path, map[string]string{"x-goog-api-key": g.Server.Key}, request, &got); err != nil {
		return llm.Answer{Usage: llm.Usage{Calls: 1}}, err
	}
	return got.read()
}

func (a answer) read() (llm.Answer, error) {
	u := a.UsageMetadata
	out := llm.Answer{Usage: llm.Usage{Calls: 1, Input: u.PromptTokenCount, Output: u.CandidatesTokenCount + u.ThoughtsTokenCount}}
	if a.PromptFeedback.BlockReason != "" {
		return out, llm.NewFailure(llm.Content, "the provider's filter withheld the question")
	}
	if len(a.Candidates) == 0 {
		return out, llm.NewFailure(llm.Provider, "the answer holds no candidate")
	}
	switch a.Candidates[0].FinishReason {
	case "MAX_TOKENS":
		return out, llm.NewFailure(llm.Length, "the answer was cut off")
	case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "LANGUAGE":
		return out, llm.NewFailure(llm.Content, "the provider's filter withheld the answer")
	}
	var text strings.Builder
	for _, p := range a.Candidates[0].Content.Parts {
		if !p.Thought {
			text.WriteString(p.Text)
		}
	}
	if out.Text = text.String(); out.Text == "" {
		return out, llm.NewFailure(llm.Provider, "the answer holds no text")
	}
	return out, nil
}

// dialect has what the API documents of JSON Schema, but for what it ignores.
func dialect() llm.Dialect {
	return llm.Dialect{Keywords: []string{"format", "minimum", "maximum", "minItems", "maxItems", "title"}}
}
