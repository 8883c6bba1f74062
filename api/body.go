package api

import (
	"errors"
	"mime"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/intake"
)

// maxBody limits the body of a request, in bytes. The server limits how long it may take to arrive
// (http.Server.ReadTimeout).
const maxBody = 2 << 20

// maxOpenValues limits the values and keys in the body of an unknown caller. It is many times what any such action reads;
// each value costs work.
const maxOpenValues = 1000

// readBody reads the whole body and refuses one that the action does not accept, such as one with too many values. It notes
// problems of single values in d. Call done when nobody uses the document any longer.
func (a *API) readBody(w http.ResponseWriter, r *http.Request, act action) (d document, done func(), err error) {
	body, done, err := a.Bodies.Read(r.Context(), intake.Source{Reader: r.Body, Length: r.ContentLength, Max: act.maxBody(), Hurry: func() {
		_ = http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0)) // only writers of tests have no deadlines
	}}, nil)
	if err == nil {
		var turn *intake.Turn
		if turn, err = a.Bodies.Turn(r.Context(), len(body)); err == nil {
			defer turn.End()
			d, err = checkBody(w, r, body, act)
			return d, done, err
		}
		done()
	}
	switch {
	case errors.Is(err, intake.ErrTooLarge):
		err = platform.Errorf(platform.CodeTooLarge, "The body may have at most %d MiB.", act.maxBody()>>20)
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

func checkBody(w http.ResponseWriter, r *http.Request, body []byte, act action) (document, error) {
	// The server's deadline was for the body; the action may take longer. Writers without deadlines (in tests) return an
	// error.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	if len(body) == 0 {
		return document{}, nil
	}
	packed := intake.Packed(r.Header.Get("Content-Encoding"))
	if len(act.Takes) > 0 {
		if packed != nil {
			return document{}, packed
		}
		t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil || !slices.Contains(act.Takes, t) {
			return document{}, platform.Errorf(platform.CodeUnsupportedMedia, "Send the body as %s.", strings.Join(act.Takes, " or "))
		}
		return document{sent: body}, nil
	}
	if !isJSON(r.Header.Get("Content-Type")) {
		return document{}, platform.Errorf(platform.CodeUnsupportedMedia, "Send the body as application/json.")
	}
	r.Header.Set("Content-Type", "application/json")
	read, err := checkJSON(body, act.maxValues())
	if err != nil && packed != nil { // JSON that a proxy has unpacked may still be called packed
		err = packed
	}
	return read, err
}

// isJSON accepts application/json and application/…+json in UTF-8, and an empty content type.
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
