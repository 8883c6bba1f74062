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
	c := jsonChecker{document: document{sent: body, readable: body}, dec: json.NewDecoder(bytes.NewReader(body))}
	c.dec.UseNumber()
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

// jsonChecker walks a document that is known to be well-formed.
type jsonChecker struct {
	document
	dec     *json.Decoder
	omitted int // problems beyond maxFound
}

func (c *jsonChecker) add(location, message string) {
	if len(c.problems) == maxFound {
		c.omitted++
		return
	}
	c.problems = append(c.problems, platform.Problem{Location: location, Message: message})
}

// token returns the next token, and its text with the white space and the punctuation before it.
func (c *jsonChecker) token() (json.Token, []byte, error) {
	start := c.dec.InputOffset()
	token, err := c.dec.Token()
	if err != nil {
		return nil, nil, fmt.Errorf("walk JSON: %w", err)
	}
	return token, c.sent[start:c.dec.InputOffset()], nil
}

func (c *jsonChecker) value(location string, depth int) error {
	if depth > maxDepth {
		return platform.Errorf(platform.CodeBadRequest, "The body is nested more than %d levels deep.", maxDepth)
	}
	token, text, err := c.token()
	if err != nil {
		return err
	}
	switch t := token.(type) {
	case string:
		if strings.ContainsRune(t, 0) {
			c.add(location, "must not contain the NUL character")
		}
		if platform.UnpairedSurrogate(text) {
			c.add(location, `must not contain half of a character (an unpaired surrogate such as \ud800)`)
		}
	case json.Number:
		if _, err := strconv.ParseFloat(string(t), 64); err != nil {
			c.add(location, "is a number out of range")
			c.blank(len(t))
		}
	case json.Delim:
		return c.children(t, location, depth)
	}
	return nil
}

// blank overwrites the token of that length that was just read with 0.
func (c *jsonChecker) blank(length int) {
	if &c.readable[0] == &c.sent[0] {
		c.readable = slices.Clone(c.sent)
	}
	end := int(c.dec.InputOffset())
	copy(c.readable[end-length:end], "0"+strings.Repeat(" ", length-1))
}

func (c *jsonChecker) children(open json.Delim, location string, depth int) error {
	seen := map[string]bool{}
	for i := 0; c.dec.More(); i++ {
		at := location + "[" + strconv.Itoa(i) + "]"
		if open == '{' {
			token, text, err := c.token()
			if err != nil {
				return err
			}
			name, _ := token.(string)
			at = location + "." + clip(name, 100)
			if seen[name] {
				return platform.Errorf(platform.CodeBadRequest, "The body has the field %q twice.", strings.TrimPrefix(at, "body."))
			}
			seen[name] = true
			if strings.ContainsRune(name, 0) {
				at = location
				c.add(at, "must not have a field whose name contains the NUL character")
			}
			if platform.UnpairedSurrogate(text) {
				c.add(location, "must not have a field whose name contains half of a character")
			}
		}
		if err := c.value(at, depth+1); err != nil {
			return err
		}
	}
	if _, _, err := c.token(); err != nil {
		return err
	}
	return nil
}
