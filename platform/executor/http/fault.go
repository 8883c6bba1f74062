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
	"berth/platform/mapping"
)

const (
	maxSaid    = 300 // characters of an upstream's words that are repeated
	mostErrors = 5   // of those that it lists
)

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
	said := saying(value)
	if status < 500 {
		said = withDetails(said, value)
	}
	if said != "" {
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

// shape makes the data of an answer. Where it does not fit and tells of a failure, as many do with the status 200, that is said too.
func (a *asking) shape(ctx context.Context, answer any) (outcome, error) {
	o, err := a.shaper.shape(ctx, answer)
	e := (*platform.Error)(nil)
	if !errors.As(err, &e) {
		return o, err
	}
	if mapping.Failing(answer) {
		if said := saying(valueOf(answer)); said != "" {
			told := *e
			told.Msg += " The server behind this tool said: “" + said + "”."
			return o, &told
		}
	}
	return o, err
}

// saying finds the words in an upstream's failure, those of its first few errors: at most 300 characters on one line.
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
		var all []string
		for _, one := range v[:min(len(v), mostErrors)] {
			if said := saying(one); said != "" && !slices.Contains(all, said) {
				all = append(all, said)
			}
		}
		return cleaned(strings.Join(all, "; "))
	}
	return ""
}

// withDetails is what was said, and behind it as JSON what is said of single arguments without a sentence, by their names: Rails, Django,
// ASP.NET, FastAPI and GitHub each have a form of their own for that. Where nothing else was said, it is the whole answer.
func withDetails(said string, answer any) string {
	of, _ := answer.(map[string]any)
	for _, name := range []string{"errors", "detail", "details"} {
		if found := of[name]; filled(found) && saying(found) == "" {
			return cleaned(said + " " + string(encode(found)))
		}
	}
	if said == "" && filled(answer) {
		return cleaned(string(encode(answer)))
	}
	return said
}

func filled(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return len(v) > 0
	case []any:
		return len(v) > 0
	}
	return false
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
