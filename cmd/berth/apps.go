package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"berth/apps/chatui"
	"berth/apps/gift"
	"berth/apps/medical"
	"berth/apps/todo"
	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/llm/exchange"
	"berth/platform/llm/openai"
	"berth/platform/store"
	"berth/platform/view"
)

// seededApps is the list of apps that ship inside. bookings: how many appointments callers without an account may make in an hour.
// publicURL: the server's base URL, from which widgets load pictures.
func seededApps(gifts appkit.App, appointments medical.Store, bookings int, tasks todo.Store, publicURL string) ([]appkit.App, error) {
	doctors, err := medical.New(appointments, bookings, func(picture string) (address, origin string) { return view.PictureAt(publicURL, picture) })
	if err != nil {
		return nil, err
	}
	return []appkit.App{gifts, doctors, todo.New(tasks), chatui.New()}, nil
}

// seedOwn publishes Berth's own MCP server, as any app that ships inside, in a workspace of its own.
func (p *parts) seedOwn(ctx context.Context, by platform.Actor) error {
	if err := p.store.EnsureOwnWorkspace(ctx); err != nil {
		return err
	}
	by.Workspace = platform.OwnWorkspace
	_, err := p.publish.Seed(ctx, by, p.own.Slug(), p.own.Manifest())
	return err
}

// giftApp loads the catalogue into the store and makes the app that uses it, with the embedding server of the settings if
// there is one.
func giftApp(ctx context.Context, s *settings, store *store.Store, log *slog.Logger) (*gift.App, error) {
	gifts, err := gift.Seed(ctx, store)
	if err != nil {
		return nil, err
	}
	o := gift.Options{Gifts: gifts, Log: log}
	if s.EmbeddingBaseURL != "" {
		base, err := url.Parse(s.EmbeddingBaseURL)
		if err != nil {
			return nil, fmt.Errorf("read embedding URL: %w", err)
		}
		o.Embedder = openai.NewEmbedder(exchange.Server{Base: base, Key: s.EmbeddingAPIKey.Reveal(), Named: true}, s.EmbeddingModel, time.Minute)
		o.Vectors = store
	}
	return gift.New(o), nil
}

// templatesOf returns the drafts that authors may start from.
func templatesOf(apps []appkit.App) map[string]platform.Draft {
	drafts := map[string]platform.Draft{}
	for _, a := range apps {
		if t, ok := a.(appkit.Templater); ok {
			drafts[a.Slug()] = t.Template()
		}
	}
	return drafts
}
