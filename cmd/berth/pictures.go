package main

import (
	"encoding/json"

	"berth/platform/appkit"
	"berth/platform/generate/cells"
	"berth/platform/view"
)

// pictures returns those of all samples: of layouts, of the apps that ship inside and of their answers, and of drafts that are made by rules.
func (p *parts) pictures(layouts *view.Set) *view.Pictures {
	made, _ := json.Marshal(cells.Picture) // a string always encodes
	further := []json.RawMessage{made}
	for _, a := range p.apps {
		if a, ok := a.(appkit.Pictured); ok {
			named, _ := json.Marshal(a.Pictures()) // strings always encode
			further = append(further, named)
		}
		for _, v := range a.Manifest().Views {
			further = append(further, v.Sample)
		}
	}
	return layouts.Pictures(p.settings.PublicURL, further...)
}
