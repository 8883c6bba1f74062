package offline

import (
	"fmt"
	"net/url"
	"strings"
)

// picture draws a quiet picture for a row: a motif of the trade on a ground whose colour depends on the row's name.
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
		c[0], 40+h/7%160, 36+h/11%30, 16+h/13%14, c[1], c[1], 132+h/17%14, c[2], drawing(motif))
	return "data:image/svg+xml," + strings.ReplaceAll(url.PathEscape(svg), "'", "%27")
}

// drawing is a motif in strokes, about 80 wide and high around the middle of the picture.
func drawing(motif string) string {
	path, ok := map[string]string{
		"bowl":     "M78 88h84a42 42 0 0 1-84 0zM104 140h32M106 72c-6-8 6-12 0-22M124 72c-6-8 6-12 0-22M140 72c-6-8 6-12 0-22",
		"bread":    "M80 92a20 20 0 0 1 20-32h40a20 20 0 0 1 20 32v44H80zM104 76l8 14M124 76l8 14",
		"cup":      "M84 72h60v44a20 20 0 0 1-20 20h-20a20 20 0 0 1-20-20zM144 82h8a14 14 0 0 1 0 28h-8M102 58c-5-7 5-9 0-17M122 58c-5-7 5-9 0-17",
		"bottle":   "M110 42h20v30c12 6 16 16 16 28v40h-52v-40c0-12 4-22 16-28zM94 104h52",
		"leaf":     "M120 144V92M120 104c-30 2-42-18-42-42 30 0 42 18 42 42zM120 92c0-26 14-42 42-42 0 28-14 42-42 42z",
		"bed":      "M76 136V66M76 118h88v18M164 118v-8a16 16 0 0 0-16-16h-38v24M92 94a9 9 0 1 1 0 .1z",
		"plane":    "M74 98l20 6 22-18-34-32h14l46 22 20-16c8-6 16-2 12 6l-14 16 6 50-8 6-22-40-20 18 2 18-6 6z",
		"train":    "M90 50h60a12 12 0 0 1 12 12v48a12 12 0 0 1-12 12H90a12 12 0 0 1-12-12V62a12 12 0 0 1 12-12zM78 86h84M100 104h.1M140 104h.1M98 122l-12 18M142 122l12 18",
		"mountain": "M66 138l38-62 22 34 14-20 34 48zM150 58a8 8 0 1 1 0 .1z",
		"column":   "M76 72l44-26 44 26zM88 72v56M109 72v56M131 72v56M152 72v56M78 138h84",
		"pin":      "M120 142c-26-28-36-44-36-58a36 36 0 0 1 72 0c0 14-10 30-36 58zM120 72a12 12 0 1 1 0 .1z",
		"house":    "M72 96l48-42 48 42M84 88v50h72V88M110 138v-28h20v28",
		"lamp":     "M98 48h44l18 44H80zM120 92v44M100 138h40",
		"paw":      "M120 100c14 0 28 14 28 26s-14 14-28 10c-14 4-28 2-28-10s14-26 28-26zM88 92a8 10 0 1 1 0 .1zM106 72a8 10 0 1 1 0 .1zM134 72a8 10 0 1 1 0 .1zM152 92a8 10 0 1 1 0 .1z",
		"tool":     "M150 56a22 22 0 0 0-28 28l-40 40 14 14 40-40a22 22 0 0 0 28-28l-14 14-14-14z",
		"case":     "M76 76h88v58H76zM102 76V62h36v14M76 100h88M120 96v10",
		"person":   "M120 58a18 18 0 1 1 0 36 18 18 0 0 1 0-36zM82 140a38 34 0 0 1 76 0",
		"board":    "M78 52h84v88H78zM92 76h8M110 76h38M92 96h8M110 96h38M92 116h8M110 116h28",
		"chat":     "M78 58h84v58h-46l-22 20v-20H78zM96 78h48M96 96h32",
		"calendar": "M78 60h84v78H78zM78 82h84M98 50v18M142 50v18M98 100h10M116 100h10M134 100h10M98 118h10M116 118h10",
		"box":      "M120 48l42 20v48l-42 22-42-22V68zM78 68l42 22 42-22M120 90v48",
		"receipt":  "M88 46h64v92l-11-8-10 8-11-8-11 8-10-8-11 8zM102 68h36M102 86h36M102 104h22",
		"chart":    "M78 50v88h88M94 120l20-26 18 14 28-40",
		"sun":      "M120 72a22 22 0 1 1 0 44 22 22 0 0 1 0-44zM120 44v12M120 132v12M70 94h12M158 94h12M86 60l8 8M146 120l8 8M154 60l-8 8M94 120l-8 8",
		"cap":      "M70 82l50-22 50 22-50 22zM92 94v24c16 14 40 14 56 0V94M166 86v30",
		"cross":    "M108 52h24v30h30v24h-30v30h-24v-30H78V82h30z",
		"ball":     "M120 52a42 42 0 1 1 0 84 42 42 0 0 1 0-84zM78 94h84M120 52c-24 26-24 58 0 84M120 52c24 26 24 58 0 84",
		"heart":    "M120 134c-40-26-46-46-40-60s28-18 40 2c12-20 34-16 40-2s0 34-40 60z",
		"book":     "M120 66c-14-10-30-12-46-10v70c16-2 32 0 46 10 14-10 30-12 46-10V56c-16-2-32 0-46 10zM120 66v70",
		"film":     "M74 62h92v66H74zM92 62v66M148 62v66M74 84h18M74 106h18M148 84h18M148 106h18",
		"note":     "M104 124V58l50-10v64M104 124a12 10 0 1 1-24 0 12 10 0 0 1 24 0zM154 112a12 10 0 1 1-24 0 12 10 0 0 1 24 0z",
		"dice":     "M80 54h80v80H80zM100 74h.1M140 74h.1M120 94h.1M100 114h.1M140 114h.1",
		"shirt":    "M100 52c8 12 32 12 40 0l30 18-14 26-12-6v48H96V90l-12 6-14-26z",
		"gift":     "M80 80h80v18H80zM86 98h68v40H86zM120 80v58M120 80c-30-4-30-30-14-28 10 2 14 18 14 28 0-10 4-26 14-28 16-2 16 24-14 28z",
		"car":      "M72 118v-22l14-6 14-24h44l16 24 12 6v22zM96 118a10 10 0 1 1-.1 0zM148 118a10 10 0 1 1-.1 0zM86 90h74",
		"device":   "M84 56h72v58H84zM70 130h100l-8-16H78z",
		"paper":    "M84 46h52l20 20v74H84zM136 46v20h20M98 86h44M98 104h44M98 122h28",
	}[motif]
	if !ok {
		path = "M120 48l14 30 34 4-25 22 7 34-30-17-30 17 7-34-25-22 34-4z" // a star
	}
	return "<path d='" + path + "'/>"
}
