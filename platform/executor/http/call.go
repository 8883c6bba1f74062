package http

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/redact"
	"berth/platform/request"
	"berth/platform/schema"
)

// tool is a configuration that has been read.
type tool struct {
	config
	secrets []string // names
	host    string   // with its port
	shaper  shaper
	text    request.Text
}

// tool reads a configuration, once.
func (e *Executor) tool(raw json.RawMessage) (*tool, error) {
	return e.tools.Get(raw, func() (*tool, error) {
		t := &tool{}
		if err := json.Unmarshal(raw, &t.config); err != nil {
			return nil, fmt.Errorf("read config of an http tool: %w", err)
		}
		problems := t.parse()
		if len(problems) == 0 {
			t.shaper, problems = e.shaped(t.Layout, t.result, e.Layout)
		}
		if len(problems) > 0 || t.shaper == nil {
			return nil, fmt.Errorf("read config of an http tool: %v", problems)
		}
		t.prepare()
		t.text, _ = executor.ParseText(t.Text) // checked when it was published
		return t, nil
	})
}

// prepare takes what calls need from a handler.
func (t *tool) prepare() {
	t.host = endpoint(t.request.Origin())
	for _, one := range t.request.Placeholders() {
		if one.Source == request.Secret && !slices.Contains(t.secrets, one.Path[0]) {
			t.secrets = append(t.secrets, one.Path[0])
		}
	}
}

// asking is one call.
type asking struct {
	*tool
	call    appkit.Call
	args    map[string]any
	message Message
	clean   *redact.Redactor
	config  json.RawMessage // of the handler, nil = that of a draft
}

// Execute implements executor.Kind.
func (e *Executor) Execute(ctx context.Context, ref platform.HandlerRef, call appkit.Call) (appkit.Result, error) {
	t, err := e.tool(ref.Config)
	if err != nil {
		return appkit.Result{}, err
	}
	a, err := e.ask(ctx, t, call)
	if err != nil {
		return appkit.Result{}, err
	}
	a.config = ref.Config
	if t.CacheSeconds == 0 {
		return e.run(ctx, a)
	}
	return e.cache.do(ctx, a.key(string(ref.Config)), time.Duration(t.CacheSeconds)*time.Second, func(ctx context.Context) (appkit.Result, error) {
		return e.run(ctx, a)
	})
}

// ask fills the request of a call. Nothing is sent where a secret is not set, or may not be sent to the host.
func (e *Executor) ask(ctx context.Context, t *tool, call appkit.Call) (*asking, error) {
	a := &asking{tool: t, call: call, args: map[string]any{}}
	if len(call.Arguments) > 0 {
		v, found := schema.Decode(call.Arguments)
		args, ok := v.(map[string]any)
		if len(found) > 0 || !ok {
			return nil, platform.Errorf(platform.CodeInvalidInput, "The arguments must be an object. Nothing was sent.")
		}
		a.args = args
	}
	secrets, err := e.secrets(ctx, t, call)
	if err != nil {
		return nil, err
	}
	a.message.Hosts = []string{t.host}
	var known []string
	for _, s := range secrets {
		known = append(known, s.Value.Reveal())
		a.message.Hosts = append(a.message.Hosts, s.Hosts...)
	}
	a.clean = redact.New(known...)
	a.message.Filled, err = t.request.Fill(values(call, a.args, func(name string) (string, bool) {
		s, ok := secrets[name]
		return s.Value.Reveal(), ok
	}))
	if err != nil {
		return nil, err
	}
	a.message.Headers = withDefaults(a.message.Headers)
	return a, nil
}

// withDefaults says what can be read, and who asks.
func withDefaults(headers map[string]string) map[string]string {
	for name, value := range map[string]string{"Accept": "application/json, text/*;q=0.5", "User-Agent": "Berth"} {
		if _, said := headers[name]; !said {
			headers[name] = value
		}
	}
	return headers
}

// secrets returns those that the request names.
func (e *Executor) secrets(ctx context.Context, t *tool, call appkit.Call) (map[string]platform.Secret, error) {
	all := map[string]platform.Secret{}
	if len(t.secrets) > 0 && e.Secrets != nil {
		var err error
		if all, err = e.Secrets.Secrets(ctx, call.Workspace, call.App, t.secrets); err != nil {
			return nil, err
		}
	}
	var unset, astray []string
	for _, name := range t.secrets {
		s, ok := all[name]
		if !ok {
			unset = append(unset, name)
		} else if !slices.ContainsFunc(s.Hosts, func(host string) bool { return endpoint(originScheme(t)+host) == t.host }) {
			astray = append(astray, name)
		}
	}
	switch {
	case len(unset) > 0:
		return nil, platform.Errorf(platform.CodeExecution, "This tool needs %s, which its author has not set. Nothing was sent.", named(unset))
	case len(astray) > 0:
		return nil, platform.Errorf(platform.CodeExecution,
			"This tool needs %s, which may not be sent to this server: its author has to name the host with the secret. Nothing was sent.", named(astray))
	}
	return all, nil
}

func originScheme(t *tool) string {
	scheme, _, _ := strings.Cut(t.request.Origin(), "://")
	return scheme + "://"
}

func named(secrets []string) string {
	if len(secrets) == 1 {
		return "the secret " + secrets[0]
	}
	return "the secrets " + strings.Join(secrets, ", ")
}

// key names what a call asks, and who asks unless its answers are for everybody.
func (a *asking) key(config string) string {
	h := sha256.New()
	person := ""
	if !a.Shared {
		person = string(a.call.Principal.User)
		if !a.call.Principal.Person() {
			person = "anybody"
		}
	}
	for _, part := range []string{string(a.call.App), config, person, string(encode(a.args)), a.message.URL, string(encode(a.message.Headers))} {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return string(h.Sum(nil))
}

// timeout bounds a call, with all that it waits for.
func (t *tool) timeout() time.Duration {
	if t.TimeoutSeconds > 0 {
		return time.Duration(t.TimeoutSeconds) * time.Second
	}
	return defaultTimeout * time.Second
}

// run sends the request and makes the result of its answer.
func (e *Executor) run(ctx context.Context, a *asking) (appkit.Result, error) {
	answer, err := e.exchange(ctx, a)
	if err != nil {
		return appkit.Result{}, err
	}
	a.progress(60, "Reading the answer")
	value, err := a.read(answer)
	if err != nil {
		return appkit.Result{}, err
	}
	e.tell(a, value)
	o, err := a.shape(ctx, value)
	if err != nil {
		return appkit.Result{}, err
	}
	result := appkit.Result{Content: appkit.Text(a.words(a.args, o)), Structured: o.data}
	a.progress(100, "")
	return result, nil
}

func (a *asking) progress(percent float64, message string) {
	if a.call.Progress != nil {
		a.call.Progress(percent, 100, message)
	}
}

// exchange sends the request, a second time where that is harmless and may help.
func (e *Executor) exchange(ctx context.Context, a *asking) (Answer, error) {
	timed, cancel := context.WithTimeout(ctx, a.timeout())
	defer cancel()
	h, err := e.hosts.enter(timed, hostKey{a.call.App, a.host})
	if err != nil {
		return Answer{}, a.failed(ctx, err)
	}
	a.progress(0, "Asking the server behind this tool")
	answer, err := e.attempt(timed, a)
	if again, wait := a.again(answer, err); again && platform.Wait(timed, wait) == nil {
		answer, err = e.attempt(timed, a)
	}
	h.leave(verdictOf(ctx, answer, err))
	if err != nil {
		return Answer{}, a.failed(ctx, err)
	}
	return answer, nil
}

// attempt sends the request once. An error that ends with the time of the call is a Fault like any other.
func (e *Executor) attempt(ctx context.Context, a *asking) (Answer, error) {
	answer, err := e.Sender.Send(ctx, a.message)
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return answer, &Fault{Reason: Slow, Message: fmt.Sprintf("did not answer within %d s", int(a.timeout().Seconds()))}
	}
	if answer.Body = inUTF8(answer, a.clean); len(answer.Body) > MaxAnswer {
		return Answer{}, TooLarge()
	}
	answer.Body = whole(answer)
	return answer, err
}

const (
	leastPause = 100 * time.Millisecond
	mostPause  = 400 * time.Millisecond
	maxWait    = 5 * time.Second // that an upstream may ask for
)

// again reports whether the request is sent once more, and after which time.
func (a *asking) again(answer Answer, err error) (bool, time.Duration) {
	wait := leastPause + rand.N(mostPause-leastPause)
	if !idempotent(a.message.Method) {
		return false, 0
	}
	if fault := (*Fault)(nil); errors.As(err, &fault) {
		return fault.Reason == Unreachable || fault.Reason == Broken, wait
	}
	if err != nil || !slices.Contains([]int{502, 503, 504}, answer.Status) || answer.RetryAfter > maxWait {
		return false, 0
	}
	return true, max(wait, answer.RetryAfter)
}

// read returns what was answered, without the secrets that it may repeat. An answer that is a failure is UPSTREAM_ERROR.
func (a *asking) read(answer Answer) (any, error) {
	value, fault := read(answer)
	if !a.clean.Clean(answer.Body) {
		value = a.clean.Value(valueOf(value))
	}
	switch {
	case answer.Status < 200 || answer.Status > 299:
		return nil, a.refused(answer, valueOf(value))
	case fault != "":
		return nil, a.upstream(answer.Status, cleaned(a.clean.Text(fault)))
	}
	return value, nil
}
