package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"berth/platform"
)

// mainView names the only widget of an authored app.
const mainView = "main"

// authoredInput is the input schema of every authored tool, word for word that of spec 002, "Tool Input Schema".
const authoredInput = `{"type":"object","properties":{"message":{"type":"string","description":"User query or request"},` +
	`"context":{"type":"object","description":"Additional context (optional)"}},"required":["message"]}`

// manifest describes what the draft, which must have been checked, offers over MCP.
func (s *Service) manifest(d platform.Draft) platform.Manifest {
	data := s.Data(d)
	text := d.ResponseText
	if strings.TrimSpace(text) == "" {
		text = Sentence(data)
	}
	about := described(d)
	// The keys are those of the mock executor's Config.
	config := slices.Concat([]byte(`{"data":`), data, []byte(`,"text":`), quote(text), []byte(`}`))
	return platform.Manifest{
		Name: d.Name, Description: about, Instructions: d.SystemPrompt, Access: platform.AccessPublic,
		Tools: []platform.ToolSpec{{
			Name: d.ToolName, Title: d.Name, Description: d.ToolDescription,
			Input: json.RawMessage(authoredInput), Output: s.outputs[d.Layout],
			Hints: platform.Hints{ReadOnly: true, Idempotent: true},
			View:  mainView, Handler: platform.HandlerRef{Kind: "mock", Config: config},
		}},
		Views: []platform.ViewSpec{{
			Name: mainView, URI: "ui://widget/{slug}.html", Layout: d.Layout, Title: d.Name, Description: about,
			PrefersBorder: true, Theme: d.Theme, CSP: platform.CSP{Resource: s.Layouts.ImageHosts(d.Layout, data)}, Sample: data,
		}},
	}
}

// described says what the app is: clients show it beside the server's name and to whoever cannot see the widget.
func described(d platform.Draft) string {
	for _, text := range []string{d.Description, d.ToolDescription} {
		if strings.TrimSpace(text) != "" {
			return text
		}
	}
	return d.Name
}

// quote writes text as JSON; a string always encodes.
func quote(text string) json.RawMessage {
	raw, err := json.Marshal(text)
	if err != nil {
		return json.RawMessage(`""`)
	}
	return raw
}

// build renders the views of a manifest and makes the release that holds both, without what the store sets.
func (s *Service) build(m platform.Manifest, draft platform.Draft, by string) (platform.Release, []platform.Document, error) {
	release := platform.Release{Manifest: m, DraftDigest: draft.Digest(), PublishedBy: by}
	var documents []platform.Document
	sum := sha256.New()
	if err := json.NewEncoder(sum).Encode(m); err != nil {
		return platform.Release{}, nil, fmt.Errorf("encode manifest: %w", err)
	}
	for _, v := range m.Views {
		document, err := s.Layouts.Build(v.Layout, v.Theme)
		if err != nil {
			return platform.Release{}, nil, fmt.Errorf("build view %s: %w", v.Name, err)
		}
		documents = append(documents, document)
		release.Views = append(release.Views, platform.BuiltView{Name: v.Name, Document: document.Digest})
		sum.Write([]byte(document.Digest))
	}
	release.Digest = hex.EncodeToString(sum.Sum(nil))
	return release, documents, nil
}

// try builds the release's MCP server, so that what cannot be served is refused before it is published.
func (s *Service) try(served platform.Served) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("trial build: panic: %v", v)
		}
	}()
	if err := s.TrialBuild(served); err != nil {
		return fmt.Errorf("trial build: %w", err)
	}
	return nil
}
