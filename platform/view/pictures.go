package view

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"
)

// pictureStart begins a picture in data, as an encoder of JSON leaves it: the pictures of samples have no character that needs escaping.
const pictureStart = `"data:image/svg+xml,`

// picturesPath is where a server has the pictures of samples.
const picturesPath = "/pictures/"

// Pictures are the pictures of samples. Drafts and releases hold them as data: URLs, which need no server; some hosts refuse
// those, so that hosts get their addresses instead. It is immutable and safe for concurrent use.
type Pictures struct {
	origin string            // of the server, "" where no host could load from it
	names  map[string]string // file names by data: URL, as it stands in JSON with its quotes
	files  map[string][]byte // SVG by file name
}

// Pictures returns the pictures in the samples of all layouts and in further data. publicURL is the server's canonical base URL;
// widgets load pictures over https only, so that under another one no data is changed.
func (s *Set) Pictures(publicURL string, further ...json.RawMessage) *Pictures {
	p := &Pictures{names: map[string]string{}, files: map[string][]byte{}}
	if base, ok := Origin(publicURL); ok {
		p.origin = base
	}
	for _, l := range s.layouts {
		p.add(l.Sample)
	}
	for _, data := range further {
		p.add(data)
	}
	return p
}

func (p *Pictures) add(data json.RawMessage) {
	eachPicture(data, func(quoted []byte) []byte {
		if name, svg, ok := picture(string(quoted[1 : len(quoted)-1])); ok {
			p.names[string(quoted)], p.files[name] = name, svg
		}
		return quoted
	})
}

// picture reads a data: URL that begins as pictureStart says, and returns the picture with the name of its file.
func picture(address string) (name string, svg []byte, ok bool) {
	escaped, is := strings.CutPrefix(address, pictureStart[1:])
	text, err := url.PathUnescape(escaped)
	if !is || err != nil {
		return "", nil, false
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12]) + ".svg", []byte(text), true
}

// PictureAt returns the address of a picture that an app has as a data: URL and names as appkit.Pictured, on the server with that base URL, and
// the server's origin, which policies of widgets must allow then. Where widgets could not load it, it returns the same address and "".
func PictureAt(publicURL, address string) (at, origin string) {
	base, https := Origin(publicURL)
	name, _, ok := picture(address)
	if !https || !ok {
		return address, ""
	}
	return base + picturesPath + name, base
}

// Point returns data with the addresses of those pictures that this server has, and the server's origin, which policies of widgets
// must allow then. It returns the same data and "" where nothing changes: what authors bring themselves stays as it is.
func (p *Pictures) Point(data json.RawMessage) (pointed json.RawMessage, origin string) {
	if p.origin == "" {
		return data, ""
	}
	pointed = eachPicture(data, func(quoted []byte) []byte {
		name, ok := p.names[string(quoted)]
		if !ok {
			return quoted
		}
		origin = p.origin
		return []byte(`"` + p.origin + picturesPath + name + `"`)
	})
	if origin == "" {
		return data, ""
	}
	return pointed, origin
}

// File returns the SVG picture of that name. A name stands for its content for ever.
func (p *Pictures) File(name string) (svg []byte, ok bool) {
	svg, ok = p.files[name]
	return svg, ok
}

// Repicture returns data with an address, which holds no quotes, in the place of each picture.
func Repicture(data json.RawMessage, address string) json.RawMessage {
	return eachPicture(data, func([]byte) []byte { return []byte(`"` + address + `"`) })
}

// eachPicture returns data with what replace makes of each picture, quotes included.
func eachPicture(data []byte, replace func(quoted []byte) []byte) []byte {
	var out []byte
	for {
		at := bytes.Index(data, []byte(pictureStart))
		if at < 0 {
			break
		}
		end := bytes.IndexByte(data[at+1:], '"')
		if end < 0 {
			break
		}
		quoted := data[at : at+end+2]
		out = append(append(out, data[:at]...), replace(quoted)...)
		data = data[at+len(quoted):]
	}
	if out == nil {
		return data
	}
	return append(out, data...)
}
