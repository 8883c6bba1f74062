package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"berth/platform"
	"berth/platform/rows"
)

// unavailableFor is the number of seconds after which it is worth asking again for something that is unavailable.
const unavailableFor = 2

// failure is the body of every failure (RFC 9457), application/problem+json.
type failure struct {
	Title     string             `json:"title" doc:"The status in words."`
	Status    int                `json:"status" doc:"The HTTP status."`
	Code      platform.Code      `json:"code" doc:"What went wrong, for programs." example:"INVALID_CONFIG"`
	Detail    string             `json:"detail" doc:"What went wrong, for people."`
	Errors    []platform.Problem `json:"errors,omitempty" doc:"Every field that is not valid."`
	Problems  []rows.Fault       `json:"problems,omitempty" doc:"Everything that is wrong in a file."`
	RequestID string             `json:"requestId" doc:"Names this request in the server's log."`

	retryAfter int // seconds
}

// huma calls Error, GetStatus, GetHeaders and ContentType on an error.
func (p *failure) Error() string { return p.Detail }

func (p *failure) GetStatus() int { return p.Status }

func (p *failure) ContentType(string) string { return "application/problem+json" }

func (p *failure) GetHeaders() http.Header {
	h := http.Header{}
	if p.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="berth"`)
	}
	switch p.Status {
	case http.StatusTooManyRequests:
		h.Set("Retry-After", strconv.Itoa(p.retryAfter))
	case http.StatusServiceUnavailable:
		h.Set("Retry-After", strconv.Itoa(max(unavailableFor, p.retryAfter)))
	}
	return h
}

// sayWhen sets Retry-After on an answer that shows the failure as a page.
func (p *failure) sayWhen(w http.ResponseWriter) {
	if after := p.GetHeaders().Get("Retry-After"); after != "" {
		w.Header().Set("Retry-After", after)
	}
}

// problem turns any error into the document that the caller sees, and logs what the caller must not see.
func (a *API) problem(ctx context.Context, err error) *failure {
	e := platform.AsError(err)
	ours := e.Code.Status() >= http.StatusInternalServerError
	if e.Code == platform.CodeInternal && errors.Is(err, context.DeadlineExceeded) { // any other code says itself who was waited for
		e = &platform.Error{Code: platform.CodeTimeout, Msg: "The database did not respond in time. Try again shortly.", Err: err}
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		e = platform.Errorf(platform.CodeUnavailable, "The request was cancelled.")
	} else if e.Code == platform.CodeInternal || e.Err != nil {
		level := slog.LevelError
		if !ours { // the caller's mistake: anybody could fill the log
			level = slog.LevelDebug
		}
		a.Log.Log(ctx, level, "request failed", "request", requestID(ctx), "code", e.Code, "error", err.Error())
	}
	f := newFailure(ctx, e)
	if refused := (*rows.Refused)(nil); errors.As(err, &refused) {
		f.Problems = refused.Problems
	}
	return f
}

func newFailure(ctx context.Context, e *platform.Error) *failure {
	s := e.Code.Status()
	return &failure{Title: http.StatusText(s), Status: s, Code: e.Code, Detail: e.Msg, Errors: e.Fields,
		RequestID: requestID(ctx), retryAfter: e.RetrySeconds()}
}

// fail answers a request that never reached an action.
func (a *API) fail(w http.ResponseWriter, r *http.Request, err error) {
	a.problem(r.Context(), err).write(w)
}

func (p *failure) write(w http.ResponseWriter) {
	for k, v := range p.GetHeaders() {
		w.Header()[k] = v
	}
	w.Header().Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	if err := json.NewEncoder(w).Encode(p); err != nil {
		return // the client is gone
	}
}

// translate is a huma transformer: it gives huma's own errors the shape of ours and drops the offending values, which
// may be secrets.
func (a *API) translate(ctx huma.Context, _ string, v any) (any, error) {
	m, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	e := &platform.Error{Msg: m.Detail}
	switch m.Status {
	case http.StatusBadRequest:
		e.Code = platform.CodeBadRequest
		if m.Detail == "request body is required" {
			e.Msg = "Send a body: a JSON object."
		}
	case http.StatusUnprocessableEntity:
		e = platform.Invalid(nil)
	default: // the body has been read, measured and parsed before huma sees it
		return a.problem(ctx.Context(), errors.New(m.Detail)), nil
	}
	e.Fields = found(m.Errors)
	a.knowing(ctx.Operation(), e.Fields)
	omitted := len(m.Errors) - len(e.Fields)
	if e.Code == platform.CodeInvalidConfig {
		c := callerOf(ctx.Context())
		e.Fields = c.all(e.Fields)
	}
	if omitted > 0 {
		e.Fields = append(e.Fields, platform.Problem{Location: "body", Message: fmt.Sprintf("has %d more problems of this kind", omitted)})
	}
	return newFailure(ctx.Context(), e), nil
}

// found converts the problems that huma found, with unknown fields last. A caller can send very many of those, so that it
// returns at most maxFound problems.
func found(details []*huma.ErrorDetail) []platform.Problem {
	var problems []platform.Problem
	for _, unknown := range []bool{false, true} {
		for _, d := range details {
			if len(problems) == maxFound {
				return problems
			}
			if (d.Message == unknownField) == unknown {
				problems = append(problems, readable(d))
			}
		}
	}
	return problems
}

// unknownField is huma's message about a field that the body's schema does not have, and isUnknown what is said instead.
const (
	unknownField = "unexpected property"
	isUnknown    = "is not a known field"
)

// readable rewrites a message of huma's validator for people and makes it point at the right field.
func readable(d *huma.ErrorDetail) platform.Problem {
	p := platform.Problem{Location: d.Location, Message: d.Message}
	if rest, ok := strings.CutPrefix(d.Message, "expected required property "); ok {
		if name, ok := strings.CutSuffix(rest, " to be present"); ok {
			return platform.Problem{Location: d.Location + "." + name, Message: "is required"}
		}
	}
	if d.Location == "query.limit" {
		p.Message = "must be a whole number from 1 to 200"
	} else if d.Message == "invalid integer" {
		p.Message = "must be a whole number"
	} else if d.Message == "expected array items to be unique" {
		p.Message = "must not have the same item twice"
	} else if d.Message == "expected length >= 1" {
		p.Message = "must not be empty"
	} else if n, ok := strings.CutPrefix(d.Message, "expected length >= "); ok {
		p.Message = "must have at least " + count(n, "character")
	} else if n, ok := strings.CutPrefix(d.Message, "expected length <= "); ok {
		p.Message = "must have at most " + count(n, "character")
	} else if n, ok := strings.CutPrefix(d.Message, "expected array length >= "); ok {
		p.Message = "must have at least " + count(n, "item")
	} else if n, ok := strings.CutPrefix(d.Message, "expected array length <= "); ok {
		p.Message = "must have at most " + count(n, "item")
	} else if n, ok := strings.CutPrefix(d.Message, "expected number >= "); ok {
		p.Message = "must be at least " + n
	} else if n, ok := strings.CutPrefix(d.Message, "expected number <= "); ok {
		p.Message = "must be at most " + n
	} else if t, ok := strings.CutPrefix(d.Message, "expected string to be RFC 5322 email"); ok && t != "" {
		p.Message = "must be an e-mail address"
	} else if strings.HasSuffix(d.Message, " date-time") {
		p.Message = "must be a date and time such as 2026-01-31T14:30:00Z"
	} else if d.Message == unknownField {
		p.Message = isUnknown
	} else if strings.HasPrefix(d.Message, "json: ") {
		p.Message = "has a value of the wrong type"
	} else if rest, ok := strings.CutPrefix(d.Message, "expected "); ok {
		rest = strings.TrimPrefix(strings.TrimPrefix(rest, "value to be "), "string to be ")
		p.Message = "must be " + typeInWords(strings.ReplaceAll(rest, `"`, ""))
	}
	return p
}

func typeInWords(t string) string {
	switch t {
	case "boolean":
		return "true or false"
	case "number", "string":
		return "a " + t
	case "integer":
		return "a whole number"
	case "array":
		return "a list"
	case "object":
		return "an object"
	}
	return t
}

func count(n, unit string) string {
	if n == "1" {
		return n + " " + unit
	}
	return n + " " + unit + "s"
}
