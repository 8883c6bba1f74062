package api

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"

	"berth/platform"
)

// maxBody caps a request's body in bytes, maxOpenBody one that anybody may send: reading it is work for a stranger, and
// the longest that is valid is shorter, however it is escaped. How long a body may take to arrive is the server's to say
// (http.Server.ReadTimeout).
const (
	maxBody     = 2 << 20
	maxOpenBody = 16 << 10
)

// openBodyNote stands in the description of every action that reads a body of anybody.
const openBodyNote = "The body may have at most 16 KiB."

// tooLarge refuses a body of more than limit bytes.
func tooLarge(limit int64) error {
	if limit == maxOpenBody {
		return platform.Errorf(platform.CodeTooLarge, openBodyNote)
	}
	return platform.Errorf(platform.CodeTooLarge, "The body may have at most %d MiB.", limit>>20)
}

// readBody reads the whole body, of at most limit bytes, and refuses what no action can want. What is wrong with single
// values of it is found.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) (document, error) {
	if r.ContentLength > limit {
		return document{}, tooLarge(limit)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err != nil {
		if tooBig := (*http.MaxBytesError)(nil); errors.As(err, &tooBig) {
			return document{}, tooLarge(limit)
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return document{}, platform.Errorf(platform.CodeBadRequest, "The body did not arrive in time.")
		}
		return document{}, platform.Errorf(platform.CodeBadRequest, "The body ended too early.")
	}
	// The server's deadline was for the body; the action may take longer. Writers without deadlines (tests) say so.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	if len(body) == 0 {
		return document{}, nil
	}
	if !isJSON(r.Header.Get("Content-Type")) {
		return document{}, platform.Errorf(platform.CodeUnsupportedMedia, "Send the body as application/json.")
	}
	r.Header.Set("Content-Type", "application/json")
	return checkJSON(body)
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
