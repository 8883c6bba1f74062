package platform

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Code names a kind of failure. The values are part of the public contract: they appear in REST problem documents
// and in error bodies of the MCP endpoints.
type Code string

// The codes of the contract. Their JSON-RPC shape is decided by mcpedge.
const (
	CodeInvalidConfig      Code = "INVALID_CONFIG"
	CodeBadRequest         Code = "BAD_REQUEST"
	CodeAppNotFound        Code = "APP_NOT_FOUND"
	CodeNotFound           Code = "NOT_FOUND"
	CodeMethodNotAllowed   Code = "METHOD_NOT_ALLOWED"
	CodeSlugTaken          Code = "SLUG_TAKEN"
	CodeConflict           Code = "CONFLICT"
	CodePreconditionFailed Code = "PRECONDITION_FAILED"
	CodeUnsupportedMedia   Code = "UNSUPPORTED_MEDIA_TYPE"
	CodeUnauthenticated    Code = "UNAUTHENTICATED"
	CodeForbidden          Code = "FORBIDDEN"
	CodeSuspended          Code = "SUSPENDED"
	CodeLimitReached       Code = "LIMIT_REACHED"
	CodeRateLimited        Code = "RATE_LIMITED"
	CodeTooLarge           Code = "TOO_LARGE"
	CodeExecution          Code = "EXECUTION_ERROR"
	CodeLLM                Code = "LLM_ERROR"
	CodeUpstream           Code = "UPSTREAM_ERROR"
	CodeTimeout            Code = "TIMEOUT"
	CodeInvalidInput       Code = "INVALID_INPUT"
	CodeInternal           Code = "INTERNAL"
	CodeUnavailable        Code = "UNAVAILABLE"
)

// Status returns the HTTP status of a failure (RFC 9110 §15), the same wherever it is told by HTTP.
func (c Code) Status() int {
	switch c {
	case CodeBadRequest:
		return 400
	case CodeUnauthenticated:
		return 401
	case CodeForbidden, CodeLimitReached, CodeSuspended:
		return 403
	case CodeAppNotFound, CodeNotFound:
		return 404
	case CodeMethodNotAllowed:
		return 405
	case CodeSlugTaken, CodeConflict:
		return 409
	case CodePreconditionFailed:
		return 412
	case CodeTooLarge:
		return 413
	case CodeUnsupportedMedia:
		return 415
	case CodeInvalidConfig, CodeInvalidInput:
		return 422
	case CodeRateLimited:
		return 429
	case CodeExecution, CodeLLM, CodeUpstream:
		return 502
	case CodeUnavailable:
		return 503
	case CodeTimeout:
		return 504
	}
	return 500
}

// Problem is one thing that is wrong with an input. Location is a path such as "body.toolName" or
// "body.mockData.items[2].title"; Message says what is wrong and what would be right.
type Problem struct {
	Location string `json:"location"`
	Message  string `json:"message"`
}

// Within reports whether a location is that of a field or of something in it.
func Within(location, field string) bool {
	rest, ok := strings.CutPrefix(location, field)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// Relocated returns an error whose problems are located elsewhere. Move must leave those that it gets as they are.
func Relocated(err error, move func([]Problem) []Problem) error {
	e := AsError(err)
	if err == nil || len(e.Fields) == 0 {
		return err
	}
	moved := *e
	moved.Fields = move(e.Fields)
	return &moved
}

// WithMore adds to found those problems of more whose fields have no problem in found yet.
func WithMore(found, more []Problem) []Problem {
	told := map[string]bool{} // the locations of found, and all that they are in
	for _, f := range found {
		for i := len(f.Location); i >= 0; i-- {
			if i < len(f.Location) && f.Location[i] != '.' && f.Location[i] != '[' {
				continue
			}
			if told[f.Location[:i]] {
				break // and so is what that is in
			}
			told[f.Location[:i]] = true
		}
	}
	all := slices.Clip(found)
	for _, p := range more {
		if !told[p.Location] {
			all = append(all, p)
		}
	}
	return all
}

// StrangeField begins what is said of a field that an object does not have, before the names of those that it has.
const StrangeField = "is not a known field; known fields: "

// Knowing returns the problems, in which what is said of a strange field right in the object at that location, "" for the outermost,
// names more fields that it has.
func Knowing(problems []Problem, object string, more ...string) []Problem {
	told := slices.Clone(problems)
	for i, p := range problems {
		field, within := strings.CutPrefix(p.Location, object)
		known, ok := strings.CutPrefix(p.Message, StrangeField)
		if ok && within && field != "" && !strings.ContainsAny(field[1:], ".[") {
			names := append(strings.Split(known, ", "), more...)
			slices.Sort(names)
			told[i].Message = StrangeField + strings.Join(slices.Compact(names), ", ")
		}
	}
	return told
}

// Error is the error that crosses package boundaries. Msg, Fields and Details are safe to show to anybody who may make the call;
// Err never leaves the process and goes to the log only.
type Error struct {
	Code       Code
	Msg        string
	Fields     []Problem
	Details    map[string]any // further facts, as JSON, that a failed tool shows beside its problems
	RetryAfter time.Duration  // set with CodeRateLimited
	Err        error
}

func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Msg, e.Err)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Msg)
}

func (e *Error) Unwrap() error { return e.Err }

// RetrySeconds returns RetryAfter in whole seconds, at least one, as the header Retry-After says it.
func (e *Error) RetrySeconds() int { return max(1, int(math.Ceil(e.RetryAfter.Seconds()))) }

// Errorf makes an Error without a hidden cause.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Msg: fmt.Sprintf(format, args...)}
}

// Invalid makes the INVALID_CONFIG error that lists every problem at once.
func Invalid(problems []Problem) *Error {
	return &Error{Code: CodeInvalidConfig, Msg: "Some fields are not valid.", Fields: problems}
}

// AsError finds the Error in err, or wraps err as INTERNAL with a message that says nothing about the cause.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Code: CodeInternal, Msg: "Something went wrong on our side.", Err: err}
}

// IsCode reports whether err is an Error with that code.
func IsCode(err error, code Code) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == code
}
