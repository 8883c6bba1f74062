package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"sync"
)

// hostile are texts that must stay texts.
var hostile = []string{"plain", `'; DROP TABLE x; --`, `</script><script>alert(1)</script>`, "%s%d{{.}}${x}", "日本語 🎁 \u202e", `{"$ne":null}`}

func any1[T any](of ...T) T { return of[rand.IntN(len(of))] }

var (
	unfit  = regexp.MustCompile(`INVALID_INPUT`)
	noGift = regexp.MustCompile(`"invalid_input"|"not_found"`)
)

// giftTurns returns turns that search for gifts and look at what was found.
func giftTurns() []turn {
	var mu sync.Mutex
	found := []string{"00000000-0000-4000-8000-000000000000"}
	return []turn{
		func(ctx context.Context, t *traffic) error {
			mu.Lock()
			starred := []string{any1(found...)}
			mu.Unlock()
			a, err := t.call(ctx, call{slug: "gift", tool: "get_recommendations", may: noGift, arguments: map[string]any{
				"recipient_description": any1("my dad who loves woodworking", "a teenager who hates sport", "x", any1(hostile...)),
				"starred_gift_ids":      starred, "limit": 3 + rand.IntN(9)}})
			if err != nil || a.gone || a.refused {
				return err
			}
			var list struct{ Gifts []struct{ ID string } }
			if err := json.Unmarshal(a.content, &list); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			for _, g := range list.Gifts {
				if len(found) < 200 {
					found = append(found, g.ID)
				}
			}
			return nil
		},
		func(ctx context.Context, t *traffic) error {
			mu.Lock()
			id := any1(any1(found...), "no id")
			mu.Unlock()
			_, err := t.call(ctx, call{slug: "gift", tool: "get_gift_details", may: noGift, arguments: map[string]any{"gift_id": id}})
			return err
		},
	}
}

// chatuiTurns returns turns that show things, some with arguments that are not valid.
func chatuiTurns() []turn {
	show := func(tool string, arguments func() map[string]any) turn {
		return func(ctx context.Context, t *traffic) error {
			given := arguments()
			bad := rand.IntN(4) == 0
			if bad {
				given[any1("extra", "title ", "__proto__")] = any1(hostile...)
			}
			a, err := t.call(ctx, call{slug: "chatui", tool: tool, arguments: given, may: unfit})
			if err == nil && !a.gone && a.refused != bad {
				return fmt.Errorf("%s %v: refused: %t", tool, given, a.refused)
			}
			return err
		}
	}
	return []turn{
		show("display_chat", func() map[string]any { return map[string]any{"seedMessage": any1(hostile...)} }),
		show("display_search_results", func() map[string]any {
			return map[string]any{"query": any1(hostile...), "results": []any{map[string]any{"id": rand.IntN(9), "title": any1(hostile...)}}}
		}),
		show("display_table", func() map[string]any {
			return map[string]any{"columns": []string{"a", "b"}, "rows": []any{map[string]any{"a": any1(hostile...), "b": rand.IntN(99)}}}
		}),
		show("display_demo", func() map[string]any { return map[string]any{} }),
		show("display_dashboard", func() map[string]any { return map[string]any{} }),
	}
}
