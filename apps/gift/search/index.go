package search

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	_ "embed" // index.bin
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/bits"
	"strings"
	"sync"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/inplace"
	"berth/apps/gift/lexicon"
	"berth/apps/gift/phrasebook"
	"berth/platform/text"
)

// packedIndex is the index over the gifts that ship inside, and they themselves. It is made of the catalogue, the lexicon and the lists of this
// package by `go test ./apps/gift/search -run Fresh -update`, and deflated.
//
//go:embed index.bin
var packedIndex []byte

// shipped returns it unpacked, once: the program is smaller by what deflating saves.
var shipped = sync.OnceValue(func() string {
	data, err := Unpack(packedIndex)
	if err != nil {
		panic(err) // the index is part of the program
	}
	return data
})

// Unpack returns an index that was deflated, behind its size in four bytes.
func Unpack(packed []byte) (string, error) {
	if len(packed) < 4 {
		return "", io.ErrUnexpectedEOF
	}
	var b strings.Builder
	b.Grow(int(binary.LittleEndian.Uint32(packed)))
	_, err := io.Copy(&b, flate.NewReader(bytes.NewReader(packed[4:])))
	return b.String(), err
}

// Shipped returns the index over the gifts that ship inside.
func Shipped(log *slog.Logger) (*Engine, error) { return Open(shipped(), log) }

// Gifts returns the gifts that ship inside, and a digest of their documents.
func Gifts() (gifts catalogue.Packed, digest string) {
	r := inplace.Reader{Rest: shipped()}
	return catalogue.Unpack(&r), r.Text()
}

// Words are what an index knows of words.
type Words struct {
	Lexicon  *lexicon.Lexicon // what they mean in English
	Phrases  string           // the lines of the phrasebook
	Affinity Affinity         // what they say of what appeals to somebody
}

// ShippedWords returns those that ship inside.
func ShippedWords() Words {
	r := inplace.Reader{Rest: shipped()}
	gifts := catalogue.Unpack(&r)
	_ = r.Text() // the digest
	l, phrases, known := lexicon.Open(r.Text()), r.Text(), readAffinity(&r)
	return Words{l, phrases, known.learned(gifts)}
}

// Build makes the data of an index over gifts, the same for the same gifts and words.
func Build(gifts []catalogue.Gift, words Words) (data string, err error) {
	l := words.Lexicon
	if len(gifts) > mostGifts {
		return "", fmt.Errorf("index gifts: there are %d, more than %d", len(gifts), mostGifts)
	}
	e := &Engine{lexicon: l, numbers: map[lexicon.Concept]uint16{}, occasions: map[string]uint64{}, profiles: make([]profile, 0, len(gifts))}
	said, err := namedSayings()
	if err != nil {
		return "", err
	}
	w := &inplace.Writer{}
	catalogue.Pack(w, gifts)
	digest, err := Digest(gifts)
	if err != nil {
		return "", err
	}
	w.Text(digest)
	w.Text(l.Packed())
	w.Text(words.Phrases)
	words.Affinity.write(w, gifts)
	texts := make([]prose, len(gifts))
	cutter := &text.Cutter{}
	ids, known := map[string]string{}, map[string]byte{}
	contains, facets := map[string][]uint16{}, map[lexicon.Concept][]posting{}
	for i, g := range gifts {
		id := beginning(g.UUID())
		if ids[id] != "" {
			return "", fmt.Errorf("index gifts: %s stands twice", g.Key)
		}
		ids[id] = string([]byte{byte(i), byte(i >> 8)})
		if err := said.addAll(g); err != nil {
			return "", err
		}
		texts[i] = cutProse(g, cutter)
		e.profiles = append(e.profiles, e.profile(&g, texts[i], said.place))
		e.bounds = append(e.bounds, boundsOf(&g))
		for _, c := range g.Contains {
			contains[c] = append(contains[c], uint16(i)) //nolint:gosec // counted above
		}
		for _, t := range texts[i].all {
			known[t.Word], known[t.Stem] = 1, 0
		}
		addFacets(facets, i, g)
	}
	for word := range l.Words {
		known[word] = 2
	}
	if n := max(len(e.occasions), len(everyKind())); n > mostBits {
		return "", fmt.Errorf("index gifts: there are %d occasions or recipients, more than %d", n, mostBits)
	}
	e.numberSorts(gifts, texts)
	writeTable(w, ids)
	said.write(w)
	writeProfiles(w, e.profiles, e.bounds)
	e.writeNumbers(w)
	writeLists(w, contains)
	writeFacets(w, facets)
	writeSpeller(w, known)
	e.writeVectors(w, texts)
	writeSenses(w, texts)
	writeNames(w, gifts, texts)
	writeWords(w, texts)
	for _, wide := range e.widths(gifts) {
		w.Float(wide)
	}
	writeSafe(w, readSafe(gifts))
	return string(w.Data), nil
}

// Open returns the index over the data that Build made, which it reads where they are.
func Open(data string, log *slog.Logger) (*Engine, error) {
	implications, err := implications()
	if err != nil {
		return nil, err
	}
	r := &inplace.Reader{Rest: data}
	e := &Engine{implications: implications, rare: map[lexicon.Concept]float64{}, turns: newTurnIndex(), log: log,
		gifts: catalogue.Unpack(r)}
	_ = r.Text() // the digest
	e.lexicon = lexicon.Open(r.Text())
	if e.book, err = phrasebook.Load(r.Text()); err != nil {
		return nil, err
	}
	e.affinity = readAffinity(r)
	e.ids = readTable(r)
	e.assumptions, e.meant, e.told = readAssumptions(r)
	e.profiles, e.bounds = readProfiles(r)
	for i := range e.bounds {
		e.dearest = max(e.dearest, int(e.bounds[i].dearest))
	}
	e.readNumbers(r)
	e.contains = giftLists{readTable(r)}
	e.facets = readFacets(r)
	e.weighFacets()
	e.speller = &speller{readTable(r)}
	e.builtin = readBuiltin(r, e.lexicon)
	e.near, e.kin = readMatrix(r), readMatrix(r)
	e.senses = readSenses(r)
	e.names = readNames(r, func(gift int) string { return e.gifts.At(gift).Name })
	e.words = wordIndex{readTable(r)}
	e.wide = make([]float64, len(e.profiles))
	for i := range e.wide {
		e.wide[i] = r.Float()
	}
	e.safe = openSafe(r)
	e.listKinds()
	e.equipment, e.doing, e.tastes = e.listedKinds("equipment"), e.listedKinds("doing"), e.listedKinds("tasted")
	e.usedUp, e.done = e.listedKinds("used-up"), e.listedKinds("done")
	e.intimate, e.frail = e.listedKinds("intimate"), make([]bool, len(e.numbers))
	for c, n := range e.numbers {
		e.frail[n] = c.Facet == "situation" && oneOf(c.Value, listed("frail"))
	}
	return e, nil
}

// Digest returns a digest of the documents of gifts.
func Digest(gifts []catalogue.Gift) (string, error) {
	sum := sha256.New()
	for _, g := range gifts {
		document, err := json.Marshal(g)
		if err != nil {
			return "", fmt.Errorf("digest gifts: %w", err)
		}
		sum.Write(document)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// writeVectors writes the built-in embedder and its vectors of the gifts.
func (e *Engine) writeVectors(w *inplace.Writer, texts []prose) {
	var of inplace.Writer
	writeBuiltin(&of, texts)
	w.Data = append(w.Data, of.Data...)
	builtin := readBuiltin(&inplace.Reader{Rest: string(of.Data)}, e.lexicon)
	place := new(dims)
	vectors := make([][]entry, len(texts))
	for i, p := range texts {
		vectors[i] = builtin.vectorIn(place, p.all, nil)
	}
	writeMatrix(w, byDimension(vectors))
	writeMatrix(w, strongest(vectors))
}

// writeNumbers writes the concepts of gifts by their numbers, and the occasions by their bits.
func (e *Engine) writeNumbers(w *inplace.Writer) {
	concepts, occasions := make([]string, len(e.numbers)), make([]string, len(e.occasions))
	for c, n := range e.numbers {
		concepts[n] = c.String()
	}
	for o, bit := range e.occasions {
		occasions[bits.TrailingZeros64(bit)] = o
	}
	w.Texts(concepts)
	w.Texts(occasions)
}

func (e *Engine) readNumbers(r *inplace.Reader) {
	concepts, occasions := r.Texts(), r.Texts()
	e.numbers, e.occasions = make(map[lexicon.Concept]uint16, concepts.Len()), make(map[string]uint64, occasions.Len())
	for n, c := range concepts.All {
		e.numbers[conceptOf(c)] = uint16(n) //nolint:gosec // there are hundreds
	}
	for n, o := range occasions.All {
		e.occasions[o] = 1 << n
	}
}

func writeFacets(w *inplace.Writer, facets map[lexicon.Concept][]posting) {
	all := make(map[string]string, len(facets))
	for c, gifts := range facets {
		all[c.String()] = string(newPostings(gifts))
	}
	writeTable(w, all)
}

func readFacets(r *inplace.Reader) map[lexicon.Concept]postings {
	t := readTable(r)
	all := make(map[lexicon.Concept]postings, t.keys.Len())
	for i, c := range t.keys.All {
		all[conceptOf(c)] = postings(t.values.At(i))
	}
	return all
}
