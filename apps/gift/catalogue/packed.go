package catalogue

import (
	"encoding/binary"
	"slices"
	"strings"
)

// Packed is gifts in little memory: their texts one after the other, and each word of their lists as its number. As slices of strings they
// take three times as much, and a request reads the few that it answers. It is immutable and safe for concurrent use.
type Packed struct {
	data  []byte   // the gifts, see texts
	from  []uint32 // where each begins
	words []string // by their numbers
}

// Pack returns gifts in little memory.
func Pack(gifts []Gift) *Packed {
	p := packer{numbers: map[string]uint64{}, from: make([]uint32, 0, len(gifts))}
	for i := range gifts {
		p.from = append(p.from, uint32(len(p.data))) //nolint:gosec // the catalogue has megabytes
		p.gift(&gifts[i])
	}
	return &Packed{slices.Clone(p.data), p.from, p.words}
}

// Len returns the number of gifts.
func (p *Packed) Len() int { return len(p.from) }

// At returns a gift by its place among those that were packed.
func (p *Packed) At(i int) (g Gift) {
	r := reader{p.data[p.from[i]:]}
	for _, text := range g.texts() {
		*text = r.text()
	}
	for _, n := range g.figures() {
		*n = int(r.number()) //nolint:gosec // packed from an int
	}
	for _, list := range g.lists() {
		if n := r.number(); n > 0 {
			*list = make([]string, n)
			for at := range *list {
				(*list)[at] = p.words[r.number()]
			}
		}
	}
	return g
}

// What a gift is packed as: its texts, each behind its length, its figures, and its lists, each the numbers of its words behind their
// count. Numbers are as binary.AppendUvarint writes them.
func (g *Gift) texts() []*string {
	return []*string{&g.Key, &g.Name, &g.Brief, &g.Description, &g.Guidance}
}

func (g *Gift) figures() []*int { return []*int{&g.Price[0], &g.Price[1], &g.Ages[0], &g.Ages[1]} }

func (g *Gift) lists() []*[]string {
	return []*[]string{&g.Categories, &g.Occasions, &g.Recipients, &g.Interests, &g.Traits, &g.Situations, &g.Contains, &g.Assumes}
}

// packer appends gifts to data.
type packer struct {
	data    []byte
	from    []uint32
	words   []string
	numbers map[string]uint64
}

func (p *packer) number(n uint64) { p.data = binary.AppendUvarint(p.data, n) }

func (p *packer) gift(g *Gift) {
	for _, text := range g.texts() {
		p.number(uint64(len(*text)))
		p.data = append(p.data, *text...)
	}
	for _, n := range g.figures() {
		p.number(uint64(*n)) //nolint:gosec // dollars and years
	}
	for _, list := range g.lists() {
		p.number(uint64(len(*list)))
		for _, word := range *list {
			n, known := p.numbers[word]
			if !known {
				word = strings.Clone(word)
				n = uint64(len(p.words))
				p.numbers[word], p.words = n, append(p.words, word)
			}
			p.number(n)
		}
	}
}

// reader reads a gift from the front of rest.
type reader struct{ rest []byte }

func (r *reader) number() uint64 {
	n, size := binary.Uvarint(r.rest)
	r.rest = r.rest[size:]
	return n
}

func (r *reader) text() string {
	n := r.number()
	s := string(r.rest[:n])
	r.rest = r.rest[n:]
	return s
}
