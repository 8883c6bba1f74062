// Command atlas makes the coastlines and borders that maps are drawn on, of Natural Earth's countries as the npm package
// world-atlas 2.0.2 has them in TopoJSON. Natural Earth is in the public domain, world-atlas is under the ISC licence.
//
//	npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
//	go run ./tools/atlas package/countries-10m.json package/countries-110m.json
//
// It writes platform/atlas/earth.bin.gz (1:10 million; that package says its form) and templates/layouts/map/src/land.ts
// (1:110 million). The same input makes the same bytes.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
)

// Grids are so many cells wide and high for the square that web Mercator makes of the earth.
const (
	fine   = 1 << 17 // 306 m at the equator
	medium = 1 << 13 // 5 km
	coarse = 1 << 12 // 10 km
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: atlas countries-10m.json countries-110m.json")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(large, small string) error {
	detailed, err := read(large, fine)
	if err != nil {
		return err
	}
	far, err := read(large, medium)
	if err != nil {
		return err
	}
	rough, err := read(small, coarse)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	_, err = w.Write(binaryOf(detailed.rings(4), detailed.borders(), far.rings(2), far.borders()))
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	if err := os.WriteFile("platform/atlas/earth.bin.gz", packed.Bytes(), 0o644); err != nil {
		return err
	}
	return os.WriteFile("templates/layouts/map/src/land.ts", []byte(script(rough.rings(2))), 0o644)
}

type point struct{ x, y int }

// topology is what is needed of a TopoJSON file; its arcs are on a grid and simplified.
type topology struct {
	grid      int
	arcs      [][]point
	land      [][]int // rings, as arcs; ^i is arc i backwards
	countries [][][]int
}

type geometry struct {
	Type       string
	Arcs       json.RawMessage
	Geometries []geometry
}

// polygons returns the rings of a geometry, however many polygons it has.
func (g geometry) polygons() ([][]int, error) {
	var rings [][]int
	switch g.Type {
	case "Polygon":
		return rings, json.Unmarshal(g.Arcs, &rings)
	case "MultiPolygon":
		var all [][][]int
		err := json.Unmarshal(g.Arcs, &all)
		for _, polygon := range all {
			rings = append(rings, polygon...)
		}
		return rings, err
	}
	for _, part := range g.Geometries {
		more, err := part.polygons()
		if err != nil {
			return nil, err
		}
		rings = append(rings, more...)
	}
	return rings, nil
}

func read(path string, grid int) (*topology, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var file struct {
		Transform struct{ Scale, Translate [2]float64 }
		Arcs      [][][2]float64
		Objects   struct{ Countries, Land geometry }
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	t := &topology{grid: grid}
	for _, arc := range file.Arcs {
		var x, y float64
		var line []point
		for _, delta := range arc {
			x, y = x+delta[0], y+delta[1]
			p := project(x*file.Transform.Scale[0]+file.Transform.Translate[0], y*file.Transform.Scale[1]+file.Transform.Translate[1], grid)
			if len(line) == 0 {
				line = append(line, p)
			} else if p = t.near(p, line[len(line)-1]); p != line[len(line)-1] {
				line = append(line, p)
			}
		}
		t.arcs = append(t.arcs, simplify(line, 0.7))
	}
	if t.land, err = file.Objects.Land.polygons(); err != nil {
		return nil, err
	}
	for _, country := range file.Objects.Countries.Geometries {
		rings, err := country.polygons()
		if err != nil {
			return nil, err
		}
		t.countries = append(t.countries, rings)
	}
	return t, nil
}

// near returns p on the turn of the earth on which it is nearest to last: lines cross the date line without an edge.
func (t *topology) near(p, last point) point {
	for p.x-last.x > t.grid/2 {
		p.x -= t.grid
	}
	for last.x-p.x > t.grid/2 {
		p.x += t.grid
	}
	return p
}

func project(longitude, latitude float64, grid int) point {
	angle := max(-85, min(85, latitude)) * math.Pi / 180
	y := 0.5 - math.Log(math.Tan(math.Pi/4+angle/2))/(2*math.Pi)
	return point{int(math.Round((longitude/360 + 0.5) * float64(grid))), int(math.Round(y * float64(grid)))}
}

// simplify leaves out points that are no farther than tolerance from the line without them (Douglas and Peucker).
func simplify(line []point, tolerance float64) []point {
	if len(line) < 3 {
		return line
	}
	a, b := line[0], line[len(line)-1]
	worst, at := 0.0, 0
	for i := 1; i < len(line)-1; i++ {
		if d := distance(line[i], a, b); d > worst {
			worst, at = d, i
		}
	}
	if worst <= tolerance {
		return []point{a, b}
	}
	return append(simplify(line[:at+1:at+1], tolerance), simplify(line[at:], tolerance)[1:]...)
}

// distance is that of p from the segment between a and b.
func distance(p, a, b point) float64 {
	dx, dy := float64(b.x-a.x), float64(b.y-a.y)
	px, py := float64(p.x-a.x), float64(p.y-a.y)
	if length := dx*dx + dy*dy; length > 0 {
		share := max(0, min(1, (px*dx+py*dy)/length))
		px, py = px-share*dx, py-share*dy
	}
	return math.Hypot(px, py)
}

// rings returns the outlines of the land that enclose at least so many cells, without their last point, which is the first.
func (t *topology) rings(least float64) [][]point {
	var all [][]point
	for _, arcs := range t.land {
		last := t.arc(arcs[0])[0]
		ring := []point{last}
		for _, i := range arcs {
			for _, p := range t.arc(i)[1:] {
				last = t.near(p, last)
				ring = append(ring, last)
			}
		}
		if last.x != ring[0].x { // it goes around the pole
			ring = append(ring, point{last.x, t.grid}, point{ring[0].x, t.grid})
		} else {
			ring = ring[:len(ring)-1]
		}
		area := 0.0
		for i, p := range ring {
			next := ring[(i+1)%len(ring)]
			area += float64(p.x*next.y - next.x*p.y)
		}
		if len(ring) > 2 && math.Abs(area)/2 >= least {
			all = append(all, ring)
		}
	}
	return all
}

func (t *topology) arc(i int) []point {
	if i >= 0 {
		return t.arcs[i]
	}
	arc := t.arcs[^i]
	back := make([]point, len(arc))
	for j, p := range arc {
		back[len(arc)-1-j] = p
	}
	return back
}

// borders returns the arcs that two countries share.
func (t *topology) borders() [][]point {
	owners := make([]int, len(t.arcs))
	for _, rings := range t.countries {
		for _, ring := range rings {
			for _, i := range ring {
				owners[max(i, ^i)]++
			}
		}
	}
	var all [][]point
	for i, n := range owners {
		if n > 1 && len(t.arcs[i]) > 1 {
			all = append(all, t.arcs[i])
		}
	}
	return all
}

// binaryOf writes lists of lines: how many, and for each how many points and their differences, as varints.
func binaryOf(lists ...[][]point) []byte {
	var out []byte
	for _, lines := range lists {
		out = binary.AppendUvarint(out, uint64(len(lines)))
		for _, line := range lines {
			out = binary.AppendUvarint(out, uint64(len(line)))
			var last point
			for _, p := range line {
				out = binary.AppendVarint(binary.AppendVarint(out, int64(p.x-last.x)), int64(p.y-last.y))
				last = p
			}
		}
	}
	return out
}

// script writes the rings as a path of SVG in TypeScript.
func script(rings [][]point) string {
	var path strings.Builder
	for _, ring := range rings {
		fmt.Fprintf(&path, "M%d %dl", ring[0].x, ring[0].y)
		for i, p := range ring[1:] {
			x, y := p.x-ring[i].x, p.y-ring[i].y
			if i > 0 && x >= 0 {
				path.WriteByte(' ')
			}
			fmt.Fprint(&path, x)
			if y >= 0 {
				path.WriteByte(' ')
			}
			fmt.Fprint(&path, y)
		}
		path.WriteByte('z')
	}
	return fmt.Sprintf(`/**
 * The outlines of the land as a path of SVG, on a square of grid × grid cells that web Mercator makes of the earth. Made by
 * tools/atlas of Natural Earth's 1:110 million (public domain): it says which part of the world is shown, to about 20 km.
 */
export const grid = %d;
// prettier-ignore
export const land = `+"`%s`"+`;
`, coarse, wrapped(path.String()))
}

// wrapped breaks the path where it has a space, which means the same.
func wrapped(path string) string {
	const width = 120
	out, column := []byte(path), 0
	for i, c := range out {
		if column++; c == ' ' && column > width {
			out[i], column = '\n', 0
		}
	}
	return string(out)
}
