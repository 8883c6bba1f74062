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

// page is a built document in three parts, around the content of its two slots. The parts are never scanned again, so
// nothing that is put into a slot can be taken for one.
type page struct {
	toTheme, toConfig, rest []byte
	script, style           string // CSP sources of the inline script and the base style
}

func parsePage(html []byte) (page, error) {
	toTheme, html, err := cut(html, themeOpen, themeClose)
	if err != nil {
		return page{}, fmt.Errorf("theme slot: %w", err)
	}
	toConfig, rest, err := cut(html, configOpen, configEmpty+configClose)
	if err != nil {
		return page{}, fmt.Errorf("configuration slot: %w", err)
	}
	p := page{toTheme: toTheme, toConfig: toConfig, rest: rest[len(configEmpty):]}
	style, err := inline(toTheme, "style")
	if err != nil {
		return page{}, err
	}
	script, err := inline(rest, "script")
	if err != nil {
		return page{}, err
	}
	p.style, p.script = cspHash(style), cspHash(script)
	return p, nil
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

// document puts css into the theme slot and leaves the configuration slot open.
func (p page) document(css string) platform.Document {
	head := slices.Concat(p.toTheme, []byte(css), p.toConfig)
	doc := platform.Document{
		Head: head, Tail: p.rest, ScriptHash: p.script, StyleHashes: []string{p.style, cspHash([]byte(css))},
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
