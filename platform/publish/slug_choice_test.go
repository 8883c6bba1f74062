package publish_test

import (
	"testing"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/storetest"
)

func TestSlugs(t *testing.T) {
	t.Parallel()
	w := setup(t, storetest.Open(t))
	ctx := t.Context()
	one := w.publish(t, w.ann, w.ready(t, w.ann, "Bot").ID)
	two := w.publish(t, w.bob, w.ready(t, w.bob, "Bot").ID)
	admin := w.publish(t, w.bob, w.ready(t, w.bob, "Admin").ID)
	if one.ServedSlug != "bot" || two.ServedSlug != "bot-2" || admin.ServedSlug != "admin-2" {
		t.Fatalf("slugs: %s, %s, %s", one.ServedSlug, two.ServedSlug, admin.ServedSlug)
	}

	for slug, code := range map[string]platform.Code{"bot": platform.CodeSlugTaken, "api": platform.CodeSlugTaken, "Bot": platform.CodeInvalidConfig, "a/b": platform.CodeInvalidConfig} {
		body := `{"name":"x","mcpSlug":"` + slug + `"}`
		wantCode(t, last(w.Create(ctx, w.bob, w.changes(body))), code)
		wantCode(t, last(w.Patch(ctx, w.bob, two.ID, 0, w.changes(body))), code)
	}
	if got, err := w.Get(ctx, w.bob.Workspace, two.ID); err != nil || got.Rev != two.Rev {
		t.Errorf("a refused change is stored: %+v, %v", got, err)
	}

	// A chosen slug is reserved at once and served from the next publish on.
	two = w.patch(t, w.bob, two.ID, `{"mcpSlug":"robot"}`)
	wantCode(t, last(w.Patch(ctx, w.ann, one.ID, 0, w.changes(`{"mcpSlug":"robot"}`))), platform.CodeSlugTaken)
	w.gone(t, "robot")
	w.live(t, "bot-2")
	if !two.DraftAhead() {
		t.Error("a chosen slug does not put the draft ahead")
	}
	w.announced()
	two = w.publish(t, w.bob, two.ID)
	w.live(t, "robot")
	w.gone(t, "bot-2")
	if got := w.announced(); got != "-bot-2 robot" {
		t.Errorf("announced %q", got)
	}
	// The former one stays with the app.
	wantCode(t, last(w.Patch(ctx, w.ann, one.ID, 0, w.changes(`{"mcpSlug":"bot-2"}`))), platform.CodeSlugTaken)
	if two = w.patch(t, w.bob, two.ID, `{"mcpSlug":"bot-2"}`); two.Draft.Slug != "bot-2" {
		t.Errorf("slug: %s", two.Draft.Slug)
	}
	if two = w.patch(t, w.bob, two.ID, `{"mcpSlug":null}`); two.Draft.Slug != "robot" || two.DraftAhead() {
		t.Errorf("null resets the slug to %s", two.Draft.Slug)
	}

	for _, c := range []struct {
		slug       string
		available  bool
		suggestion string
	}{
		{"bot", false, "bot-3"}, {"fresh", true, "fresh"}, {"Fresh Bread!", false, "fresh-bread"}, {"login", false, "login-2"}, {"", false, "untitled"},
		{"a--b", true, "a--b"}, {"a--b!", false, "a-b"},
	} {
		available, suggestion, err := w.SlugAvailability(ctx, w.ann.Workspace, c.slug)
		if err != nil || available != c.available || suggestion != c.suggestion {
			t.Errorf("%q: %v, %q, %v; want %v, %q", c.slug, available, suggestion, err, c.available, c.suggestion)
		}
	}
}

// Names that are refused by now, of a database from before: its apps keep their slugs and names, are changed and published.
func TestStoredNamesKeepWorking(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := setup(t, s)
		ctx := t.Context()
		ready := w.ready(t, w.ann, "Ready").Draft
		ready.Name, ready.Slug = "gnp.\u202eexe", "billing"
		ready.Tools[0].Title = "Bills\u200f"
		old, err := s.CreateApp(ctx, w.ann, platform.App{Origin: platform.OriginAuthored, Draft: ready}, 10)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.publish(t, w.ann, old.ID); got.ServedSlug != "billing" {
			t.Errorf("served as %q", got.ServedSlug)
		}
		w.patch(t, w.ann, old.ID, `{"name":"gnp.\u202eexe","mcpSlug":"billing","description":"Bills."}`)
		w.publish(t, w.ann, old.ID)
		w.live(t, "billing")
		if copied, err := w.Duplicate(ctx, w.ann, old.ID, ""); err != nil || copied.Draft.Name != "gnp.\u202eexe (copy)" {
			t.Errorf("copied: %q, %v", copied.Draft.Name, err)
		}
		w.patch(t, w.ann, old.ID, `{"mcpSlug":"bills"}`)
		w.publish(t, w.ann, old.ID)
		w.patch(t, w.ann, old.ID, `{"mcpSlug":"fares"}`)
		w.publish(t, w.ann, old.ID)
		wantCode(t, last(w.Patch(ctx, w.bob, w.ready(t, w.bob, "Bob's").ID, 0, w.changes(`{"mcpSlug":"billing"}`))), platform.CodeSlugTaken)
		tools := func(title string) string {
			return `{"tools":[{"name":"search_products","title":"` + title + `","description":"תיאור\u200f"}]}`
		}
		w.patch(t, w.ann, old.ID, tools("Bills\u200f"))
		for _, body := range []string{`{"name":"a\u202eb"}`, `{"name":"a\u200bb"}`, `{"name":"a\u2066b"}`, `{"name":"a\ufeffb"}`, `{"name":"a\u2028b"}`,
			`{"name":"a\u200eb"}`, `{"name":"a\u200fb"}`, `{"name":"a\u061cb"}`, tools("a\u202eb"), tools("a\u200fb")} {
			wantCode(t, last(w.Create(ctx, w.ann, w.changes(body))), platform.CodeInvalidConfig)
			wantCode(t, last(w.Patch(ctx, w.ann, old.ID, 0, w.changes(body))), platform.CodeInvalidConfig)
		}
		wantCode(t, last(w.Duplicate(ctx, w.ann, old.ID, "a\u202eb")), platform.CodeInvalidConfig)
		for _, l := range []platform.Listing{{Tagline: "a\u202eb"}, {Company: "a\u200fb"}} {
			wantCode(t, last(w.SetListing(ctx, w.ann, old.ID, l)), platform.CodeInvalidConfig)
		}
		if _, err := w.SetListing(ctx, w.ann, old.ID, platform.Listing{Tagline: "שלום!\u200f"}); err != nil {
			t.Error(err)
		}
		w.patch(t, w.ann, old.ID, `{"name":"نام\u200cها 👩\u200d🍳"}`)
	})
}
