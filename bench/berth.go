package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"berth/platform"
)

// adminKey is the first key of every server that is measured.
const adminKey = "bench-admin-key-0123456789abcdef0123456789abcdef"

// berth is one running server of ours, with its REST API.
type berth struct {
	*process
	admin string        // address of /metrics and pprof
	ready time.Duration // from the start of the process
	key   string        // API key of REST calls
}

// startBerth starts the binary over dataDir, or over the PostgreSQL database that env names.
func (b *bench) startBerth(ctx context.Context, dataDir string, env ...string) (*berth, error) {
	addr, err := freeAddr(ctx)
	if err != nil {
		return nil, err
	}
	admin, err := freeAddr(ctx)
	if err != nil {
		return nil, err
	}
	env = append(strings.FieldsFunc(b.env, func(r rune) bool { return r == ',' }), env...)
	env = append([]string{
		"BERTH_ADDR=" + addr, "BERTH_ADMIN_ADDR=" + admin, "BERTH_DATA_DIR=" + dataDir, "BERTH_ADMIN_KEY=" + adminKey,
		// The limits are checked on every call, and never reached.
		"BERTH_LIMIT_CALLER_RPM=1000000000", "BERTH_LIMIT_WRITE_RPM=0", "BERTH_LIMIT_PUBLISH_RPM=0", "BERTH_LIMIT_ROWS=1000000000", "BERTH_LIMIT_WORKSPACE_MIB=1000000",
	}, env...)
	start := time.Now()
	p, err := b.start(ctx, addr, env, answering("http://"+addr+"/readyz"), b.berth)
	if err != nil {
		return nil, err
	}
	return &berth{process: p, admin: admin, ready: time.Since(start), key: adminKey}, nil
}

func (s *berth) mcpURL(slug string) string {
	return platform.NewAddresses("http://" + s.addr).Address(slug).MCP
}

// path returns the path of the endpoint on any server.
func path(slug string) string { return platform.Addresses{}.Address(slug).MCP }

// rest makes one REST call and decodes its answer into out.
func (s *berth) rest(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		raw, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(raw)
	}
	request, err := http.NewRequestWithContext(ctx, method, "http://"+s.addr+"/api/v1"+path, body)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+s.key)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s: %.500s", method, path, response.Status, raw)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(raw, out)
}

// published is the answer to a publish.
type published struct {
	ID             string `json:"id"`
	Slug           string `json:"mcpSlug"`
	PublishVersion int    `json:"publishVersion"`
}

// publishCards creates and publishes an app with the layout cards, by REST. preset is the theme's.
func (s *berth) publishCards(ctx context.Context, slug, preset string) (published, error) {
	var app published
	err := s.rest(ctx, http.MethodPost, "/apps", map[string]any{
		"name": "Gift ideas " + slug, "mcpSlug": slug, "description": "Shows gift ideas as cards, each with a price and a reason.",
		"toolName": "show_gifts", "toolDescription": "Shows gift ideas for a person, with prices and why they fit. Use it when somebody asks for a present.",
		"layoutTemplate": "cards", "mockData": json.RawMessage(cardsData), "themeVariables": map[string]any{"preset": preset},
		"responseText": "Here are four gift ideas between $18 and $64; each one is in stock and can be sent as a present.",
	}, &app)
	if err != nil {
		return app, err
	}
	return app, s.rest(ctx, http.MethodPost, "/apps/"+app.ID+"/publish", nil, &app)
}

// cardsData is the data of a result of about 1.5 KB.
const cardsData = `{"title":"Gifts for Ana","subtitle":"Four ideas that can be sent this week","items":[
{"id":"g-1","title":"Pour-over coffee set","description":"A glass dripper, forty paper filters and a bag of beans from a small roaster in Minas Gerais.","price":"$42.00","badge":"Bestseller","tags":["coffee","kitchen"],"url":"https://example.com/gifts/g-1"},
{"id":"g-2","title":"Merino scarf","description":"Soft, light and warm; it folds to the size of a hand and comes in a box of recycled card.","price":"$64.00","tags":["clothes","winter"],"url":"https://example.com/gifts/g-2"},
{"id":"g-3","title":"Sketchbook and pencils","description":"One hundred and twenty pages of heavy paper with twelve pencils, for somebody who draws on trains.","price":"$27.50","badge":"New","tags":["art"],"url":"https://example.com/gifts/g-3"},
{"id":"g-4","title":"Herb garden","description":"Basil, mint and chives with soil and three pots for a kitchen window; it grows within two weeks.","price":"$18.00","tags":["plants","kitchen"],"url":"https://example.com/gifts/g-4"}]}`

// presets are themes that ship with Berth: apps with different ones have different documents.
var presets = []string{"default", "forest", "plum", "ember", "paper"}

// metric reads one unlabelled Prometheus metric.
func (s *berth) metric(ctx context.Context, name string) (float64, error) {
	raw, err := s.adminGet(ctx, "/metrics")
	if err != nil {
		return 0, err
	}
	return field(raw, "\n"+name+" ")
}

// settle waits until the server has finished its background work after a start, such as the gift app's index.
func (s *berth) settle(ctx context.Context) error {
	const look = 300 * time.Millisecond
	for last := time.Duration(-1); ; {
		used, err := s.cpu()
		if err != nil || last >= 0 && used-last < look/10 {
			return err
		}
		last = used
		select {
		case <-time.After(look):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// heap returns the live heap after a garbage collection (runtime.MemStats.HeapAlloc). It collects twice, so that what
// pools and weak pointers hold is gone.
func (s *berth) heap(ctx context.Context) (float64, error) {
	if _, err := s.adminGet(ctx, "/debug/pprof/heap?gc=1&debug=1"); err != nil {
		return 0, err
	}
	raw, err := s.adminGet(ctx, "/debug/pprof/heap?gc=1&debug=1")
	if err != nil {
		return 0, err
	}
	return field(raw, "\n# HeapAlloc = ")
}

func field(text, before string) (float64, error) {
	_, after, ok := strings.Cut(text, before)
	if !ok {
		return 0, errors.New("no such figure: " + strings.TrimSpace(before))
	}
	var v float64
	_, err := fmt.Sscan(after, &v)
	return v, err
}

func (s *berth) adminGet(ctx context.Context, path string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.admin+path, nil)
	if err != nil {
		return "", err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("GET %s: %s", path, response.Status)
	}
	return string(raw), err
}

// measureFirstStarts measures the time from starting the process on an empty data folder to ready, in milliseconds.
func (b *bench) measureFirstStarts(ctx context.Context) ([]float64, error) {
	var all []float64
	for range b.firstStarts {
		dir, err := b.temp("first")
		if err != nil {
			return nil, err
		}
		s, err := b.startBerth(ctx, dir)
		if err != nil {
			return nil, err
		}
		all = append(all, millis(s.ready))
		if err := s.stop(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// temp makes a folder for one server's data.
func (b *bench) temp(name string) (string, error) { return os.MkdirTemp(b.dir, name+"-") }
