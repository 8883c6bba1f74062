package mcpedge

import "bytes"

// answer is a compiled JSON-RPC result, in parts: what other answers or apps hold too stands in parts of its own, which
// are kept once. A widget's document is not among them: it belongs before parts[before].
type answer struct {
	answerKey
	parts  [][]byte
	before int32
	own    int32     // bytes that belong to this answer alone; an app's texts are far from 2 GiB
	room   [4][]byte // what parts lies in while it is short
}

func (a *answer) bytes() int64 {
	n := int64(a.own) + 144 // of the answer itself
	if len(a.parts) > len(a.room) {
		n += int64(24 * len(a.parts))
	}
	return n
}

// minShared is the length from which sharing a part saves memory.
const minShared = 128

// pieces are the parts of an answer while it is taken apart: those of its own still lie in the result.
type pieces struct {
	shared *interned
	words  [][]byte // that tell this app's answers from those of others, as JSON has them
	parts  [][]byte
	own    []bool
}

func (p *pieces) add(part []byte, own bool) {
	if len(part) > 0 {
		p.parts, p.own = append(p.parts, part), append(p.own, own)
	}
}

// answer copies the pieces that are its own, into one allocation.
func (p *pieces) answer() *answer {
	out := &answer{}
	out.parts = within(out.room[:], len(p.parts))
	copy(out.parts, p.parts)
	for i, part := range p.parts {
		if p.own[i] {
			out.own += int32(len(part))
		}
	}
	own := make([]byte, 0, out.own)
	for i, part := range out.parts {
		if p.own[i] {
			start := len(own)
			own = append(own, part...)
			out.parts[i] = own[start:len(own):len(own)]
		}
	}
	return out
}

// take takes result apart: around the texts of the app that stand in it, and around what it has in common with the
// answers of other apps, which is whatever lies between the app's own words.
func (p *pieces) take(texts [][]byte, result []byte) {
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

// skeleton takes text in runs: long ones without a word of the app's own are the one copy of all apps.
func (p *pieces) skeleton(text []byte) {
	mine := p.mark(text)
	start := 0 // of what is not taken yet
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && !mine[end] {
			end++
		}
		if end-i >= minShared {
			p.add(text[start:i], true)
			p.add(p.shared.piece(text[i:end]), false)
			start = end
		}
		i = end + 1
	}
	p.add(text[start:], true)
}

// mark tells which bytes of an answer belong to one of the app's own words.
func (p *pieces) mark(text []byte) []bool {
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

// pieces are those of an answer of the app, none yet.
func (a *app) pieces(r *release) *pieces {
	words := []string{a.slug, r.Name, r.Description, r.Instructions}
	for i := range r.Tools {
		words = append(words, r.Tools[i].Name, r.Tools[i].Title, r.Tools[i].Description)
	}
	for i := range r.Views {
		words = append(words, r.Views[i].Title, r.Views[i].Description, short(a.views[i].document))
		words = append(words, r.Views[i].CSP.Connect...)
		words = append(words, r.Views[i].CSP.Resource...)
	}
	p := &pieces{shared: a.edge.interned}
	for _, word := range words {
		if word != "" {
			quoted := appendText(nil, word)
			p.words = append(p.words, quoted[1:len(quoted)-1])
		}
	}
	return p
}
