package mcpedge

import (
	"sync"
	"testing"

	"berth/platform"
)

// everyApp is a sampler that has not heard that anything was turned off.
type everyApp struct {
	mu   sync.Mutex
	kept []platform.CallSample
}

func (*everyApp) Wanted(platform.AppID) bool { return true }

func (s *everyApp) Sample(c platform.CallSample) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = append(s.kept, c)
}

// The release that is called decides whether a call may be kept, whatever the setting of its app says.
func TestCallsOfPersonalReleasesAreNeverKept(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*platform.Served)
		kept   int
	}{
		"an authored app":         {func(*platform.Served) {}, 1},
		"one that writes":         {func(s *platform.Served) { s.Manifest.Tools[0].Hints.ReadOnly = false }, 0},
		"one that asks who calls": {func(s *platform.Served) { s.Manifest.Access = platform.AccessPerson }, 0},
		"one that ships inside":   {func(s *platform.Served) { s.Origin = platform.OriginSeeded }, 0},
		"one of unknown origin":   {func(s *platform.Served) { s.Origin = "" }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sampler := &everyApp{}
			b := setup(t, func(o *Options) { o.Samples = sampler })
			served := cards("cards", 2)
			c.change(served)
			b.source.live["cards"] = served
			body, headers := legacy("1", "tools/call", `"name":"show_cards","arguments":{"message":"my secret"}`)
			if status, answer, _ := b.post(t, "cards", body, append(headers, "Authorization", "Bearer person-ann")...); status != 200 {
				t.Fatalf("the call answers %d %s", status, answer)
			}
			b.server.Close() // a call is kept after its answer has been sent
			sampler.mu.Lock()
			defer sampler.mu.Unlock()
			if len(sampler.kept) != c.kept {
				t.Errorf("kept: %+v", sampler.kept)
			}
		})
	}
}
