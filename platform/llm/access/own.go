package access

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/vault"
)

const (
	mostAddress = 2000
	mostName    = 100
	mostKey     = 8 << 10
)

// Problems returns what is wrong with what a workspace brings, with locations in the body.
func (s *Service) Problems(set Settings) (problems []platform.Problem) {
	add := func(field, message string) {
		problems = append(problems, platform.Problem{Location: "body." + field, Message: message})
	}
	if !slices.Contains(Providers(), set.Provider) {
		add("provider", "must be openai, anthropic, gemini or echo")
	}
	if set.BaseURL != "" {
		if refusal := s.Refusal(set.BaseURL); refusal != "" {
			add("baseUrl", refusal)
		} else if strings.Contains(set.BaseURL, "?") {
			add("baseUrl", "must have no ? and nothing behind it")
		}
	}
	if len(set.BaseURL) > mostAddress {
		add("baseUrl", fmt.Sprintf("must have at most %d characters", mostAddress))
	}
	if set.Model == "" && set.Provider != Echo {
		add("model", "is required")
	}
	for _, m := range [][2]string{{"model", set.Model}, {"modelFast", set.ModelFast}} {
		if len(m[1]) > mostName {
			add(m[0], fmt.Sprintf("must have at most %d characters", mostName))
		}
	}
	if len(set.Key) > mostKey {
		add("apiKey", fmt.Sprintf("must have at most %d KiB", mostKey>>10))
	}
	if strings.ContainsFunc(set.Key.Reveal(), func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		add("apiKey", "must be one word of ASCII: it travels in a header; it was perhaps pasted with a space or the end of its line")
	}
	return problems
}

// SetOwn has a workspace's tools ask a model that it brings, from the next call on. A key that is left out stays as it is while
// provider and address do, and is forgotten otherwise.
func (s *Service) SetOwn(ctx context.Context, by platform.Actor, set Settings, keepKey bool) (Own, error) {
	if problems := s.Problems(set); len(problems) > 0 {
		return Own{}, platform.Invalid(problems)
	}
	own := Own{Settings: set, Workspace: by.Workspace, Sealed: []byte{}}
	own.Key = ""
	switch {
	case set.Key != "":
		if s.Vault == nil {
			return Own{}, platform.Errorf(platform.CodeConflict, "No key can be kept: the operator has to set BERTH_VAULT_KEY first.")
		}
		sealed, err := s.Vault.Seal([]byte(set.Key.Reveal()), set.Place(by.Workspace)...)
		if err != nil {
			return Own{}, fmt.Errorf("seal the key of a model: %w", err)
		}
		own.Sealed = sealed
	case keepKey:
		was, err := s.Store.OwnModel(ctx, by.Workspace)
		if err != nil && !platform.IsCode(err, platform.CodeNotFound) {
			return Own{}, err
		}
		if err == nil && was.Provider == set.Provider && was.BaseURL == set.BaseURL {
			own.Sealed = was.Sealed
		}
	}
	return s.Store.SetOwnModel(ctx, by, own)
}

// Own returns what a workspace has brought; NOT_FOUND when it has brought nothing.
func (s *Service) Own(ctx context.Context, ws platform.WorkspaceID) (Own, error) {
	return s.Store.OwnModel(ctx, ws)
}

// DeleteOwn ends the use of what a workspace has brought.
func (s *Service) DeleteOwn(ctx context.Context, by platform.Actor) error {
	return s.Store.DeleteOwnModel(ctx, by)
}

// Place is what the key of a workspace's model is sealed for. The address is part of it, so that nobody who can write to the
// database has the key sent elsewhere.
func (s Settings) Place(ws platform.WorkspaceID) []string {
	return []string{"llm", string(ws), string(s.Provider), s.BaseURL}
}

func (s *Service) open(ws platform.WorkspaceID, own Settings, sealed []byte) (string, error) {
	key, err := s.Vault.Open(sealed, own.Place(ws)...)
	if err == nil {
		return string(key), nil
	}
	msg := "The key of the workspace's language model is damaged: its owner has to set it anew."
	if errors.Is(err, vault.ErrKey) {
		msg = "The key of the workspace's language model was sealed with another BERTH_VAULT_KEY: its owner has to set it anew."
	}
	return "", &platform.Error{Code: platform.CodeLLM, Msg: msg, Details: map[string]any{"reason": "provider"}, Err: err}
}
