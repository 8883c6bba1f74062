// Package http runs tools that ask their author's own API: it fills a request with the arguments, has it sent, and makes the data
// of a widget of the answer. It sends nothing itself, and knows neither where secrets are kept nor how a connection is made.
package http

import (
	"context"
	"fmt"
	"time"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/executor"
	"berth/platform/request"
	"berth/platform/request/outgoing"
	"berth/platform/view"
)

// Kind is the kind of these handlers.
const Kind = "http"

// Secrets finds an app's secrets by name; one that is not set is absent. The error is one that may be shown where a secret cannot
// be opened. It is asked at every call. Implemented by secrets.Service.
type Secrets interface {
	Secrets(ctx context.Context, workspace platform.WorkspaceID, app platform.AppID, names []string) (map[string]platform.Secret, error)
}

// Sender sends one request and reads the answer. It reaches only what may be reached, follows redirects within Message.Hosts alone
// and ends when ctx does. An error is a *Fault, or that of ctx. Implemented by package send.
type Sender interface {
	Send(ctx context.Context, m Message) (Answer, error)
}

// Message is a request to be sent.
type Message struct {
	outgoing.Filled
	Hosts []string // "host" or "host:port" that it, and redirects, may go to
	Timed bool     // whether Answer.Steps are wanted
}

// Answer is what an upstream answered, whatever its status.
type Answer struct {
	Status     int
	Headers    map[string][]string // by canonical name
	Body       []byte              // decompressed, at most MaxAnswer bytes, in UTF-8 too
	RetryAfter time.Duration       // that it asks for; 0 = it asks for none
	Steps      Steps
}

// MaxAnswer is how much is read of an answer, in bytes after decompression.
const MaxAnswer = 1 << 20

// Steps say how long the steps of a request took.
type Steps struct{ Connect, Wait, Read time.Duration }

// Fault is why there is no answer.
type Fault struct {
	Reason  Reason
	Message string // a sentence without a subject that may be shown: "did not take the connection"
}

// Error implements error.
func (f *Fault) Error() string { return f.Message }

// TooLarge is the fault of an answer of more than MaxAnswer bytes.
func TooLarge() *Fault {
	return &Fault{Reason: Refused, Message: fmt.Sprintf("answered more than %d KiB", MaxAnswer>>10)}
}

// Reason is a kind of fault.
type Reason int

// Unreachable: nobody took the connection, and nothing was sent. Broken: it broke before the answer was there. Slow: the time was
// over. Refused: Berth does not send this, or does not read that answer; it is no failure of the host.
const (
	Unreachable Reason = iota
	Broken
	Slow
	Refused
)

// Options are what the executor is made of; all are required but Secrets, Refusal and Seen.
type Options struct {
	Sender  Sender
	Secrets Secrets // nil = no app has any
	Layout  func(name string) (view.Layout, bool)
	Refusal func(address string) string // why an address may not be asked, "" = it may; nil = all may
	Now     func() time.Time
	// Seen is told of one answer in a hundred. It must not block: a call waits for it. nil = nobody wants to know.
	Seen func(platform.CallAnswered)
}

// Executor runs tools of the kind http. It implements executor.Kind and is safe for concurrent use.
type Executor struct {
	Options
	form  *executor.FormOf[handler]
	tools *executor.Kept[*tool]
	hosts *hosts
	cache *cache
}

// New makes the executor.
func New(o Options) *Executor {
	return &Executor{Options: o, form: executor.NewForm(Kind, (*handler).parse), tools: executor.NewKept[*tool](), hosts: newHosts(o.Now), cache: newCache(o.Now)}
}

// Kind implements executor.Kind.
func (*Executor) Kind() string { return Kind }

// RunsLong implements runtime.LongRunner.
func (*Executor) RunsLong() {}

// Form implements executor.Kind.
func (e *Executor) Form() executor.Form { return e.form }

var _ executor.Kind = (*Executor)(nil)

// values are what the placeholders of a call stand for. secret returns what stands for a secret.
func values(call appkit.Call, args map[string]any, secret func(string) (string, bool)) request.Values {
	v := request.Values{Args: args, App: call.Slug, Now: call.Now, Secret: secret}
	if call.Principal.Person() {
		v.User = request.Person{ID: platform.PersonID(call.App, call.Principal.User), Email: call.Principal.Email}
	}
	return v
}
