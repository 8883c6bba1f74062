package main

import (
	"encoding/json"

	"berth/platform/generate/offline"
	"berth/platform/view"
)

// pictures returns those of all samples: of layouts, of the apps that ship inside, and of drafts that are made by rules.
func (p *parts) pictures(layouts *view.Set) *view.Pictures {
	made, _ := json.Marshal(offline.Picture) // a string always encodes
	further := []json.RawMessage{made}
	for _, a := range p.apps {
		for _, v := range a.Manifest().Views {
			further = append(further, v.Sample)
		}
	}
	return layouts.Pictures(p.settings.PublicURL, further...)
}
