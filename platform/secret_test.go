package platform_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"berth/platform"
)

func TestSecretShowsItselfNowhere(t *testing.T) {
	t.Parallel()
	s := platform.SecretText("hunter2")
	whole := platform.Secret{Name: "KEY", Hosts: []string{"api.example.com"}, Value: s}
	asJSON, err := json.Marshal(map[string]any{"key": s, "whole": whole, "nested": struct{ S platform.SecretText }{s}})
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("seen", "key", s, "whole", whole, "at", &whole)
	shown := []string{string(asJSON), s.String(), fmt.Errorf("use %w: %v", errors.New("x"), s).Error(), log.String()}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d"} {
		shown = append(shown, fmt.Sprintf(verb, s), fmt.Sprintf(verb, whole), fmt.Sprintf(verb, &whole), fmt.Sprintf(verb, []any{s}))
	}
	for _, text := range shown {
		if strings.Contains(text, "hunter2") || strings.Contains(strings.ToLower(text), "68756e74657232") || !strings.Contains(text, "•••") {
			t.Errorf("shows itself: %s", text)
		}
	}
	if s.Reveal() != "hunter2" {
		t.Error("Reveal lost the value")
	}
}
