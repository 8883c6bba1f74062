package catalogue

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"berth/apps/gift/inplace"
)

// Packed is gifts in little memory: each piece of their texts and each word of their lists as its number. A request reads the few gifts
// that it answers. It is immutable and safe for concurrent use.
type Packed struct {
	gifts  inplace.Texts // see Gift.texts
	pieces inplace.Texts // of the texts, the most frequent first: their numbers take one byte
	words  inplace.Texts // of the lists
}

// Pack writes gifts for Unpack.
func Pack(w *inplace.Writer, gifts []Gift) {
	p := packer{pieces: ranked(gifts), words: map[string]int{}}
	var packed, pieces, words []string
	for i := range gifts {
		packed = append(packed, p.gift(&gifts[i]))
	}
	for _, numbers := range []struct {
		of  map[string]int
		all *[]string
	}{{p.pieces, &pieces}, {p.words, &words}} {
		*numbers.all = make([]string, len(numbers.of))
		for s, n := range numbers.of {
			(*numbers.all)[n] = s
		}
		w.Blocks(1, *numbers.all)
	}
	w.Blocks(1, packed)
}

// Unpack reads the gifts that Pack wrote, where they are.
func Unpack(r *inplace.Reader) Packed {
	return Packed{pieces: r.Texts(), words: r.Texts(), gifts: r.Texts()}
}

// Len returns the number of gifts.
func (p *Packed) Len() int { return p.gifts.Len() }

// At returns a gift by its place among those that were packed. No list of it is nil but those that may be left out of its document.
func (p *Packed) At(i int) (g Gift) {
	r := inplace.Reader{Rest: p.gifts.At(i)}
	for _, text := range g.texts() {
		*text = p.text(&r)
	}
	g.Key = strings.ReplaceAll(g.Key, " ", "-")
	for _, n := range g.figures() {
		*n = r.Number()
	}
	for at, list := range g.lists() {
		n := r.Number()
		if n == 0 && at >= required {
			continue
		}
		*list = make([]string, n)
		for at := range *list {
			(*list)[at] = p.words.At(r.Number())
		}
	}
	return g
}

// Key returns the key of a gift by its place.
func (p *Packed) Key(i int) string {
	return strings.ReplaceAll(p.text(&inplace.Reader{Rest: p.gifts.At(i)}), " ", "-")
}

func (p *Packed) text(r *inplace.Reader) string {
	var b strings.Builder
	n := r.Number()
	b.Grow(6 * n) // a piece is about as long
	for range n {
		b.WriteString(p.pieces.At(r.Number()))
	}
	return b.String()
}

// What a gift is packed as: its texts, each the numbers of its pieces behind their count, its figures, and its lists, each
// the numbers of its words behind their count.
func (g *Gift) texts() []*string {
	return []*string{&g.Key, &g.Name, &g.Brief, &g.Description, &g.Guidance}
}

func (g *Gift) figures() []*int { return []*int{&g.Price[0], &g.Price[1], &g.Ages[0], &g.Ages[1]} }

// required is how many of the lists, the first of them, are in every document.
const required = 7

func (g *Gift) lists() []*[]string {
	return []*[]string{&g.Categories, &g.Occasions, &g.Recipients, &g.Interests, &g.Traits, &g.Situations, &g.Contains, &g.Assumes, &g.Best, &g.Passable}
}

// packer has the numbers of pieces and of words.
type packer struct{ pieces, words map[string]int }

func (p *packer) gift(of *Gift) string {
	g, w := spaced(of), inplace.Writer{}
	for _, text := range g.texts() {
		var numbers []int
		for piece := range pieces(*text) {
			numbers = append(numbers, p.pieces[piece])
		}
		w.Number(len(numbers))
		for _, n := range numbers {
			w.Number(n)
		}
	}
	for _, n := range g.figures() {
		w.Number(*n)
	}
	for _, list := range g.lists() {
		w.Number(len(*list))
		for _, word := range *list {
			n, known := p.words[word]
			if !known {
				n = len(p.words)
				p.words[word] = n
			}
			w.Number(n)
		}
	}
	return string(w.Data)
}

// spaced returns g with a key of words with spaces between them, which are pieces as in other texts.
func spaced(g *Gift) *Gift {
	spaced := *g
	spaced.Key = strings.ReplaceAll(g.Key, "-", " ")
	return &spaced
}

// ranked returns the numbers of the pieces of gifts, the most frequent first.
func ranked(gifts []Gift) map[string]int {
	uses := map[string]int{}
	for i := range gifts {
		for _, text := range spaced(&gifts[i]).texts() {
			for piece := range pieces(*text) {
				uses[piece]++
			}
		}
	}
	all := inplace.Sorted(uses)
	slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(uses[b], uses[a]) })
	for n, piece := range all {
		uses[piece] = n
	}
	return uses
}

// pieces cuts a text into words, each with the space before it, and what stands between them.
func pieces(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for from := 0; from < len(s); {
			to := from
			if s[from] == ' ' {
				to++
			}
			for to < len(s) && lettered(s[to]) {
				to++
			}
			for to < len(s) && !lettered(s[to]) && (to == from || s[to] != ' ' && !lettered(s[to-1])) {
				to++
			}
			if !yield(s[from:to]) {
				return
			}
			from = to
		}
	}
}

func lettered(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b >= utf8.RuneSelf || b == '\''
}
