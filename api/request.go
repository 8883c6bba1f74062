package api

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"berth/platform"
)

// read reads what the request holds, and puts the body back into r. Call done when nobody uses the body any longer.
func (c *caller) read(a *API, w http.ResponseWriter, r *http.Request, act action, hasBody bool) (done func(), err error) {
	done = func() {}
	if c.problems, err = checkQuery(r.URL.RawQuery); err != nil || !hasBody && (r.Method == http.MethodGet || r.Method == http.MethodDelete) {
		return done, err // a body would mean nothing
	}
	if !hasBody {
		r.Header.Set("Content-Type", "application/json") // {} by any name is nothing
	}
	if c.body, done, err = a.readBody(w, r, act); err != nil || len(act.Takes) > 0 {
		return done, err
	}
	body := c.body.sent
	if !hasBody {
		c.problems = append(c.problems, needless(body)...)
		return done, nil
	}
	if !act.OwnBody {
		body = c.body.readable
		c.problems = append(c.problems, c.body.problems...)
	}
	c.check = act.Check
	r.Body = io.NopCloser(bytes.NewReader(body))
	return done, nil
}

// needless returns what is wrong with the body of a call that takes no fields.
func needless(body []byte) (problems []platform.Problem) {
	var fields map[string]json.RawMessage
	if len(body) > 0 && json.Unmarshal(body, &fields) != nil {
		return []platform.Problem{{Location: "body", Message: "must be an object without fields, or nothing"}}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if len(problems) < maxFound {
			problems = append(problems, platform.Problem{Location: "body." + clip(name, 100), Message: isUnknown + ": this call takes none"})
		}
	}
	return problems
}

// all returns all problems of the request, given the problems of its form. A value must be readable, then have the right
// form, then make sense: only the first failure of a value is reported.
func (c *caller) all(form []platform.Problem) []platform.Problem {
	found := platform.WithMore(c.problems, form)
	if c.check == nil || slices.ContainsFunc(form, func(p platform.Problem) bool { return p.Location == "body" }) {
		return found
	}
	// What has a field that nobody knows can be read all the same.
	unreadable := slices.DeleteFunc(slices.Clone(found), func(p platform.Problem) bool { return strings.HasPrefix(p.Message, isUnknown) })
	return platform.WithMore(found, c.check(c.body.without(unreadable)))
}

// checking turns a check of the body's fields into an action's Check.
func checking[B any](check func(B) []platform.Problem) func(json.RawMessage) []platform.Problem {
	return func(raw json.RawMessage) []platform.Problem {
		var body B
		if json.Unmarshal(raw, &body) != nil {
			return nil
		}
		return check(body)
	}
}

// checkQuery finds text that no database can search for. It passes over cursors: one with such text was never issued.
func checkQuery(raw string) ([]platform.Problem, error) {
	query, err := url.ParseQuery(raw)
	if err != nil {
		return nil, platform.Errorf(platform.CodeBadRequest, "The query of the address is malformed.")
	}
	var problems []platform.Problem
	for _, name := range slices.Sorted(maps.Keys(query)) {
		for _, value := range query[name] {
			if name != "cursor" && (strings.ContainsRune(value, 0) || !utf8.ValidString(value)) {
				problems = append(problems, platform.Problem{Location: "query." + clip(name, 100), Message: "must be UTF-8 without NUL characters"})
			}
		}
	}
	return problems, nil
}
