package mcpedge

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform/mcpedge/wire"
)

// streamQueue is how many notifications may wait for a slow client. Further ones are dropped; the answer never is.
const (
	streamQueue   = 64
	streamTimeout = 15 * time.Second // to write one event
)

// stream is the response as Server-Sent Events, which the first notification opens: notifications reach the client in
// order, the answer comes last. A nil stream drops everything. Its methods may be called concurrently.
type stream struct {
	w      http.ResponseWriter
	cancel context.CancelFunc // ends the call when the client cannot be written to

	mu     sync.Mutex
	events chan []byte   // nil until opened
	done   chan struct{} // closed when the writer has stopped
	over   bool          // no more notifications
}

// newStream returns nil when the client does not take events, or when the message is part of a batch.
func (x *exchange) newStream() *stream {
	accept := x.r.Header.Get("Accept")
	if x.batched || accept != "" && !strings.Contains(accept, "text/event-stream") && !strings.Contains(accept, "*/*") {
		return nil
	}
	return &stream{w: x.w, cancel: func() {}}
}

// openStream gives the exchange a stream if it may have one and has none yet.
func (x *exchange) openStream() *stream {
	if x.stream == nil {
		x.stream = x.newStream()
	}
	return x.stream
}

// notify queues a notification; it never blocks.
func (s *stream) notify(method string, params any) {
	if s == nil {
		return
	}
	body, err := wire.Encode(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
	if err != nil {
		return // log data of a handler that cannot be encoded
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return
	}
	if s.events == nil {
		s.events, s.done = make(chan []byte, streamQueue), make(chan struct{})
		go s.run()
	}
	select {
	case s.events <- body:
	default:
	}
}

func (s *stream) run() {
	defer close(s.done)
	h := s.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	s.w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(s.w)
	broken := false
	for body := range s.events {
		if broken {
			continue
		}
		_ = control.SetWriteDeadline(time.Now().Add(streamTimeout)) // a writer without deadlines has the server's own
		if _, err := s.w.Write(event(body)); err != nil {
			broken = true
		} else if err := control.Flush(); err != nil {
			broken = true
		}
		if broken {
			s.cancel()
		}
	}
}

func event(body []byte) []byte {
	out := make([]byte, 0, len(body)+24)
	out = append(out, "event: message\ndata: "...)
	out = append(out, body...)
	return append(out, "\n\n"...)
}

// finish refuses further notifications: a handler that continues after its deadline must not write.
func (s *stream) finish() {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
}

func (s *stream) opened() bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.events != nil
}

// close sends the answer after all notifications and ends the stream.
func (s *stream) close(body []byte) {
	s.mu.Lock()
	s.over = true
	close(s.events)
	s.mu.Unlock()
	<-s.done
	_ = http.NewResponseController(s.w).SetWriteDeadline(time.Now().Add(streamTimeout))
	_, _ = s.w.Write(event(body)) // the client may have gone
}

// progress returns a function that reports progress on the request's own stream if the client sent a token. Values must
// increase; others are dropped (specification, progress).
func (x *exchange) progress() func(progress, total float64, message string) {
	token := x.message.Meta.ProgressToken
	if token == nil || x.openStream() == nil {
		return func(float64, float64, string) {}
	}
	var mu sync.Mutex
	last, first := 0.0, true
	return func(progress, total float64, message string) {
		mu.Lock()
		defer mu.Unlock()
		if !first && progress <= last {
			return
		}
		last, first = progress, false
		params := map[string]any{"progressToken": json.RawMessage(token), "progress": progress}
		if total > 0 {
			params["total"] = total
		}
		if message != "" {
			params["message"] = message
		}
		x.stream.notify("notifications/progress", params)
	}
}

var levels = map[string]int{"debug": 0, "info": 1, "notice": 2, "warning": 3, "error": 4, "critical": 5, "alert": 6, "emergency": 7}

// logger returns a function that sends log notifications: in the modern era only from the level that the request asks for,
// if it asks for one.
func (x *exchange) logger() func(level string, data any) {
	least, asked := levels[x.message.Meta.LogLevel]
	if !x.app.logging || x.modern && !asked || x.openStream() == nil {
		return func(string, any) {}
	}
	return func(level string, data any) {
		if rank, ok := levels[level]; ok && rank >= least {
			x.stream.notify("notifications/message", map[string]any{"level": level, "logger": x.app.slug, "data": data})
		}
	}
}

// session is the request-scoped session that mcp-go asks for. It is registered nowhere and lives as long as the
// request, so that no request can reach another one's.
type session struct {
	notifications chan mcp.JSONRPCNotification
}

func newSession() *session { return &session{notifications: make(chan mcp.JSONRPCNotification, 16)} }

func (s *session) Initialize()       {}
func (s *session) Initialized() bool { return true }
func (s *session) NotificationChannel() chan<- mcp.JSONRPCNotification {
	return s.notifications
}
func (s *session) SessionID() string             { return "request" }
func (s *session) SetLogLevel(mcp.LoggingLevel)  {}
func (s *session) GetLogLevel() mcp.LoggingLevel { return mcp.LoggingLevelInfo }

// drain copies notifications of mcp-go itself, such as the acknowledgement of subscriptions/listen, to the stream.
func (s *session) drain(x *exchange) {
	for {
		select {
		case n := <-s.notifications:
			x.openStream().notify(n.Method, n.Params)
		default:
			return
		}
	}
}
