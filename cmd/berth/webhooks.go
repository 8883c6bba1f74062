package main

import (
	"fmt"
	"time"

	"berth/platform/outbound"
	"berth/platform/webhooks"
	"berth/platform/webhooks/post"
)

// wireWebhooks opens the vault and makes what tells other servers of changes.
func (p *parts) wireWebhooks() error {
	allow, err := outbound.ParseAllow(p.settings.EgressAllow)
	if err != nil {
		return fmt.Errorf("BERTH_EGRESS_ALLOW: %w", err)
	}
	secrets, err := p.settings.vault()
	if err != nil {
		return err
	}
	p.webhooks = webhooks.New(webhooks.Options{Store: p.store, Vault: secrets, Refusal: allow.Refusal, NewID: newID})
	p.dispatcher = webhooks.NewDispatcher(webhooks.DispatcherOptions{Queue: p.store, Post: post.New(allow).Post, Vault: secrets,
		Done: p.metrics.WebhookDone, Now: time.Now, Log: p.log})
	return nil
}
