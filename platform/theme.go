package platform

// Theme is the closed set of values by which an author changes a widget's look. Every field is optional; the zero
// value means the layout's default. Validation and contrast live in package view.
type Theme struct {
	Preset  string   `json:"preset,omitempty"`
	Light   *Palette `json:"light,omitempty"`
	Dark    *Palette `json:"dark,omitempty"`
	Radius  *int     `json:"radius,omitempty"`  // CSS pixels, 0–24
	Density string   `json:"density,omitempty"` // compact | regular | relaxed
	Scale   *float64 `json:"scale,omitempty"`   // factor on font sizes, 0.875–1.25
	Font    string   `json:"font,omitempty"`    // system | serif | mono
}

// Palette holds colours as #rrggbb; "" means the preset's.
type Palette struct {
	Accent  string `json:"accent,omitempty"`
	Surface string `json:"surface,omitempty"`
	Text    string `json:"text,omitempty"`
	Muted   string `json:"muted,omitempty"`
}
