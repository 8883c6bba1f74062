package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"berth/platform"
)

// modelReport is what tools cost that ask a language model, besides the model.
type modelReport struct {
	Cell    cell     `json:"berth"` // of a model that answers at once
	Open    int      `json:"open"`  // calls that wait for a model that takes its time
	Growth  float64  `json:"growthMiB"`
	Foreign float64  `json:"foreignCores"`
	Targets []target `json:"targets"`
}

const (
	modelApps  = 32 // so that no app has its limit of questions at a time
	modelOpen  = 200
	modelTakes = 2 * time.Second
	slowModel  = "slow"
)

// serveModel is a model that speaks OpenAI's form. One of that name takes its time.
func serveModel(addr string) error {
	answer := []byte(`{"choices":[{"message":{"role":"assistant","content":"You can return what you bought within 30 days."},"finish_reason":"stop"}],"usage":{"prompt_tokens":200,"completion_tokens":12}}`)
	server := &http.Server{Addr: addr, ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, err := io.ReadAll(r.Body)
		if err == nil && bytes.Contains(asked, []byte(`"`+slowModel+`"`)) {
			timer := time.NewTimer(modelTakes)
			defer timer.Stop()
			<-timer.C
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer) // the client may have gone
	})}
	return server.ListenAndServe()
}

// models measures tools that ask a language model.
func (b *bench) models(ctx context.Context) (r *modelReport, err error) {
	model, err := b.serve(ctx, "serve-model")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, model.stop()) }()
	dir, err := b.temp("models")
	if err != nil {
		return nil, err
	}
	s, err := b.startBerth(ctx, dir, "BERTH_LLM_PROVIDER=openai", "BERTH_LLM_BASE_URL=http://"+model.addr+"/v1", "BERTH_LLM_MODEL=quick", "BERTH_LLM_MODEL_FAST="+slowModel,
		"BERTH_LLM_APPS=on", "BERTH_LIMIT_LLM_TOKENS=0", "BERTH_LIMIT_LLM_WORKSPACE_TOKENS=0", "BERTH_EGRESS_ALLOW="+model.addr)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	for i := range modelApps {
		if err := s.publishSupport(ctx, tenant(i)); err != nil {
			return nil, err
		}
	}
	// Equal calls at one time would ask once, so each call has an app, and a message, other than those around it.
	shots := func(tool string) *shot {
		asked, whole := 0, answers(nil)
		call := ask{method: "tools/call", name: tool, token: adminKey, params: fmt.Sprintf(`"name":%q,"arguments":{"message":"Can I return it, %s?"}`, tool, tenant(0))}
		fire := call.shot(s.addr, path(tenant(0)), modern, func(body, id []byte, _ string, nth int) error { return whole(body, id, "", nth) })
		return fire.perSlug(func() string { asked++; return tenant(asked % modelApps) })
	}
	r = &modelReport{Open: modelOpen}
	if r.Growth, err = s.growing(ctx, func(ctx context.Context) error { // first, since memory that was used once stays
		slow := shots("ask_slowly")
		_, err := load(ctx, s.addr, modelOpen, modelTakes/2, func() *shot { return slow })
		return err
	}); err != nil {
		return nil, err
	}
	quick := shots("ask_support")
	cells, foreign, err := b.compare(ctx, []aimed{{contender: contender{"berth", s.process}, fire: quick}}, model)
	if err != nil {
		return nil, err
	}
	r.Cell, r.Foreign = cells["berth"], foreign
	if b.profiles != "" {
		if err := b.profileOf(ctx, s, "llm", quick); err != nil {
			return nil, err
		}
	}
	r.Targets = []target{atMost("CPU of a call besides the model's, ms", r.Cell.CPU/1000, 1), atMost(fmt.Sprintf("RSS for %d calls in flight, MiB", modelOpen), r.Growth, 64)}
	return r, nil
}

// growing returns by how many MiB the resident memory grows at most while work goes on.
func (s *berth) growing(ctx context.Context, work func(context.Context) error) (float64, error) {
	if err := s.settle(ctx); err != nil {
		return 0, err
	}
	before, err := s.rss()
	if err != nil {
		return 0, err
	}
	watching, stop := context.WithCancel(ctx)
	most := make(chan int64)
	go func() {
		peak := before
		for watching.Err() == nil {
			if now, err := s.rss(); err == nil {
				peak = max(peak, now)
			}
			pause(watching, 10*time.Millisecond)
		}
		most <- peak
	}()
	err = work(ctx)
	stop()
	return float64(<-most-before) / (1 << 20), err
}

// publishSupport publishes an app whose two tools ask the quick and the slow model.
func (s *berth) publishSupport(ctx context.Context, slug string) error {
	tool := func(name, model string) map[string]any {
		return map[string]any{"name": name, "description": "Answers questions of customers. Use it when somebody asks about returns or orders.", "layoutTemplate": nil,
			"handler": map[string]any{"kind": "llm", "model": model}}
	}
	var app published
	err := s.rest(ctx, http.MethodPost, "/apps", map[string]any{"name": "Support", "mcpSlug": slug, "access": platform.AccessMixed,
		"systemPrompt": "You answer questions of the customers of a shop, in one sentence.", "tools": []any{tool("ask_support", "good"), tool("ask_slowly", "fast")}}, &app)
	if err != nil {
		return err
	}
	return s.rest(ctx, http.MethodPost, "/apps/"+app.ID+"/publish", nil, &app)
}

func (b *bench) printModels(r *modelReport) {
	b.printf("\nA tool that asks a language model which answers at once, and %d calls that wait for one which takes %s; foreign cores %.2f\n", r.Open, modelTakes, r.Foreign)
	b.table("|CPU µs|per second|p50 ms|p99 ms", [][]any{{"berth", r.Cell.CPU, r.Cell.Rate, r.Cell.P50, r.Cell.P99}})
	b.printTargets(r.Targets)
}
