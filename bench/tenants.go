package main

import (
	"bytes"
	"context"

	"berth/test/shop"
)

// tenants are many published apps on one server, copies of a few.
type tenants struct {
	*bench
	rows int // of the table of each; 0 = they answer with data of the release
	// publish makes the apps that are copied, and returns their slugs.
	publish func(ctx context.Context, s *berth) ([]string, error)
	call    ask // of any of them; the answer names the app's slug
}

// gifts are apps that answer with data of the release, in every theme that ships.
func (b *bench) gifts() tenants {
	call := ask{method: "tools/call", name: "show_gifts", params: `"name":"show_gifts","arguments":{"message":"a present for my sister"}`}
	return tenants{bench: b, call: call, publish: func(ctx context.Context, s *berth) (slugs []string, err error) {
		for _, preset := range presets {
			slugs = append(slugs, "base-"+preset)
			if _, err := s.publishCards(ctx, "base-"+preset, preset); err != nil {
				return nil, err
			}
		}
		return slugs, nil
	}}
}

const (
	stallRows = 100
	stallSlug = "stall-original" // as long as those of the copies, so that their rows are as long
)

// stalls are apps that answer from tables of their own. The name of every row ends in the slug of its app.
func (b *bench) stalls() tenants {
	return tenants{bench: b, rows: stallRows, call: productCall("show_products", true), publish: func(ctx context.Context, s *berth) ([]string, error) {
		values, _ := valuesOf(shop.Rows(stallRows))
		for i, v := range values {
			values[i] = bytes.Replace(v, []byte(`","code":`), []byte(" "+stallSlug+`","code":`), 1)
		}
		_, err := s.publishTable(ctx, shop.Table(), values, map[string]any{"name": "Stall", "mcpSlug": stallSlug, "tools": []any{queryTool("show_products", "cards", true)}})
		return []string{stallSlug}, err
	}}
}
