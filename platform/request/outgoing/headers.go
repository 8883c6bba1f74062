package outgoing

import (
	"encoding/json"
	"fmt"
	"net/textproto"
	"net/url"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/request"
)

const maxHeaders = 32 << 10 // bytes of all filled headers

// connection returns the headers that belong to the connection, or say where a request goes or comes from.
func connection() []string {
	return []string{"Accept-Encoding", "Connection", "Content-Length", "Expect", "Forwarded", "Host", "Http2-Settings", "Keep-Alive", "Proxy-Authenticate",
		"Proxy-Authorization", "Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "Via"}
}

func (p *parser) checkHeaders(headers []pair, sent map[string]json.RawMessage) {
	var seen []string
	for _, h := range headers {
		at, name := "headers."+h.name, textproto.CanonicalMIMEHeaderKey(h.name)
		switch {
		case h.name == "" || len(h.name) > 100 || strings.ContainsFunc(h.name, func(r rune) bool { return !token(r) }):
			p.report(at, "is not the name of a header: letters, digits and - as in X-Api-Key")
		case slices.Contains(connection(), name) || strings.HasPrefix(name, "X-Forwarded-"):
			p.report(at, "is a header of the connection, which Berth sets itself")
		case slices.Contains(seen, name):
			p.report(at, "is there twice: capitals make no difference")
		case !onOneLine(sent[h.name]):
			p.report(at, "must be a text on one line, a number, true or false")
		}
		seen = append(seen, name)
	}
}

// onOneLine reports whether what an author wrote can stand in a header. Where values do not, fillHeaders refuses them.
func onOneLine(raw json.RawMessage) bool {
	var value any
	if json.Unmarshal(raw, &value) != nil || !scalar(value) {
		return false
	}
	text, _ := value.(string)
	return !strings.ContainsFunc(text, control)
}

// control reports whether a character ends a line of a header, or is none that can be seen.
func control(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }

// token reports whether a character may stand in a header's name (RFC 9110 §5.6.2).
func token(r rune) bool {
	return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}

// fillHeaders refuses a value with a line break or another control character, and does not mend it: it was sent to make a second
// header.
func fillHeaders(pairs []pair, v request.Values) (map[string]string, error) {
	all, size := make(map[string]string, len(pairs)+1), 0
	for _, p := range pairs {
		value, ok, err := p.value.Fill(v)
		if err != nil {
			return nil, err
		}
		if !ok || value == nil {
			continue
		}
		text := strings.Trim(request.Plain(value), " \t")
		if !scalar(value) || strings.ContainsFunc(text, control) {
			return nil, astray(p, v)
		}
		if size += len(text); size > maxHeaders {
			return nil, platform.Errorf(platform.CodeTooLarge, "The headers would be too long with these arguments: at most %d bytes. Nothing was sent.", maxHeaders)
		}
		all[textproto.CanonicalMIMEHeaderKey(p.name)] = text
	}
	return all, nil
}

// astray says whose value cannot stand in a header: the author's, who pasted a key with the end of its line, or the caller's.
func astray(header pair, v request.Values) error {
	for _, one := range header.value.Placeholders() {
		if one.Source != request.Secret || v.Secret == nil {
			continue
		}
		if secret, ok := v.Secret(one.Path[0]); ok && strings.ContainsFunc(secret, control) {
			return platform.Errorf(platform.CodeExecution, "The secret %s cannot stand in a header: it has a line break or another control character, "+
				"which is for the author of the app to mend. Nothing was sent.", one.Path[0])
		}
	}
	return platform.Errorf(platform.CodeInvalidInput, "%.80s: only a text on one line can stand in a header. Nothing was sent.", header.name)
}

const form, asJSON = "application/x-www-form-urlencoded", "application/json"

// kindOf returns the type that a Content-Type names, and whether a body of it can be made.
func kindOf(contentType string) (kind string, ok bool) {
	kind, _, _ = strings.Cut(strings.ToLower(contentType), ";")
	kind = strings.TrimSpace(kind)
	return kind, kind == "" || kind == form || kind == asJSON || strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "+json")
}

// Unsendable returns why no call can send the body: its author names a type of which none can be made, or none of this one.
func (r *Request) Unsendable() []platform.Problem {
	for _, h := range r.headers {
		if r.body == nil || textproto.CanonicalMIMEHeaderKey(h.name) != "Content-Type" {
			continue
		}
		if value, known, err := h.value.Fill(request.Values{}); known && err == nil {
			switch kind, ok := kindOf(request.Plain(value)); {
			case !ok:
				return []platform.Problem{{Location: "headers." + h.name, Message: fmt.Sprintf("names a body of the type %.100q: only JSON, form fields and texts can be sent", kind)}}
			case kind == form && !r.body.MayBeObject():
				return []platform.Problem{{Location: "body", Message: `must be an object of form fields, such as {"q": "{{args.q}}"}: each value is encoded for its place`}}
			}
		}
	}
	return nil
}

// encode writes a body as its Content-Type says: form fields, plain text, or JSON, which is also the default.
func encode(body any, headers map[string]string) ([]byte, error) {
	switch kind, ok := kindOf(headers["Content-Type"]); {
	case kind == "":
		headers["Content-Type"] = asJSON
	case kind == form:
		fields, ok := body.(map[string]any)
		if !ok {
			return nil, platform.Errorf(platform.CodeInvalidInput, "A body of form fields must be an object. Nothing was sent.")
		}
		values := url.Values{}
		for name, value := range fields {
			for _, one := range each(value) {
				values.Add(name, request.Plain(one))
			}
		}
		return []byte(values.Encode()), nil
	case strings.HasPrefix(kind, "text/"):
		return []byte(request.Plain(body)), nil
	case !ok:
		return nil, platform.Errorf(platform.CodeInvalidInput, "A body of the type %.100q cannot be made. Nothing was sent.", kind)
	}
	text, err := platform.PlainJSON(body)
	if err != nil {
		return nil, fmt.Errorf("encode body: %w", err)
	}
	return []byte(text), nil
}
