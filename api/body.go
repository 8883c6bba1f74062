package api

import (
	"errors"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/intake"
)

// maxBody caps a request's body in bytes. How long it may take to arrive is the server's to say (http.Server.ReadTimeout).
const maxBody = 2 << 20

// maxOpenValues is how many values and keys the body of a stranger may hold, many times what any such action reads: each
// is work.
const maxOpenValues = 1000

// readBody reads the whole body and refuses what no action can want, such as more than so many values. What is wrong with
// single values of it is found. Call done when nobody uses the document any longer.
func (a *API) readBody(w http.ResponseWriter, r *http.Request, maxValues int) (d document, done func(), err error) {
	body, done, err := a.Bodies.Read(r.Context(), intake.Source{Reader: r.Body, Length: r.ContentLength, Max: maxBody, Hurry: func() {
		_ = http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0)) // a writer without deadlines is a test's
	}}, nil)
	if err == nil {
		var end func()
		if end, err = a.Bodies.Turn(r.Context(), len(body)); err == nil {
			defer end()
			d, err = checkBody(w, r, body, maxValues)
			return d, done, err
		}
		done()
	}
	switch {
	case errors.Is(err, intake.ErrTooLarge):
		err = platform.Errorf(platform.CodeTooLarge, "The body may have at most 2 MiB.")
	case errors.Is(err, intake.ErrBusy):
		err = intake.ErrBusy
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = platform.Errorf(platform.CodeBadRequest, "The body did not arrive in time.")
	default:
		err = platform.Errorf(platform.CodeBadRequest, "The body ended too early.")
	}
	w.Header().Set("Connection", "close") // the rest of the body may still come
	return document{}, func() {}, err
}

func checkBody(w http.ResponseWriter, r *http.Request, body []byte, maxValues int) (document, error) {
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
