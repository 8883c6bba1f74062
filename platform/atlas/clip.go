package atlas

import (
	"math"
	"slices"
	"strconv"
)

// Sheet is a square part of the map with what is drawn on it.
type Sheet struct {
	X       float64 `json:"x"`    // of its middle, 0–1 from the date line eastwards
	Y       float64 `json:"y"`    // of its middle, 0–1 from 85° north southwards; web Mercator
	Side    float64 `json:"side"` // its width and height; 1 = the whole earth
	Grid    int     `json:"grid"` // how many units of the paths the side has
	Land    string  `json:"land"` // a path of SVG, to be filled by the rule evenodd, from the upper left corner
	Borders string  `json:"borders,omitempty"`
}

// vertex is a point of a sheet in units of its paths.
type vertex struct{ x, y float64 }

// sheetGrid is how fine sheets are: a screen shows a third of one, or the whole earth, on some 500 pixels.
const sheetGrid = 1500

// tolerances are how far a line may be from where it should be, in cells of sheetGrid, the best first.
var tolerances = []float64{0.7, 1.2, 2, 3.2, 5, 8, 12}

// sheet draws the square around a middle; side is at most 1. Its paths take at most so many bytes, so that a coast with many
// islands is drawn coarser. A sheet without a grid is one that does not fit into them.
func sheet(x, y, side float64, bytes int) Sheet {
	if side >= 1 {
		x, y, side = 0.5, 0.5, 1
	}
	s := Sheet{X: rounded(x), Y: rounded(y), Side: rounded(side), Grid: sheetGrid}
	rings, lines := s.cut()
	for _, tolerance := range tolerances {
		rings, lines = coarser(rings, tolerance, true), coarser(lines, tolerance, false)
		s.Land, s.Borders = path(rings, true), path(lines, false)
		if len(s.Land)+len(s.Borders) <= bytes {
			return s
		}
	}
	return Sheet{} // no part of the earth is so rugged; a map of less is better than a long answer
}

func rounded(f float64) float64 { return math.Round(f*1e7) / 1e7 }

// farSide is the side from which on sheets are drawn of what is coarse.
const farSide = 0.2

// cut returns the parts of the land and of the borders in the square, on the sheet's grid.
func (s Sheet) cut() (rings, lines [][]point) {
	from, coarse := earths()
	if s.Side > farSide {
		from = coarse
	}
	grid := from.grid
	for _, turn := range []float64{-1, 0, 1} { // the earth goes on behind its edges
		left, top := (s.X-s.Side/2+turn)*grid, (s.Y-s.Side/2)*grid
		box := bounds{int32(math.Floor(left)), int32(math.Floor(top)), int32(math.Ceil(left + s.Side*grid)), int32(math.Ceil(top + s.Side*grid))}
		place := func(p point) vertex {
			scale := sheetGrid / (s.Side * grid)
			return vertex{(float64(p.x) - left) * scale, (float64(p.y) - top) * scale}
		}
		for i := range from.land {
			if ring := gridded(from.land[i].ring(box, place)); len(ring) > 2 {
				rings = append(rings, ring)
			}
		}
		for i := range from.borders {
			for _, part := range from.borders[i].inside(box, place) {
				lines = append(lines, gridded(part))
			}
		}
	}
	return rings, lines
}

// beside reports whether all of b lies on one side of the box.
func (b bounds) beside(box bounds) bool {
	return b.right < box.left || b.left > box.right || b.bottom < box.top || b.top > box.bottom
}

// ring returns what the box holds of a ring, closed along the edges of the box.
func (l *line) ring(box bounds, place func(point) vertex) []vertex {
	if l.beside(box) {
		return nil
	}
	var all []vertex
	for _, s := range l.stretches {
		if s.beside(box) { // its chord is on the same side, which is all that a polygon needs
			all = append(all, place(s.first), place(s.last))
			continue
		}
		s.each(func(p point) { all = append(all, place(p)) })
	}
	for _, edge := range [4]func(v vertex) float64{
		func(v vertex) float64 { return v.x }, func(v vertex) float64 { return sheetGrid - v.x },
		func(v vertex) float64 { return v.y }, func(v vertex) float64 { return sheetGrid - v.y },
	} {
		all = half(all, edge)
	}
	return all
}

// half returns the part of a ring where depth is not negative (Sutherland and Hodgman).
func half(ring []vertex, depth func(vertex) float64) []vertex {
	var kept []vertex
	for i, b := range ring {
		a := ring[(i+len(ring)-1)%len(ring)]
		from, to := depth(a), depth(b)
		if from < 0 != (to < 0) {
			share := from / (from - to)
			kept = append(kept, vertex{a.x + share*(b.x-a.x), a.y + share*(b.y-a.y)})
		}
		if to >= 0 {
			kept = append(kept, b)
		}
	}
	return kept
}

// inside returns the parts of a border that lie in the box or reach into it.
func (l *line) inside(box bounds, place func(point) vertex) (parts [][]vertex) {
	if l.beside(box) {
		return nil
	}
	var part []vertex
	end := func() {
		if len(part) > 1 {
			parts = append(parts, part)
		}
		part = nil
	}
	var last point
	first := true
	for _, s := range l.stretches {
		s.each(func(p point) {
			if !first {
				if (bounds{p.x, p.y, p.x, p.y}).with(last).beside(box) {
					end()
				} else {
					if part == nil {
						part = append(part, place(last))
					}
					part = append(part, place(p))
				}
			}
			last, first = p, false
		})
	}
	end()
	return parts
}

// gridded returns the cells of the vertices, each once where several follow each other.
func gridded(vertices []vertex) []point {
	points := make([]point, 0, len(vertices))
	for _, v := range vertices {
		p := point{int32(math.Round(v.x)), int32(math.Round(v.y))}
		if len(points) == 0 || points[len(points)-1] != p {
			points = append(points, p)
		}
	}
	return points
}

// coarser returns the lines without the points and the islands that are not missed at that tolerance.
func coarser(lines [][]point, tolerance float64, closed bool) [][]point {
	kept := make([][]point, 0, len(lines))
	for _, points := range lines {
		points = thin(points, tolerance, closed)
		if len(points) > 2 && (!closed || area(points) >= 3*tolerance*tolerance) || len(points) == 2 && !closed {
			kept = append(kept, points)
		}
	}
	return kept
}

// path writes lines as a path of SVG.
func path(lines [][]point, closed bool) string {
	var b []byte
	for _, points := range lines {
		b = appendPath(b, points)
		if closed {
			b = append(b, 'z')
		}
	}
	return string(b)
}

func appendPath(b []byte, points []point) []byte {
	number := func(n int32, apart bool) {
		if apart && n >= 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	b = append(b, 'M')
	number(points[0].x, false)
	number(points[0].y, true)
	b = append(b, 'l')
	for i, p := range points[1:] {
		number(p.x-points[i].x, i > 0)
		number(p.y-points[i].y, true)
	}
	return b
}

// area is that of a ring, in cells.
func area(ring []point) float64 {
	twice := 0.0
	for i, p := range ring {
		next := ring[(i+1)%len(ring)]
		twice += float64(p.x)*float64(next.y) - float64(next.x)*float64(p.y)
	}
	return math.Abs(twice) / 2
}

// thin leaves out points that are not missed (Douglas and Peucker). A ring has no ends, so it is cut where it is widest.
func thin(points []point, tolerance float64, closed bool) []point {
	if closed && len(points) > 3 {
		far := 0
		for i, p := range points {
			if p.from(points[0], points[0]) > points[far].from(points[0], points[0]) {
				far = i
			}
		}
		back := append(slices.Clone(points[far:]), points[0])
		there := between(points[:far+1], tolerance)
		back = between(back, tolerance)
		return slices.Concat(there, back[1:len(back)-1])
	}
	return between(points, tolerance)
}

func between(points []point, tolerance float64) []point {
	if len(points) < 3 {
		return points
	}
	keep := make([]bool, len(points))
	keep[0], keep[len(points)-1] = true, true
	for open := [][2]int{{0, len(points) - 1}}; len(open) > 0; {
		a, b := open[len(open)-1][0], open[len(open)-1][1]
		open = open[:len(open)-1]
		worst, at := tolerance*tolerance, 0
		for i := a + 1; i < b; i++ {
			if d := points[i].from(points[a], points[b]); d > worst {
				worst, at = d, i
			}
		}
		if at > 0 {
			keep[at] = true
			open = append(open, [2]int{a, at}, [2]int{at, b})
		}
	}
	kept := points[:0:0]
	for i, p := range points {
		if keep[i] {
			kept = append(kept, p)
		}
	}
	return kept
}

// from is the square of how far p is from the segment between a and b.
func (p point) from(a, b point) float64 {
	dx, dy := float64(b.x-a.x), float64(b.y-a.y)
	px, py := float64(p.x-a.x), float64(p.y-a.y)
	if length := dx*dx + dy*dy; length > 0 {
		share := max(0, min(1, (px*dx+py*dy)/length))
		px, py = px-share*dx, py-share*dy
	}
	return px*px + py*py
}
