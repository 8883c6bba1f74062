package platform

// Theme is the closed set of values by which an author changes a widget's look. Every field is optional; the zero
// value means the layout's default. Validation and contrast live in package view.
type Theme struct {
	Preset  string   `json:"preset,omitempty"`
	Light   *Palette `json:"light,omitempty"`
	Dark    *Palette `json:"dark,omitempty"`
	Radius  *int     `json:"radius,omitempty" jsonschema:"minimum=0,maximum=24" doc:"Of corners, in CSS pixels."`
	Density string   `json:"density,omitempty" jsonschema:"enum=compact,enum=regular,enum=relaxed"`
	Scale   *float64 `json:"scale,omitempty" jsonschema:"minimum=0.875,maximum=1.25" doc:"Multiplies the sizes of fonts."`
	Font    string   `json:"font,omitempty" jsonschema:"enum=system,enum=serif,enum=mono"`
}

// Palette holds colours as #rrggbb; "" means the preset's.
type Palette struct {
	Accent  string `json:"accent,omitempty" jsonschema:"pattern=^#[0-9a-fA-F]{6}$"`
	Surface string `json:"surface,omitempty" jsonschema:"pattern=^#[0-9a-fA-F]{6}$"`
	Text    string `json:"text,omitempty" jsonschema:"pattern=^#[0-9a-fA-F]{6}$"`
	Muted   string `json:"muted,omitempty" jsonschema:"pattern=^#[0-9a-fA-F]{6}$"`
}
