package http

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"berth/platform"
)

// maxSaid bounds what is repeated of an upstream's words, in characters.
const maxSaid = 300

// failed turns the error of an exchange into one that may be shown. Who has hung up gets that of ctx.
func (a *asking) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	fault := (*Fault)(nil)
	if !errors.As(err, &fault) {
		return fmt.Errorf("send request: %w", err)
	}
	message := "The server behind this tool " + a.clean.Text(fault.Message) + "."
	switch fault.Reason {
	case Slow:
		return platform.Errorf(platform.CodeTimeout, "%s%s", message, a.unchanged(false))
	case Unreachable:
		return platform.Errorf(platform.CodeUpstream, "%s%s", message, a.unchanged(true))
	}
	return platform.Errorf(platform.CodeUpstream, "%s%s", message, a.unchanged(false))
}

// unchanged says that nothing was changed, where that is certain.
func (a *asking) unchanged(unsent bool) string {
	if unsent || a.Reads {
		return " Nothing was changed."
	}
	return ""
}

// upstream is the error of an answer that is of no use.
func (a *asking) upstream(status int, fault string) error {
	e := platform.Errorf(platform.CodeUpstream, "The server behind this tool %s.%s", fault, a.unchanged(false))
	e.Details = map[string]any{"status": status}
	return e
}

// refused is the error of an answer whose status is a failure: what the upstream said, and what is allowed.
func (a *asking) refused(answer Answer, value any) error {
	status := answer.Status
	fault := fmt.Sprintf("answered %d", status)
	if name := statusText(status); name != "" {
		fault += " (" + name + ")"
	}
	if said := saying(value); said != "" {
		fault += ": “" + said + "”"
	}
	e := &platform.Error{Code: platform.CodeUpstream, Msg: "The server behind this tool " + fault + "." + a.unchanged(false), Details: map[string]any{"status": status}}
	switch {
	case (status == 401 || status == 403) && len(a.secrets) > 0:
		e.Msg += " Its key may no longer be right: this is for the author of the app to mend."
	case slices.Contains([]int{400, 404, 409, 422}, status) && a.Takes != "":
		e.Msg += " The tool takes: " + a.Takes + "."
	case status == 429 && answer.RetryAfter > 0:
		e.Msg += fmt.Sprintf(" It is asked too often: wait %d s before you try again.", int(math.Ceil(answer.RetryAfter.Seconds())))
	case status == 429:
		e.Msg += " It is asked too often: wait before you try again."
	}
	return e
}

// saying finds the words in an upstream's failure: at most 300 characters on one line.
func saying(answer any) string {
	switch v := answer.(type) {
	case string:
		if at := strings.TrimSpace(v); strings.HasPrefix(at, "<") { // a page for browsers
			return ""
		}
		return cleaned(v)
	case map[string]any:
		for _, name := range []string{"message", "detail", "error_description", "error", "title", "reason", "errors"} {
			if said := saying(v[name]); said != "" {
				return said
			}
		}
	case []any:
		if len(v) > 0 {
			return saying(v[0])
		}
	}
	return ""
}

func cleaned(text string) string {
	text = strings.Map(func(r rune) rune {
		if platform.Hidden(r) || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
	return platform.Shorten(strings.TrimRight(strings.Join(strings.Fields(text), " "), "."), maxSaid)
}

// statusText names the statuses that upstreams answer most.
func statusText(status int) string {
	return map[int]string{
		300: "Multiple Choices", 304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
		406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone", 413: "Content Too Large", 415: "Unsupported Media Type", 422: "Unprocessable Content",
		429: "Too Many Requests", 500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
	}[status]
}
