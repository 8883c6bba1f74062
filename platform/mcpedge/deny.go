package mcpedge

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/mcpedge/wire"
)

const challengeHeader = "Www-Authenticate" // in canonical form

// denial is why a request is not served. The zero value is that of a client that has gone, whom nobody answers.
type denial struct {
	status    int
	code      platform.Code
	msg       string
	challenge string // how to come to be served (RFC 6750 §3, RFC 9728 §5.1), "" = not at all
}

// challenge is how a caller comes to be served: by asking for the scopes with what the metadata of the address names.
func (e *Edge) challenge(a *app, r *http.Request, scopes []string, more string) string {
	return `Bearer resource_metadata="` + e.at(a, r).Metadata + `", scope="` + strings.Join(scopes, " ") + `"` + more
}

// because is the part of a challenge that says why a token is not taken. msg holds no quotes.
func because(code, msg string) string {
	return `, error="` + code + `", error_description="` + msg + `"`
}

func (e *Edge) unauthenticated(a *app, r *http.Request, scopes []string) *denial {
	return &denial{status: http.StatusUnauthorized, code: platform.CodeUnauthenticated, challenge: e.challenge(a, r, scopes, ""),
		msg: "Sign in to go on, or send an API key of yours as bearer token: this needs to know who you are. Nothing was done."}
}

func (e *Edge) invalidToken(a *app, r *http.Request) *denial {
	const msg = "The token is not valid here, has expired or was revoked. Sign in again."
	return &denial{status: http.StatusUnauthorized, code: platform.CodeUnauthenticated, msg: msg,
		challenge: e.challenge(a, r, a.release().ScopeNames(), because("invalid_token", msg))}
}

// insufficient names everything that the next token needs: what this one has, which a client may not add by itself, and what is missing.
func (e *Edge) insufficient(a *app, r *http.Request, has, need []string) *denial {
	missing := slices.DeleteFunc(slices.Clone(need), func(name string) bool { return slices.Contains(has, name) })
	all := slices.DeleteFunc(append(slices.Clone(has), missing...), func(name string) bool { return name == platform.ScopeOffline })
	msg := "This needs more than has been allowed: " + strings.Join(missing, ", ") + ". Sign in again to allow it. Nothing was done."
	return &denial{status: http.StatusForbidden, code: platform.CodeForbidden, msg: msg, challenge: e.challenge(a, r, all, because("insufficient_scope", msg))}
}

// result is the denial as the answer to a call of a tool, which repeats the challenge: some clients see no headers. Apps that ship inside
// have failures of other forms in their output schemas, so that theirs is in words alone.
func (d *denial) result(a *app) appkit.Result {
	result := appkit.Failure(platform.Errorf(d.code, "%s", d.msg))
	if a.origin == platform.OriginSeeded {
		result.Structured = nil
	}
	result.Meta = map[string]any{"mcp/www_authenticate": []string{d.challenge}}
	return result
}

// deny answers a request that is not served. Where signing in helps, the answer is JSON-RPC with the request's own id, whatever the
// request was: clients give up at anything else. body is nil when it is not read.
func (e *Edge) deny(w http.ResponseWriter, r *http.Request, a *app, d *denial, body []byte) {
	switch {
	case d.status == 0:
		return
	case d.challenge == "":
		if d.status == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "2")
		}
		WriteError(w, d.status, d.code, d.msg)
		return
	}
	w.Header().Set(challengeHeader, d.challenge)
	x := &exchange{edge: e, app: a, w: w, r: r, id: requestID(w)}
	if wire.First(body) != '[' || !x.batchAllowed() || platform.TooManyValues(body, platform.MaxValues) {
		x.deny(d, body)
		return
	}
	var items []json.RawMessage
	_ = json.Unmarshal(body, &items) // one that cannot be read is denied as a whole
	var answers [][]byte
	for _, item := range items[:min(len(items), maxBatch)] {
		one := &exchange{edge: e, app: a, w: newRecorder(), r: r, id: x.id, batched: true}
		if one.deny(d, item); one.message.ID != nil {
			answers = append(answers, one.w.(*recorder).body.Bytes())
		}
	}
	if len(answers) == 0 {
		x.deny(d, nil)
		return
	}
	x.write(d.status, append(append([]byte("["), bytes.Join(answers, []byte(","))...), ']'))
}

// deny answers one message: a call of a tool with a result, anything else with an error.
func (x *exchange) deny(d *denial, body []byte) {
	x.message = &wire.Message{}
	if len(body) > 0 && x.message.Parse(body, nil) == nil {
		_ = x.detectEra() // what is wrong with the headers is said to those who are served
	}
	if m := x.message; m.ID != nil && m.Method == string(mcp.MethodToolsCall) {
		x.status = d.status
		x.writeCallResult(d.result(x.app))
		return
	}
	x.fail(x.message.ID, &wire.Error{Status: d.status, Code: mcp.INVALID_REQUEST, Message: d.msg, Data: map[string]any{"code": d.code}})
}

// lacksForAny returns why a batch is denied: one of its messages calls a tool that the caller may not call. A status is that of the whole
// batch, and a client that has signed in sends all of it again.
func (x *exchange) lacksForAny(items []json.RawMessage) *denial {
	for _, item := range items {
		m, problem := wire.ParseMessage(item)
		if problem != nil || m.ID == nil || m.Method != string(mcp.MethodToolsCall) {
			continue
		}
		if t := x.app.tool(m.Name); t != nil {
			if d := x.lacks(t); d != nil {
				return d
			}
		}
	}
	return nil
}
