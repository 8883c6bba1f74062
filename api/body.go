package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"berth/platform"
)

// maxBody caps a request's body in bytes, maxDepth the nesting of its JSON, bodyTime how long it may take to arrive.
const (
	maxBody  = 2 << 20
	maxDepth = 64
	bodyTime = 30 * time.Second
)

// readBody reads the whole body, refuses what no action can want, and puts the checked bytes back into r.
func readBody(w http.ResponseWriter, r *http.Request) error {
	tooLarge := platform.Errorf(platform.CodeTooLarge, "The body may have at most 2 MiB.")
	if r.ContentLength > maxBody {
		return tooLarge
	}
	// Writers without deadlines (tests) say so; there is nothing to do then.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		if tooBig := (*http.MaxBytesError)(nil); errors.As(err, &tooBig) {
			return tooLarge
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return platform.Errorf(platform.CodeBadRequest, "The body did not arrive in time.")
		}
		return platform.Errorf(platform.CodeBadRequest, "The body ended too early.")
	}
	if len(body) > 0 {
		if !isJSON(r.Header.Get("Content-Type")) {
			return platform.Errorf(platform.CodeUnsupportedMedia, "Send the body as application/json.")
		}
		if err := checkJSON(body); err != nil {
			return err
		}
		r.Header.Set("Content-Type", "application/json")
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// isJSON accepts application/json and application/…+json in UTF-8, and a body that does not say what it is.
func isJSON(contentType string) bool {
	if contentType == "" {
		return true
	}
	t, params, err := mime.ParseMediaType(contentType)
	if err != nil || params["charset"] != "" && !strings.EqualFold(params["charset"], "utf-8") {
		return false
	}
	return t == "application/json" || strings.HasPrefix(t, "application/") && strings.HasSuffix(t, "+json")
}

// checkJSON refuses what encoding/json would silently change or databases cannot keep: invalid UTF-8, NUL characters,
// fields named twice, numbers out of range; and what costs too much: deep nesting.
func checkJSON(body []byte) error {
	if !utf8.Valid(body) {
		return platform.Errorf(platform.CodeBadRequest, "The body is not valid UTF-8.")
	}
	var whole json.RawMessage
	if err := json.Unmarshal(body, &whole); err != nil {
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			return platform.Errorf(platform.CodeBadRequest, "The body is not valid JSON: %s at byte %d.", syntax.Error(), syntax.Offset)
		}
		return platform.Errorf(platform.CodeBadRequest, "The body is not valid JSON.")
	}
	c := jsonChecker{dec: json.NewDecoder(bytes.NewReader(body))}
	c.dec.UseNumber()
	if err := c.value("body", 0); err != nil {
		return err
	}
	if len(c.problems) > 0 {
		return platform.Invalid(c.problems)
	}
	return nil
}

// jsonChecker walks a document that is known to be well-formed.
type jsonChecker struct {
	dec      *json.Decoder
	problems []platform.Problem
}

func (c *jsonChecker) add(location, message string) {
	if len(c.problems) < 50 {
		c.problems = append(c.problems, platform.Problem{Location: location, Message: message})
	}
}

func (c *jsonChecker) value(location string, depth int) error {
	if depth > maxDepth {
		return platform.Errorf(platform.CodeBadRequest, "The body is nested more than %d levels deep.", maxDepth)
	}
	token, err := c.dec.Token()
	if err != nil {
		return fmt.Errorf("walk JSON: %w", err)
	}
	switch t := token.(type) {
	case string:
		if strings.ContainsRune(t, 0) {
			c.add(location, "must not contain the NUL character")
		}
	case json.Number:
		if _, err := strconv.ParseFloat(string(t), 64); err != nil {
			c.add(location, "is a number out of range")
		}
	case json.Delim:
		return c.children(t, location, depth)
	}
	return nil
}

func (c *jsonChecker) children(open json.Delim, location string, depth int) error {
	seen := map[string]bool{}
	for i := 0; c.dec.More(); i++ {
		at := location + "[" + strconv.Itoa(i) + "]"
		if open == '{' {
			token, err := c.dec.Token()
			if err != nil {
				return fmt.Errorf("walk JSON: %w", err)
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
		}
		if err := c.value(at, depth+1); err != nil {
			return err
		}
	}
	if _, err := c.dec.Token(); err != nil {
		return fmt.Errorf("walk JSON: %w", err)
	}
	return nil
}
