package publish

import (
	"strconv"
	"strings"
	"unicode"

	"berth/platform"

	"golang.org/x/text/unicode/norm"
)

// Slug derives a slug from an app's name by the contract's rule: lower case, Latin letters folded to ASCII, spaces to
// hyphens, everything else dropped, at most 63 characters; "untitled" when nothing is left. It may return a reserved one.
func Slug(name string) string {
	var b strings.Builder
	hyphen := false
	write := func(r rune) {
		if hyphen && b.Len() > 0 {
			b.WriteByte('-')
		}
		hyphen = false
		b.WriteRune(r)
	}
	for _, r := range strings.ToLower(name) {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			write(r)
		case r == '-' || unicode.IsSpace(r):
			hyphen = true
		case unicode.Is(unicode.Latin, r):
			for _, l := range fold(r) {
				if 'a' <= l && l <= 'z' {
					write(l)
				}
			}
		}
	}
	slug := b.String()
	if len(slug) > platform.MaxSlug {
		slug = strings.TrimRight(slug[:platform.MaxSlug], "-")
	}
	if slug == "" {
		return "untitled"
	}
	return slug
}

// slugs gives the candidates for the slug of an app with that name.
func slugs(name string) func(attempt int) string { return numbered(Slug(name)) }

// numbered gives candidates for a slug in the order of the contract: base, base-2, base-3… A reserved base counts as taken.
func numbered(base string) func(attempt int) string {
	first := 1
	if platform.ReservedSlug(base) {
		first = 2
	}
	return func(attempt int) string {
		n := attempt + first
		if n == 1 {
			return base
		}
		suffix := "-" + strconv.Itoa(n)
		head := base
		if room := platform.MaxSlug - len(suffix); len(head) > room {
			head = strings.TrimRight(head[:room], "-")
		}
		return head + suffix
	}
}

// fold spells a lower-case Latin letter in ASCII. Most letters decompose into a base letter and marks (Unicode Standard
// Annex 15); those that do not are listed.
func fold(r rune) string {
	switch r {
	case 'ß':
		return "ss"
	case 'æ', 'ǽ', 'ǣ':
		return "ae"
	case 'œ':
		return "oe"
	case 'þ':
		return "th"
	case 'ø', 'ǿ', 'ɔ', 'ɵ', 'ⱺ':
		return "o"
	case 'ł', 'ƚ', 'ɫ', 'ɭ', 'ƛ':
		return "l"
	case 'đ', 'ð', 'ɖ', 'ɗ':
		return "d"
	case 'ħ', 'ɦ', 'ⱨ':
		return "h"
	case 'ı', 'ɨ':
		return "i"
	case 'ŋ', 'ɲ', 'ƞ':
		return "n"
	case 'ŧ', 'ƭ', 'ʈ', 'ⱦ':
		return "t"
	case 'ĸ', 'ƙ':
		return "k"
	case 'ƀ', 'ɓ':
		return "b"
	case 'ƈ', 'ȼ', 'ɕ':
		return "c"
	case 'ə', 'ɛ', 'ɇ', 'ǝ':
		return "e"
	case 'ƒ':
		return "f"
	case 'ɠ', 'ɣ', 'ǥ':
		return "g"
	case 'ɉ', 'ȷ':
		return "j"
	case 'ƥ':
		return "p"
	case 'ɋ':
		return "q"
	case 'ɍ':
		return "r"
	case 'ȿ', 'ʃ':
		return "s"
	case 'ʉ', 'ʊ':
		return "u"
	case 'ʋ':
		return "v"
	case 'ƴ', 'ɏ':
		return "y"
	case 'ƶ', 'ȥ', 'ɀ', 'ʒ', 'ʐ':
		return "z"
	case 'ⱥ', 'ɐ':
		return "a"
	}
	return norm.NFKD.String(string(r))
}
