package publish

import (
	"strings"
	"testing"

	"berth/platform"
)

func TestSlug(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"My Support Bot":               "my-support-bot",
		"Café São":                     "cafe-sao",
		"Cafe\u0301 Sa\u0303o":         "cafe-sao",
		"Straße":                       "strasse",
		"GROẞ":                         "gross",
		"Smørrebrød":                   "smorrebrod",
		"Łódź":                         "lodz",
		"Ærø œuvre":                    "aero-oeuvre",
		"Þór Đặng İstanbul ışık":       "thor-dang-istanbul-isik",
		"Nguyễn Thị Minh Khai":         "nguyen-thi-minh-khai",
		"snake_case":                   "snakecase",
		"  a  --  b  ":                 "a-b",
		"-x-":                          "x",
		"a\tb\nc\u00a0d":               "a-b-c-d",
		"50% off!":                     "50-off",
		"a – b":                        "a-b",
		"½ price":                      "price",
		"日本語":                          "untitled",
		"Москва":                       "untitled",
		"日本 shop":                      "shop",
		"🎁":                            "untitled",
		"":                             "untitled",
		"\x00\xff\xfe":                 "untitled",
		"../../etc/passwd":             "etcpasswd",
		"<script>alert(1)</script>":    "scriptalert1script",
		"Admin":                        "admin",
		strings.Repeat("ab ", 40):      strings.Repeat("ab-", 20) + "ab",
		strings.Repeat("é", 10_000):    strings.Repeat("e", 63),
		strings.Repeat("a", 62) + " b": strings.Repeat("a", 62),
	} {
		if got := Slug(name); got != want {
			t.Errorf("Slug(%.40q) = %q, want %q", name, got, want)
		}
	}
}

func TestSlugCandidates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, first, second, tenth string }{
		{"Bot", "bot", "bot-2", "bot-10"},
		{"Admin", "admin-2", "admin-3", "admin-11"},
		{strings.Repeat("a", 70), strings.Repeat("a", 63), strings.Repeat("a", 61) + "-2", strings.Repeat("a", 60) + "-10"},
		{strings.Repeat("a", 60) + " bb", strings.Repeat("a", 60) + "-bb", strings.Repeat("a", 60) + "-2", strings.Repeat("a", 60) + "-10"},
	} {
		next := slugs(c.name)
		if next(0) != c.first || next(1) != c.second || next(9) != c.tenth {
			t.Errorf("slugs(%q) = %q, %q, … %q; want %q, %q, … %q", c.name, next(0), next(1), next(9), c.first, c.second, c.tenth)
		}
	}
}

func FuzzSlug(f *testing.F) {
	for _, s := range []string{"", "Café São", "a--b", strings.Repeat("ß", 40), "İ", "\xff", "K", "ﬁ x"} {
		f.Add(s, 0)
	}
	f.Fuzz(func(t *testing.T, name string, attempt int) {
		slug := Slug(name)
		if !platform.ValidSlug(slug) {
			t.Fatalf("Slug(%q) = %q is not valid", name, slug)
		}
		if again := Slug(slug); again != slug {
			t.Fatalf("Slug(%q) = %q, and its slug is %q", name, slug, again)
		}
		if attempt >= 0 && attempt < 1<<30 {
			if c := slugs(name)(attempt); !platform.ValidSlug(c) || platform.ReservedSlug(c) {
				t.Fatalf("slugs(%q)(%d) = %q", name, attempt, c)
			}
		}
	})
}
