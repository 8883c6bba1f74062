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

// maxBody caps a request's body in bytes. How long it may take to arrive is the server's to say (http.Server.ReadTimeout).
const maxBody = 2 << 20

// maxOpenValues is how many values and keys the body of a stranger may hold, many times what any such action reads: each
// is work.
const maxOpenValues = 1000

// readBody reads the whole body and refuses what no action can want, such as more than so many values. What is wrong with
// single values of it is found.
func readBody(w http.ResponseWriter, r *http.Request, maxValues int) (document, error) {
	tooLarge := platform.Errorf(platform.CodeTooLarge, "The body may have at most 2 MiB.")
	if r.ContentLength > maxBody {
		return document{}, tooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		if tooBig := (*http.MaxBytesError)(nil); errors.As(err, &tooBig) {
			return document{}, tooLarge
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
	return checkJSON(body, maxValues)
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
