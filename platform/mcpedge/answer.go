package mcpedge

import (
	"bytes"
	"encoding/json"
)

// answer is a compiled JSON-RPC result, in parts: what other answers or apps hold too stands in parts of its own, which
// are kept once. A widget document is not among them: document names the text that belongs before parts[before].
type answer struct {
	parts    [][]byte
	document string // digest, "" = the parts are everything
	before   int32
	own      int32 // bytes that belong to this answer alone; an app's texts are far from 2 GiB
}

func (a *answer) bytes() int64 { return int64(a.own) + int64(24*len(a.parts)) + 128 }

// minShared is the length from which sharing a part saves memory.
const minShared = 128

// parts takes result apart: around the texts of the app that stand in it, and around what it has in common with the
// answers of other apps, which is whatever lies between the app's own words.
func (a *app) parts(texts [][]byte, result []byte) *answer {
	out := &answer{}
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
		a.skeleton(out, result[:at])
		if text != nil {
			out.parts = append(out.parts, text)
		}
		result = result[at+len(text):]
	}
	return out
}

// skeleton appends text in runs: long ones without a word of the app's own are the one copy of all apps.
func (a *app) skeleton(out *answer, text []byte) {
	mine := a.mark(text)
	start := 0 // of what is not appended yet
	flush := func(end int) {
		if end > start {
			out.parts = append(out.parts, bytes.Clone(text[start:end]))
			out.own += int32(end - start)
		}
	}
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && !mine[end] {
			end++
		}
		if end-i >= minShared {
			flush(i)
			out.parts = append(out.parts, a.edge.interned.piece(text[i:end]))
			start = end
		}
		i = end + 1
	}
	flush(len(text))
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
	m := &a.served.Release.Manifest
	words := []string{a.slug(), m.Name, m.Description, m.Instructions}
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
