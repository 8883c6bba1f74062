package main

import (
	"fmt"
	"time"

	"berth/platform/outbound"
	"berth/platform/webhooks"
	"berth/platform/webhooks/post"
)

// wireWebhooks makes what tells other servers of changes.
func (p *parts) wireWebhooks() error {
	allow, err := outbound.ParseAllow(p.settings.EgressAllow)
	if err != nil {
		return fmt.Errorf("BERTH_EGRESS_ALLOW: %w", err)
	}
	p.webhooks = webhooks.New(webhooks.Options{Store: p.store, Vault: p.keys.vault, Refusal: allow.Refusal, NewID: newID})
	p.dispatcher = webhooks.NewDispatcher(webhooks.DispatcherOptions{Queue: p.store, Post: post.New(allow).Post, Vault: p.keys.vault,
		Done: p.metrics.WebhookDone, Now: time.Now, Log: p.log})
	return nil
}
