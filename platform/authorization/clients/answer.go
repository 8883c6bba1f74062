package clients

import (
	"mime"
	"strconv"
	"strings"
	"time"

	"berth/platform"
)

// A document is used without asking again for as long as its server says, within bounds.
const (
	freshLeast = 5 * time.Minute
	freshUsual = time.Hour
	freshMost  = 24 * time.Hour
)

// freshness reads max-age (RFC 9111 §5.2.2.1) of a Cache-Control header. What forbids keeping a copy means the least time: within it,
// those who sign in one after the other are not asked for.
func freshness(cacheControl string) time.Duration {
	fresh := freshUsual
	for directive := range strings.SplitSeq(strings.ToLower(cacheControl), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
		switch name {
		case "no-store", "no-cache":
			return freshLeast
		case "max-age":
			if seconds, err := strconv.ParseUint(strings.Trim(value, `"`), 10, 31); err == nil {
				fresh = time.Duration(seconds) * time.Second
			}
		}
	}
	return min(max(fresh, freshLeast), freshMost)
}

// fault says why an answer is no JSON: UNAVAILABLE where its server only cannot answer now.
func (a Answer) fault() error {
	code := platform.CodeInvalidInput
	switch {
	case a.Status == 429 || a.Status >= 500:
		code = platform.CodeUnavailable
	case a.Status >= 300 && a.Status < 400:
		return platform.Errorf(code, "answers with a redirect, status %d, which is not followed", a.Status)
	case a.Status == 200:
		kind, _, err := mime.ParseMediaType(a.Type)
		if err == nil && (kind == "application/json" || strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json")) {
			return nil
		}
		return platform.Errorf(code, "answers with another type of content than application/json")
	}
	return platform.Errorf(code, "answers with status %d, and no document", a.Status)
}
