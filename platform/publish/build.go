package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"berth/platform"
)

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
