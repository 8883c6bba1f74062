package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"berth/platform"
)

// maxDepth limits the nesting of a body's JSON, maxFound the number of its problems that are reported.
const (
	maxDepth = 64
	maxFound = 50
)

// document is a body of well-formed JSON.
type document struct {
	sent     []byte
	readable []byte             // what was sent, with 0 for the numbers that encoding/json cannot read
	problems []platform.Problem // what encoding/json would silently change or databases cannot keep
}

// checkJSON finds NUL characters, halves of surrogate pairs and numbers out of range. It refuses text without one clear
// meaning (invalid UTF-8, fields named twice) and text that costs too much (deep nesting, more than maxValues values and
// keys).
func checkJSON(body []byte, maxValues int) (document, error) {
	if !utf8.Valid(body) {
		return document{}, platform.Errorf(platform.CodeBadRequest, "The body is not valid UTF-8.")
	}
	var whole json.RawMessage
	if err := json.Unmarshal(body, &whole); err != nil {
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			return document{}, platform.Errorf(platform.CodeBadRequest, "The body is not valid JSON: %s at byte %d.", syntax.Error(), syntax.Offset)
		}
		return document{}, platform.Errorf(platform.CodeBadRequest, "The body is not valid JSON.")
	}
	if platform.TooManyValues(body, maxValues) {
		return document{}, platform.Errorf(platform.CodeBadRequest, "The body holds more than %d values, keys included.", maxValues)
	}
	// jsontext finds the names that stand twice. It takes halves of characters for invalid UTF-8 and would stop at the first: here they are
	// problems with their places, so that it is told to let both through, and bytes that are no UTF-8 have been refused above.
	c := jsonChecker{document: document{sent: body, readable: body}, in: jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowInvalidUTF8(true))}
	if err := c.value("body", 0); err != nil {
		return document{}, err
	}
	if c.omitted > 0 {
		c.problems = append(c.problems, platform.Problem{Location: "body", Message: fmt.Sprintf("has %d more problems of this kind", c.omitted)})
	}
	return c.document, nil
}

// without returns the body without the fields in which a problem was found.
func (d document) without(problems []platform.Problem) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(d.readable, &fields) != nil {
		return nil
	}
	for _, p := range problems {
		rest, inField := strings.CutPrefix(p.Location, "body.")
		for i := range len(rest) + 1 { // names hold dots and brackets too
			if inField && platform.Within(rest, rest[:i]) {
				delete(fields, rest[:i])
			}
		}
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		return nil
	}
	return raw
}

// jsonChecker walks a document that is known to be well-formed UTF-8.
type jsonChecker struct {
	document
	in      *jsontext.Decoder
	text    []byte // of the string that was read last
	omitted int    // problems beyond maxFound
}

func (c *jsonChecker) add(location, message string) {
	if len(c.problems) == maxFound {
		c.omitted++
		return
	}
	c.problems = append(c.problems, platform.Problem{Location: location, Message: message})
}

func (c *jsonChecker) value(location string, depth int) error {
	if depth > maxDepth {
		return platform.Errorf(platform.CodeBadRequest, "The body is nested more than %d levels deep.", maxDepth)
	}
	kind := c.in.PeekKind()
	if kind == '{' || kind == '[' {
		return c.children(kind, location, depth)
	}
	raw, err := c.in.ReadValue()
	if err != nil {
		return fmt.Errorf("walk JSON: %w", err)
	}
	switch kind {
	case '"':
		nul, half := c.unquote(raw)
		if nul {
			c.add(location, "must not contain the NUL character")
		}
		if half {
			c.add(location, `must not contain half of a character (an unpaired surrogate such as \ud800)`)
		}
	case '0':
		if _, err := strconv.ParseFloat(string(raw), 64); err != nil {
			c.add(location, "is a number out of range")
			c.blank(len(raw))
		}
	}
	return nil
}

// unquote reads a string into text, and reports whether there are NUL characters and halves of characters in it.
func (c *jsonChecker) unquote(raw jsontext.Value) (nul, half bool) {
	var err error
	c.text, err = jsontext.AppendUnquote(c.text[:0], raw)
	return bytes.IndexByte(c.text, 0) >= 0, err != nil
}

// blank overwrites the token of that length that was just read with 0.
func (c *jsonChecker) blank(length int) {
	if &c.readable[0] == &c.sent[0] {
		c.readable = slices.Clone(c.sent)
	}
	end := int(c.in.InputOffset())
	copy(c.readable[end-length:end], "0"+strings.Repeat(" ", length-1))
}

func (c *jsonChecker) children(open jsontext.Kind, location string, depth int) error {
	if _, err := c.in.ReadToken(); err != nil {
		return fmt.Errorf("walk JSON: %w", err)
	}
	for i := 0; c.in.PeekKind() != open+2; i++ { // the closing one, in ASCII
		at := location + "[" + strconv.Itoa(i) + "]"
		if open == '{' {
			raw, err := c.in.ReadValue()
			if twice := (*jsontext.SyntacticError)(nil); errors.As(err, &twice) && errors.Is(err, jsontext.ErrDuplicateName) {
				at = location + "." + clip(twice.JSONPointer.LastToken(), 100)
				return platform.Errorf(platform.CodeBadRequest, "The body has the field %q twice.", strings.TrimPrefix(at, "body."))
			}
			if err != nil {
				return fmt.Errorf("walk JSON: %w", err)
			}
			nul, half := c.unquote(raw)
			at = location + "." + clip(string(c.text), 100)
			if nul {
				at = location
				c.add(at, "must not have a field whose name contains the NUL character")
			}
			if half {
				c.add(location, "must not have a field whose name contains half of a character")
			}
		}
		if err := c.value(at, depth+1); err != nil {
			return err
		}
	}
	if _, err := c.in.ReadToken(); err != nil {
		return fmt.Errorf("walk JSON: %w", err)
	}
	return nil
}
