package main

import (
	"time"

	"berth/platform/webhooks"
	"berth/platform/webhooks/post"
)

// wireWebhooks makes what tells other servers of changes.
func (p *parts) wireWebhooks() {
	p.webhooks = webhooks.New(webhooks.Options{Store: p.store, Vault: p.keys.vault, Refusal: p.allow.Refusal, NewID: newID})
	p.dispatcher = webhooks.NewDispatcher(webhooks.DispatcherOptions{Queue: p.store, Post: post.New(p.allow).Post, Vault: p.keys.vault,
		Done: p.metrics.WebhookDone, Now: time.Now, Log: p.log})
}
