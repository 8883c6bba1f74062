package view

import (
	"fmt"
	"math"
)

// rgb is a colour of eight bits a channel in sRGB.
type rgb [3]uint8

// The two ends between which labels on the accent and suggestions are chosen. With pure black the better of the two
// reaches at least 4.58 on every colour; with a softer black it does not.
var (
	black = rgb{0, 0, 0}
	white = rgb{255, 255, 255}
)

// parseColor reads #rrggbb in either case; nothing else is a colour here.
func parseColor(s string) (rgb, bool) {
	if len(s) != 7 || s[0] != '#' {
		return rgb{}, false
	}
	var c rgb
	for i := range 3 {
		hi, ok1 := hexDigit(s[1+2*i])
		lo, ok2 := hexDigit(s[2+2*i])
		if !ok1 || !ok2 {
			return rgb{}, false
		}
		c[i] = hi<<4 | lo
	}
	return c, true
}

func hexDigit(c byte) (uint8, bool) {
	switch {
	case '0' <= c && c <= '9':
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}

func (c rgb) String() string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// luminance is the relative luminance of WCAG 2.2 (definition "relative luminance").
func (c rgb) luminance() float64 {
	var l [3]float64
	for i, v := range c {
		if s := float64(v) / 255; s <= 0.04045 {
			l[i] = s / 12.92
		} else {
			l[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
}

// contrast is the contrast ratio of WCAG 2.2, 1–21.
func contrast(a, b rgb) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// onColor is the better of black and white as the colour of text on c.
func onColor(c rgb) rgb {
	if contrast(black, c) >= contrast(white, c) {
		return black
	}
	return white
}

// mix is the colour at step of 256 on the way from a to b, channel by channel.
func mix(a, b rgb, step int) rgb {
	var c rgb
	for i := range c {
		c[i] = uint8((int(a[i])*(256-step) + int(b[i])*step + 128) >> 8)
	}
	return c
}

// nearest is the colour that reaches the ratio against ground and is reached first from c on the way to black or to
// white. At ratios up to 4.5 there always is one.
func nearest(c, ground rgb, ratio float64) rgb {
	for step := range 257 {
		for _, end := range [2]rgb{black, white} {
			if m := mix(c, end, step); contrast(m, ground) >= ratio {
				return m
			}
		}
	}
	return onColor(ground)
}
