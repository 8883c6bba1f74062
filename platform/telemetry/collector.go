package telemetry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"berth/platform"
	"berth/platform/outbound"
)

// exchange bounds one request to a collector, maxAnswer what is read of its answer.
const (
	exchange  = 10 * time.Second
	maxAnswer = 64 << 10
)

// collector sends spans to a collector by OTLP/HTTP (opentelemetry.io/docs/specs/otlp). The client that the OpenTelemetry project has for that
// brings gRPC along, which is 2 MB of the program and not used.
type collector struct {
	url    string
	header http.Header
	send   func(r *http.Request) (*http.Response, error)
	done   func() // closes what is kept open
}

// newCollector returns the client of the collector at a base URL. headers are those that each request has besides, as
// OTEL_EXPORTER_OTLP_HEADERS has them: name=value with commas between, values percent-encoded.
func newCollector(endpoint, headers string) (*collector, error) {
	u, err := url.Parse(strings.TrimSuffix(endpoint, "/") + "/v1/traces")
	if err != nil {
		return nil, errors.New("the collector's base URL is none") // it may hold a password
	}
	client := outbound.New(outbound.Options{Named: []*url.URL{u}, Timeout: exchange, MaxBytes: maxAnswer})
	c := &collector{u.String(), http.Header{"Content-Type": {"application/x-protobuf"}}, client.Do, client.CloseIdleConnections}
	for pair := range strings.SplitSeq(headers, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
		value, err := url.PathUnescape(value)
		if name == "" && !ok {
			continue // nothing between two commas
		}
		if name == "" || !ok || err != nil {
			return nil, errors.New("OTEL_EXPORTER_OTLP_HEADERS: want name=value with commas between") // values may be secret
		}
		c.header.Set(name, value)
	}
	return c, nil
}

// Start implements otlptrace.Client. The collector need not be reachable yet.
func (c *collector) Start(context.Context) error { return nil }

// Stop implements otlptrace.Client.
func (c *collector) Stop(context.Context) error {
	c.done()
	return nil
}

// UploadTraces implements otlptrace.Client. What the collector cannot take now is sent again, until ctx ends.
func (c *collector) UploadTraces(ctx context.Context, spans []*trace.ResourceSpans) error {
	body, err := proto.Marshal(&trace.TracesData{ResourceSpans: spans}) // the form of an ExportTraceServiceRequest
	if err != nil {
		return fmt.Errorf("write spans: %w", err)
	}
	for pause := time.Second; ; pause *= 2 {
		again, err := c.post(ctx, body)
		if err == nil || again < 0 {
			return err
		}
		if platform.Wait(ctx, max(pause, again)) != nil {
			return err
		}
	}
}

// post sends a body. again is how long to wait at least before it is sent again, less than 0 when that is of no use.
func (c *collector) post(ctx context.Context, body []byte) (again time.Duration, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return -1, fmt.Errorf("send spans: %w", err)
	}
	r.Header = c.header
	answer, err := c.send(r)
	if err != nil {
		return 0, fmt.Errorf("send spans: %w", err)
	}
	_, _ = io.Copy(io.Discard, answer.Body) // so that the connection is used again
	_ = answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent:
		return -1, nil
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After")) // none, or a date: 0
		return time.Duration(max(seconds, 0)) * time.Second, fmt.Errorf("send spans: the collector responds %s", answer.Status)
	}
	return -1, fmt.Errorf("send spans: the collector responds %s", answer.Status)
}
