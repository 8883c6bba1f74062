package memory

import (
	"bytes"

	"berth/platform/mcpedge/wire"
)

// Answer is a compiled JSON-RPC result in parts. What other answers or apps have too is in separate parts, which are kept
// once. A widget's document is not among them: it belongs before Parts[Before]. An Answer must not be copied, since Parts
// may point into it.
type Answer struct {
	Parts  [][]byte
	Before int32
	Own    int32     // bytes that belong to this answer alone; an app's texts are far from 2 GiB
	room   [4][]byte // backs Parts while it is short
}

// Bytes returns roughly how much heap the answer takes.
func (a *Answer) Bytes() int64 {
	n := int64(a.Own) + 144 // of the answer itself
	if len(a.Parts) > len(a.room) {
		n += int64(24 * len(a.Parts))
	}
	return n
}

// minShared is the length, in bytes, from which sharing a part saves memory.
const minShared = 128

// Pieces are the parts of an answer while it is split up. Until Fill, the answer's own parts still lie in the result.
type Pieces struct {
	shared *Interned
	words  [][]byte // the app's own words, which other apps' answers lack, as JSON text
	parts  [][]byte
	own    []bool
}

// NewPieces returns an empty list of pieces. words are the app's own words, which the answers of other apps lack.
func NewPieces(shared *Interned, words []string) *Pieces {
	p := &Pieces{shared: shared}
	for _, word := range words {
		if word != "" {
			quoted := wire.AppendText(nil, word)
			p.words = append(p.words, quoted[1:len(quoted)-1])
		}
	}
	return p
}

// Len returns the number of pieces so far.
func (p *Pieces) Len() int { return len(p.parts) }

func (p *Pieces) add(part []byte, own bool) {
	if len(part) > 0 {
		p.parts, p.own = append(p.parts, part), append(p.own, own)
	}
}

// Fill makes the answer of the pieces. It copies the answer's own pieces into one allocation.
func (p *Pieces) Fill(out *Answer) {
	out.Parts = Within(out.room[:], len(p.parts))
	copy(out.Parts, p.parts)
	for i, part := range p.parts {
		if p.own[i] {
			out.Own += int32(len(part))
		}
	}
	own := make([]byte, 0, out.Own)
	for i, part := range out.Parts {
		if p.own[i] {
			start := len(own)
			own = append(own, part...)
			out.Parts[i] = own[start:len(own):len(own)]
		}
	}
}

// Take splits result into pieces: the texts of the app that it contains, the parts that answers of other apps have too, and
// the rest. The app's own words are in the rest.
func (p *Pieces) Take(texts [][]byte, result []byte) {
	for len(result) > 0 {
		at, text := len(result), []byte(nil)
		for _, t := range texts {
			if len(t) < minShared {
				continue
			}
			if i := bytes.Index(result, t); i >= 0 && i < at {
				at, text = i, t
			}
		}
		p.skeleton(result[:at])
		p.add(text, false)
		result = result[at+len(text):]
	}
}

// skeleton splits text into pieces: long runs without a word of the app's own are shared by all apps.
func (p *Pieces) skeleton(text []byte) {
	mine := p.mark(text)
	start := 0 // of the part that is in no piece yet
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && !mine[end] {
			end++
		}
		if end-i >= minShared {
			p.add(text[start:i], true)
			p.add(p.shared.Piece(text[i:end]), false)
			start = end
		}
		i = end + 1
	}
	p.add(text[start:], true)
}

// mark returns, for each byte of the text, whether it belongs to one of the app's own words.
func (p *Pieces) mark(text []byte) []bool {
	mine := make([]bool, len(text))
	for _, word := range p.words {
		for from := 0; ; {
			i := bytes.Index(text[from:], word)
			if i < 0 {
				break
			}
			from += i
			for range word {
				mine[from] = true
				from++
			}
		}
	}
	return mine
}

// Within returns a slice of n elements, which is a part of room if room is large enough.
func Within[T any](room []T, n int) []T {
	if n <= len(room) {
		return room[:n:n]
	}
	return make([]T, n)
}
