package telemetry

import (
	"context"
	"io"
	"log/slog"

	"go.opentelemetry.io/otel/trace"
)

// NewLogger makes the logger that cmd hands to everybody: one JSON object per line, or readable text for a terminal.
// Times are UTC. A line logged with a context carries that context's request id and trace id as "requestId" and "traceId".
func NewLogger(w io.Writer, level slog.Leveler, json bool) *slog.Logger {
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: utc}
	if json {
		return slog.New(contextHandler{slog.NewJSONHandler(w, options)})
	}
	return slog.New(contextHandler{slog.NewTextHandler(w, options)})
}

func utc(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key == slog.TimeKey && a.Value.Kind() == slog.KindTime {
		a.Value = slog.TimeValue(a.Value.Time().UTC())
	}
	return a
}

type requestIDKey struct{}

// WithRequestID returns a context whose log lines carry id.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestID returns the id that WithRequestID stored, or "".
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// contextHandler adds what the context knows of a request to each line.
type contextHandler struct{ slog.Handler }

func (h contextHandler) Handle(ctx context.Context, r slog.Record) error {
	if id := RequestID(ctx); id != "" {
		r.AddAttrs(slog.String("requestId", id))
	}
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		r.AddAttrs(slog.String("traceId", span.TraceID().String()))
	}
	return h.Handler.Handle(ctx, r)
}

func (h contextHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return contextHandler{h.Handler.WithAttrs(attrs)}
}

func (h contextHandler) WithGroup(name string) slog.Handler {
	return contextHandler{h.Handler.WithGroup(name)}
}
