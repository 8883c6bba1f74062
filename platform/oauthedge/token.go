package oauthedge

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"berth/platform"
	"berth/platform/authorization"
)

// oauthError is the body of a failure (RFC 6749 §5.2).
type oauthError struct {
	Error       authorization.ErrorCode `json:"error"`
	Description string                  `json:"error_description"`
}

// refuse tells a client what is wrong.
func (e *Edge) refuse(w http.ResponseWriter, r *http.Request, err error) {
	if refusal := (*authorization.Refusal)(nil); errors.As(err, &refusal) {
		status := http.StatusBadRequest
		if refusal.Code == authorization.InvalidClient {
			status = http.StatusUnauthorized
			w.Header().Set("WWW-Authenticate", `Basic realm="berth"`) // RFC 6749 §5.2 wants the scheme that was used; there is none here
		}
		writeJSON(w, status, oauthError{refusal.Code, refusal.Description()})
		return
	}
	p := e.problem(w, r, err)
	answer := oauthError{authorization.ServerError, p.Msg}
	status := p.Code.Status()
	switch p.Code {
	case platform.CodeUpstream, platform.CodeTimeout: // clients take any 5xx but 503 for the end
		status = http.StatusServiceUnavailable
		answer.Error = authorization.TemporarilyAway
	case platform.CodeRateLimited, platform.CodeUnavailable:
		answer.Error = authorization.TemporarilyAway
	case platform.CodeBadRequest, platform.CodeTooLarge, platform.CodeUnsupportedMedia:
		answer.Error = authorization.InvalidRequest
	}
	writeJSON(w, status, answer)
}

// parameters reads the form of a client that proves itself in the form, if it does.
func parameters(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	if r.Header.Get("Authorization") != "" {
		return nil, &authorization.Refusal{Code: authorization.InvalidClient, Text: "Clients have no secrets here: leave Authorization out and send client_id in the form."}
	}
	return sent(w, r)
}

// sent reads a form. Empty parameters are as if they had not been sent (RFC 6749 §3.2).
func sent(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, &authorization.Refusal{Code: authorization.InvalidRequest, Text: "Send the parameters as application/x-www-form-urlencoded."}
	}
	raw, err := readAll(w, r)
	if err != nil {
		return nil, err
	}
	return authorization.ParseForm(string(raw))
}

func readAll(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxForm))
	if tooBig := (*http.MaxBytesError)(nil); errors.As(err, &tooBig) {
		return nil, platform.Errorf(platform.CodeTooLarge, "The body may have at most 64 KiB.")
	} else if err != nil {
		return nil, platform.Errorf(platform.CodeBadRequest, "The body could not be read.")
	}
	return raw, nil
}

func (e *Edge) postToken(w http.ResponseWriter, r *http.Request) {
	form, err := parameters(w, r)
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	answer, err := e.Service.Exchange(r.Context(), form, e.ClientAddress(r))
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, answer)
}

// postRevoke answers 200 whether or not there was such a token (RFC 7009 §2.2).
func (e *Edge) postRevoke(w http.ResponseWriter, r *http.Request) {
	form, err := parameters(w, r)
	if err == nil {
		err = e.Service.RevokeToken(r.Context(), form)
	}
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, struct{}{})
}

func (e *Edge) postRegister(w http.ResponseWriter, r *http.Request) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		e.refuse(w, r, &authorization.Refusal{Code: authorization.InvalidMetadata, Text: "Send the client's metadata as application/json."})
		return
	}
	raw, err := readAll(w, r)
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	answer, err := e.Service.RegisterClient(r.Context(), raw, e.ClientAddress(r))
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	writeJSON(w, http.StatusCreated, answer)
}

// postIntrospect tells the owner of an app about a token of it (RFC 7662). The owner proves to be that with an API key.
func (e *Edge) postIntrospect(w http.ResponseWriter, r *http.Request) {
	form, err := sent(w, r)
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		key = "" // which is nobody's
	}
	by, err := e.Authenticate(r.Context(), strings.TrimSpace(key), platform.Resource{})
	var answer authorization.Introspection
	if err == nil {
		answer, err = e.Service.Inspect(r.Context(), by, form.Get("token"))
	}
	if platform.IsCode(err, platform.CodeUnauthenticated) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="berth"`)
		writeJSON(w, http.StatusUnauthorized, oauthError{"invalid_token", platform.AsError(err).Msg})
		return
	}
	if err != nil {
		e.refuse(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, answer)
}
