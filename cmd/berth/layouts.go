package main

import (
	"errors"
	"fmt"

	"berth/platform"
	"berth/platform/atlas"
	"berth/platform/view"
	"berth/templates"
)

// layouts loads all layouts with what their widgets need of this server.
func (s *settings) layouts() (*view.Set, error) {
	set, err := view.Load(templates.FS())
	if err != nil {
		return nil, err
	}
	var tiles *atlas.Tiles
	if s.MapTiles != "" {
		if tiles, err = atlas.ParseTiles(s.MapTiles, s.MapAttribution); err != nil {
			return nil, err
		}
	}
	return set.With(map[string]platform.Supplement{atlas.Name: atlas.New(tiles).Supplement()}), nil
}

// checkMap returns what is wrong with the street tiles, without repeating an address that may hold a key.
func (s *settings) checkMap() error {
	if s.MapTiles == "" {
		if s.MapAttribution != "" {
			return errors.New("BERTH_MAP_ATTRIBUTION: wants tiles beside it, BERTH_MAP_TILES")
		}
		return nil
	}
	if _, err := atlas.ParseTiles(s.MapTiles, s.MapAttribution); err != nil {
		return fmt.Errorf("BERTH_MAP_TILES: %w", err)
	}
	return nil
}
