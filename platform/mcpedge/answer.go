package mcpedge

import (
	"bytes"
	"encoding/json"
)

// answer is a compiled JSON-RPC result, in parts: what other answers or apps hold too stands in parts of its own, which
// are kept once. A widget document is not among them: document names the text that belongs before parts[before].
type answer struct {
	answerKey
	parts    [][]byte
	document string // digest, "" = the parts are everything
	before   int32
	own      int32     // bytes that belong to this answer alone; an app's texts are far from 2 GiB
	room     [4][]byte // what parts lies in while it is short
}

func (a *answer) bytes() int64 {
	n := int64(a.own) + 192 // of the answer itself
	if len(a.parts) > len(a.room) {
		n += int64(24 * len(a.parts))
	}
	return n
}

// minShared is the length from which sharing a part saves memory.
const minShared = 128

// pieces are the parts of an answer while it is taken apart: those of its own still lie in the result.
type pieces struct {
	parts [][]byte
	own   []bool
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
func (p *pieces) take(a *app, texts [][]byte, result []byte) {
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
		p.skeleton(a, result[:at])
		p.add(text, false)
		result = result[at+len(text):]
	}
}

// skeleton takes text in runs: long ones without a word of the app's own are the one copy of all apps.
func (p *pieces) skeleton(a *app, text []byte) {
	mine := a.mark(text)
	start := 0 // of what is not taken yet
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && !mine[end] {
			end++
		}
		if end-i >= minShared {
			p.add(text[start:i], true)
			p.add(a.edge.interned.piece(text[i:end]), false)
			start = end
		}
		i = end + 1
	}
	p.add(text[start:], true)
}

// mark tells which bytes of an answer belong to one of the app's own words.
func (a *app) mark(text []byte) []bool {
	mine := make([]bool, len(text))
	for _, word := range a.words() {
		quoted, err := json.Marshal(word)
		if word == "" || err != nil {
			continue
		}
		quoted = unescapeHTML(quoted)
		quoted = quoted[1 : len(quoted)-1]
		for from := 0; ; {
			i := bytes.Index(text[from:], quoted)
			if i < 0 {
				break
			}
			from += i
			for range quoted {
				mine[from] = true
				from++
			}
		}
	}
	return mine
}

// words are the texts that tell this app's answers from those of others.
func (a *app) words() []string {
	m := &a.manifest
	words := []string{a.slug, m.Name, m.Description, m.Instructions}
	for i := range m.Tools {
		words = append(words, m.Tools[i].Name, m.Tools[i].Title, m.Tools[i].Description)
	}
	for _, v := range a.views {
		words = append(words, v.spec.Title, v.spec.Description, v.document[:min(16, len(v.document))])
		words = append(words, v.spec.CSP.Connect...)
		words = append(words, v.spec.CSP.Resource...)
	}
	return words
}
