package view

// mode is a complete palette. What a document needs besides is derived from it here.
type mode struct{ accent, surface, text, muted rgb }

// signal is a meaning that is told by a colour: the hue that is tried first on light and on dark surfaces.
type signal struct {
	name        string
	light, dark rgb
}

var signals = [...]signal{
	{"danger", rgb{0xc8, 0x24, 0x1c}, rgb{0xff, 0x8a, 0x80}},
	{"success", rgb{0x0a, 0x78, 0x4a}, rgb{0x62, 0xd3, 0x94}},
	{"warning", rgb{0x96, 0x58, 0x00}, rgb{0xff, 0xb9, 0x4f}},
}

// end is the end of the scale that the text lies at: it is read wherever the text is.
func (m mode) end() rgb {
	if m.text.luminance() > m.surface.luminance() {
		return white
	}
	return black
}

func (m mode) hue(s signal) rgb {
	if m.end() == white {
		return s.dark
	}
	return s.light
}

// ground is the surface with a touch of c: at most of 256, and no more than leaves text and muted text readable on it.
func (m mode) ground(c rgb, most int) rgb {
	for step := most; step > 0; step-- {
		g := mix(m.surface, c, step)
		if contrast(m.text, g) >= textRatio && contrast(m.muted, g) >= textRatio {
			return g
		}
	}
	return m.surface
}

// soft is the ground of what is set apart without a meaning of its own.
func (m mode) soft() rgb { return m.ground(m.text, 14) }

// ink is the colour for text and marks that carry a meaning: readable on the surface, on soft and on the signal's own ground,
// and as near to its hue as that allows.
func (m mode) ink(s signal) rgb {
	hue, end := m.hue(s), m.end()
	grounds := [...]rgb{m.surface, m.soft(), m.ground(hue, 30)}
	for step := range 256 {
		c := mix(hue, end, step)
		if contrast(c, grounds[0]) >= textRatio && contrast(c, grounds[1]) >= textRatio && contrast(c, grounds[2]) >= textRatio {
			return c
		}
	}
	return end
}

// hover is the accent of an element under the pointer: slightly nearer to its label's colour, or farther from it where that
// would make the label hard to read.
func (m mode) hover() rgb {
	label := onColor(m.accent)
	if c := mix(m.accent, label, 31); contrast(label, c) >= textRatio {
		return c
	}
	return mix(m.accent, onColor(label), 31)
}
