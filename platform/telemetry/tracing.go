package telemetry

import (
	"context"
	"fmt"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// TracingConfig says where spans go. Ratio is the share of traces begun here that are kept, 0–1; a trace begun by the
// caller follows the caller's decision.
type TracingConfig struct {
	Endpoint string // base URL of an OTLP/HTTP collector, "http://collector:4318"; "" = off
	Headers  string // that each request has besides, as newCollector reads them
	Service  string // name of the service in the traces
	Version  string // of this program
	Ratio    float64
}

// Tracing makes spans and sends them in the background. When it is off, as a nil *Tracing and the zero value are, it
// does nothing and costs nothing.
type Tracing struct {
	provider   *sdktrace.TracerProvider
	tracer     trace.Tracer
	propagator propagation.TextMapPropagator
}

// NewTracing starts the exporter, or returns one that is off when config has no endpoint. Spans go to {Endpoint}/v1/traces, as the
// OTLP specification has it for a base endpoint. The collector need not be reachable.
func NewTracing(ctx context.Context, config TracingConfig) (*Tracing, error) {
	if config.Endpoint == "" {
		return &Tracing{}, nil
	}
	client, err := newCollector(config.Endpoint, config.Headers)
	if err != nil {
		return nil, fmt.Errorf("start trace exporter: %w", err)
	}
	exporter, err := otlptrace.New(ctx, client)
	if err != nil {
		return nil, fmt.Errorf("start trace exporter: %w", err)
	}
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(exporter),
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(config.Ratio))),
		sdktrace.WithResource(resource.NewSchemaless(
			attribute.String("service.name", config.Service), attribute.String("service.version", config.Version))),
	)
	return &Tracing{provider: provider, tracer: provider.Tracer("berth"), propagator: propagation.TraceContext{}}, nil
}

func (t *Tracing) off() bool { return t == nil || t.provider == nil }

// Shutdown sends what is queued and stops, within ctx.
func (t *Tracing) Shutdown(ctx context.Context) error {
	if t.off() {
		return nil
	}
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("stop trace exporter: %w", err)
	}
	return nil
}

// serverSpan is the span of one HTTP request; the zero value does nothing.
type serverSpan struct{ span trace.Span }

func (t *Tracing) server(ctx context.Context, r *http.Request) (context.Context, serverSpan) {
	if t.off() {
		return ctx, serverSpan{}
	}
	ctx = t.propagator.Extract(ctx, propagation.HeaderCarrier(r.Header))
	ctx, span := t.tracer.Start(ctx, r.Method, trace.WithSpanKind(trace.SpanKindServer))
	return ctx, serverSpan{span}
}

// finish names the span by its route, as the OpenTelemetry HTTP conventions have it.
func (s serverSpan) finish(method, route string, status int) {
	if s.span == nil {
		return
	}
	if route != "" {
		s.span.SetName(method + " " + route)
	}
	s.span.SetAttributes(attribute.String("http.request.method", method), attribute.String("http.route", route),
		attribute.Int("http.response.status_code", status))
	if status >= http.StatusInternalServerError {
		s.span.SetStatus(codes.Error, "")
	}
	s.span.End()
}

// Span begins a span below the one in ctx; call end when the work is done. Names come from a small fixed set, never a slug
// or an id. Without tracing it returns ctx as it is; so it does where ctx is below no span, so that work in the background
// makes no traces of its own.
func (t *Tracing) Span(ctx context.Context, name string) (inner context.Context, end func()) {
	if t.off() || !trace.SpanContextFromContext(ctx).IsValid() {
		return ctx, func() {}
	}
	inner, span := t.tracer.Start(ctx, name)
	return inner, func() { span.End() }
}
