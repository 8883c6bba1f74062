package wordclass

import (
	"strings"
	"sync"
	"testing"
	"unicode"

	"berth/platform/text"
)

func classesOf(t *Table, sentence string) string {
	var words []Word
	for f := range strings.FieldsSeq(sentence) {
		bare := strings.TrimRight(f, ".,:")
		words = append(words, Word{Folded: text.Fold(bare), Capital: strings.IndexFunc(bare, unicode.IsUpper) == 0, Stop: bare != f})
	}
	out := make([]byte, len(words))
	for i, c := range t.Read(words) {
		out[i] = byte(c)
	}
	return string(out)
}

func TestWordsAreToldApartByWhatIsAroundThem(t *testing.T) {
	t.Parallel()
	tables := New("en", "de", "fr", "es", "pt", "it")
	for _, s := range [][3]string{
		{"en", "Members can report the broken lamps quickly", "NXIDANR"},
		{"en", "the report shows our prices", "DNVDN"},
		{"de", "Die Kinder der Schülerzeitung reichen hier Artikelideen ein", "DNDNVRNR"},
		{"fr", "Les jardiniers notent leurs récoltes", "DNVDN"},
		{"es", "Los socios reservan una pista de pádel", "DNVDNPN"},
		{"pt", "Os alunos escolhem um tema", "DNVDN"},
		{"it", "I volontari annotano i libri danneggiati", "DNVDNA"},
	} {
		if got := classesOf(tables[s[0]](), s[1]); got != s[2] {
			t.Errorf("%s: %s is %s, not %s", s[0], s[1], got, s[2])
		}
	}
}

// Whatever people type has as many classes as words; many may ask at once, the first of them unpacks.
func TestAnyWordsHaveClasses(t *testing.T) {
	t.Parallel()
	tables := New("en", "it")
	var all sync.WaitGroup
	for _, s := range []string{"", "x", "12 3,50 7a.", "🍕 ... --", "今日の天気", strings.Repeat("buffalo ", 5000), "-ing -s - '", "\x00\xff\xfe"} {
		for code := range tables {
			all.Go(func() {
				if got := classesOf(tables[code](), s); len(got) != len(strings.Fields(s)) || strings.Trim(got, Classes) != "" {
					t.Errorf("%s: %.20q is %.20q", code, s, got)
				}
			})
		}
	}
	all.Wait()
}
