package view

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"

	"berth/platform"
)

// The slots of a built document, as templates/build writes them.
const (
	themeOpen   = `<style id="theme">`
	themeClose  = `</style>`
	configOpen  = `<script type="application/json" id="app-config">`
	configEmpty = `{}`
	configClose = `</script>`
)

// page says where a built document is cut into three parts, around the content of its two slots. The parts are never
// scanned again, so nothing that is put into a slot can be taken for one.
type page struct {
	theme, config int    // how many bytes stand before each slot
	script, style string // CSP sources of the inline script and the base style
}

func parsePage(html []byte) (page, error) {
	toTheme, after, err := cut(html, themeOpen, themeClose)
	if err != nil {
		return page{}, fmt.Errorf("theme slot: %w", err)
	}
	toConfig, rest, err := cut(after, configOpen, configEmpty+configClose)
	if err != nil {
		return page{}, fmt.Errorf("configuration slot: %w", err)
	}
	style, err := inline(toTheme, "style")
	if err != nil {
		return page{}, err
	}
	script, err := inline(rest, "script")
	if err != nil {
		return page{}, err
	}
	return page{theme: len(toTheme), config: len(toTheme) + len(toConfig), script: cspHash(script), style: cspHash(style)}, nil
}

// cut splits html between the tags of its only slot: before ends with the start tag, after begins with the end tag.
func cut(html []byte, start, end string) (before, after []byte, err error) {
	slot := []byte(start + end)
	if n := bytes.Count(html, slot); n != 1 || bytes.Count(html, []byte(start)) != 1 {
		return nil, nil, fmt.Errorf("the document must have %s exactly once, empty", slot)
	}
	at := bytes.Index(html, slot) + len(start)
	return html[:at], html[at:], nil
}

// inline returns the content of the only element <tag> without attributes.
func inline(html []byte, tag string) ([]byte, error) {
	open, end := []byte("<"+tag+">"), []byte("</"+tag+">")
	if bytes.Count(html, open) != 1 {
		return nil, fmt.Errorf("the document must have one inline %s", tag)
	}
	_, html, _ = bytes.Cut(html, open)
	content, _, found := bytes.Cut(html, end)
	if !found {
		return nil, fmt.Errorf("the inline %s has no end", tag)
	}
	return content, nil
}

// document puts css into the theme slot of html, of which p was made, and leaves the configuration slot open. It keeps a part
// of html.
func (p page) document(html []byte, css string) platform.Document {
	head := slices.Concat(html[:p.theme], []byte(css), html[p.theme:p.config])
	doc := platform.Document{
		Head: head, Tail: html[p.config+len(configEmpty):], ScriptHash: p.script, StyleHashes: []string{p.style, cspHash([]byte(css))},
	}
	sum := sha256.Sum256(doc.Page(nil))
	doc.Digest = hex.EncodeToString(sum[:])
	return doc
}

// cspHash returns the hash source of an inline element's content (CSP Level 3 §2.3.1), without the quotes.
func cspHash(content []byte) string {
	sum := sha256.Sum256(content)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
