package atlas

import (
	"bytes"
	"compress/gzip"
	_ "embed" // earth.bin.gz
	"encoding/binary"
	"io"
	"slices"
	"sync"
)

// packed is earth, compressed: it is a megabyte of which a server that draws no maps needs nothing.
//
//go:embed earth.bin.gz
var packed []byte

// earthBin holds four lists of lines: rings of land and borders, and both again for large parts of the earth. Of each list it
// says how many lines, and of each line how many points and the differences between them, as varints. Points are cells of a
// grid over the square that web Mercator makes of the earth.
var earthBin = sync.OnceValue(func() []byte {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		var lines []byte
		if lines, err = io.ReadAll(r); err == nil {
			return slices.Clip(lines)
		}
	}
	panic("read earth.bin.gz: " + err.Error()) // it is part of the program, and tested
})

// fineGrid and coarseGrid are how many cells the square is wide and high.
const (
	fineGrid   = 1 << 17
	coarseGrid = 1 << 13
)

// point is a place on the grid.
type point struct{ x, y int32 }

// bounds is a rectangle on the grid, its edges included.
type bounds struct{ left, top, right, bottom int32 }

func (b bounds) with(p point) bounds {
	return bounds{min(b.left, p.x), min(b.top, p.y), max(b.right, p.x), max(b.bottom, p.y)}
}

// stretch is a part of a line whose points are read only where they are needed: most calls need few of 200,000.
type stretch struct {
	bounds
	first, last point
	at          int32 // in earthBin, of the difference between first and the point before it
	points      int32
}

// line is a ring of land, whose last point is followed by its first, or a border.
type line struct {
	bounds
	stretches []stretch
}

const stretchPoints = 64

// earth is what there is to draw at one of both grids.
type earth struct {
	grid          float64
	land, borders []line
}

// earths is the index over earthBin, made once, when the first map is drawn.
var earths = sync.OnceValues(func() (fine, coarse earth) {
	at := 0
	fine = earth{fineGrid, index(&at), index(&at)}
	return fine, earth{coarseGrid, index(&at), index(&at)}
})

func uvarint(at *int) int {
	v, n := binary.Uvarint(earthBin()[*at:])
	*at += n
	return int(v)
}

func (p point) next(at *int) point {
	dx, n := binary.Varint(earthBin()[*at:])
	dy, m := binary.Varint(earthBin()[*at+n:])
	*at += n + m
	return point{p.x + int32(dx), p.y + int32(dy)}
}

func index(at *int) []line {
	lines := make([]line, uvarint(at))
	for i := range lines {
		l := &lines[i]
		left := uvarint(at)
		l.stretches = make([]stretch, 0, (left+stretchPoints-1)/stretchPoints)
		var p point
		for left > 0 {
			s := stretch{at: int32(*at), points: int32(min(left, stretchPoints))}
			for n := range s.points {
				p = p.next(at)
				if n == 0 {
					s.first, s.bounds = p, bounds{p.x, p.y, p.x, p.y}
				}
				s.bounds = s.with(p)
			}
			s.last, left = p, left-int(s.points)
			if len(l.stretches) == 0 {
				l.bounds = s.bounds
			}
			l.bounds = l.with(point{s.left, s.top}).with(point{s.right, s.bottom})
			l.stretches = append(l.stretches, s)
		}
	}
	return lines
}

// each calls visit with the points of the stretch.
func (s stretch) each(visit func(point)) {
	at, p := int(s.at), s.first
	p.next(&at)
	visit(p)
	for range s.points - 1 {
		p = p.next(&at)
		visit(p)
	}
}
