package offline

import (
	"fmt"
	"net/url"
	"strings"
)

// picture draws a simple picture for a row: a motif of the trade on a background whose colour depends on the row's name.
func picture(motif, name string) string {
	grounds := [][3]string{
		{"#f4ead8", "#d9c5a0", "#8a6530"}, {"#dfe9e6", "#bccdc8", "#3f7d70"}, {"#e8e4f0", "#cdc6db", "#6b5a96"}, {"#f6e3d9", "#e3bfab", "#a8523a"},
		{"#dce8f4", "#b7cde4", "#3b6a9c"}, {"#eef0d8", "#d3d8a8", "#6c7a2e"}, {"#f3dfe6", "#dfb8c6", "#9a4463"}, {"#dfeef0", "#b4d6db", "#2f7480"},
	}
	h := seed(name)
	c := grounds[h%uint32(len(grounds))]
	svg := fmt.Sprintf(`<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 240 180'><path fill='%s' d='M0 0h240v180H0z'/>`+
		`<circle cx='%d' cy='%d' r='%d' fill='%s'/><path fill='%s' opacity='.5' d='M0 %dq60 -24 120 0t120 0v60H0z'/>`+
		`<g fill='none' stroke='%s' stroke-width='5' stroke-linecap='round' stroke-linejoin='round'>%s</g></svg>`,
		c[0], 40+h/7%160, 36+h/11%30, 16+h/13%14, c[1], c[1], 132+h/17%14, c[2], drawing(motif, h))
	return "data:image/svg+xml," + strings.ReplaceAll(url.PathEscape(svg), "'", "%27")
}

// drawing returns a motif in strokes, about 80 wide and high around the middle of the picture; a simple pattern that
// depends on h when there is no motif for the thing.
func drawing(motif string, h uint32) string {
	path := strokes(motif)
	if path == "" {
		patterns := []string{
			"M120 58a36 36 0 1 1 0 72 36 36 0 0 1 0-72zM120 76a18 18 0 1 1 0 36 18 18 0 0 1 0-36z", // rings
			"M78 112q21-24 42 0t42 0M78 92q21-24 42 0t42 0M78 132q21-24 42 0t42 0",                 // waves
			"M84 58h30v30H84zM126 58h30v30h-30zM84 100h30v30H84zM126 100h30v30h-30z",               // tiles
			"M120 54l40 40-40 40-40-40zM120 76l18 18-18 18-18-18z",                                 // diamonds
			"M80 130a40 40 0 0 1 80 0M96 130a24 24 0 0 1 48 0M112 130a8 8 0 0 1 16 0",              // arcs
			"M120 54l40 70H80zM120 84l16 28h-32z",                                                  // triangles
		}
		path = patterns[h/19%uint32(len(patterns))]
	}
	return "<path d='" + path + "'/>"
}
