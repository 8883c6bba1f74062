package atlas

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"sync"

	"berth/platform"
	"berth/platform/lru"
)

// Name is what layouts call the supplement that an Atlas is, in their descriptions.
const Name = "map"

// Key is the member of a result's _meta that holds a Ground.
const Key = "berth/map"

// Ground is what a map is drawn on.
type Ground struct {
	Tiles  *Tiles  `json:"tiles,omitempty"`
	Sheets []Sheet `json:"sheets,omitempty"` // the smallest first; each holds the places
}

// budgets are how many bytes the paths of a Ground take at most, those of its nearest sheet first.
var budgets = []int{18 << 10, 16 << 10}

const (
	// least is the smallest side of a sheet, 800 km at the equator: closer up the outlines would lie more than they tell.
	least = 0.02
	// town is how far apart, 20 km at the equator, places are in a picture that is too close for outlines: it is the region around
	// them that is drawn.
	town = 0.0005
	// further is how much larger the next sheet is: two presses and a half on the button that zooms out.
	further = 4 * math.Sqrt2
	// cacheBytes bounds what is kept of sheets, since many calls show places of the same region.
	cacheBytes = 4 << 20
)

// Atlas draws grounds. Safe for concurrent use.
type Atlas struct {
	tiles *Tiles

	mu     sync.Mutex
	sheets *lru.Map[drawn, Sheet]
}

type square struct{ x, y, side float64 }

// drawn is a square and how many bytes it may take.
type drawn struct {
	square
	bytes int
}

// New makes an Atlas. Without tiles (nil) grounds have outlines alone.
func New(tiles *Tiles) *Atlas {
	return &Atlas{tiles: tiles, sheets: lru.New[drawn, Sheet](cacheBytes)}
}

// Supplement returns what layouts of the supplement Name get.
func (a *Atlas) Supplement() platform.Supplement {
	s := platform.Supplement{Meta: a.meta}
	if a.tiles != nil {
		s.Origins = []string{a.tiles.Origin}
	}
	return s
}

func (a *Atlas) meta(data json.RawMessage) map[string]any {
	places := positions(data)
	if len(places) == 0 {
		return nil
	}
	raw, err := json.Marshal(Ground{Tiles: a.tiles, Sheets: a.around(places)})
	if err != nil { // of numbers that are finite, and texts
		return nil
	}
	return map[string]any{Key: json.RawMessage(raw)}
}

// around returns the sheets on which all places can be seen, with room to zoom out. There is at least one place.
func (a *Atlas) around(places []vertex) []Sheet {
	middle, wide, high := extent(places)
	// A picture is at most half as wide again as high, and keeps its pins off the edges; sheets are as high as wide.
	side := max(least, 2.6*max(1.3*wide, 2*high))
	if max(wide, high) < town {
		side = 4 * least
	}
	var sheets []Sheet
	for _, bytes := range budgets {
		q := snapped(middle, side)
		if q.side >= 1 && len(sheets) > 0 {
			break // widgets have the whole earth themselves
		}
		if s := a.draw(q, bytes); s.Grid > 0 {
			sheets = append(sheets, s)
		}
		side = q.side * further
	}
	return sheets
}

// snapped returns a square of at least that side around nearly that middle. There are not many different ones, so that calls
// share them.
func snapped(middle vertex, side float64) square {
	side = math.Exp2(math.Ceil(2*math.Log2(side)) / 2)
	if side > 0.7 {
		return square{0.5, 0.5, 1}
	}
	step := side / 16
	x := math.Round(middle.x/step) * step
	return square{x - math.Floor(x), math.Round(middle.y/step) * step, side}
}

func (a *Atlas) draw(q square, bytes int) Sheet {
	a.mu.Lock()
	s, ok := a.sheets.Get(drawn{q, bytes})
	a.mu.Unlock()
	if ok {
		return s
	}
	s = sheet(q.x, q.y, q.side, bytes)
	a.mu.Lock()
	a.sheets.Put(drawn{q, bytes}, s, int64(len(s.Land)+len(s.Borders)+128))
	a.mu.Unlock()
	return s
}

// extent returns the middle of the places and how wide and high they lie apart, across the date line where that is much
// shorter: as the widget decides it (fitView in templates/layouts/map/src/geo.ts).
func extent(places []vertex) (middle vertex, wide, high float64) {
	xs := make([]float64, len(places))
	top, bottom := places[0].y, places[0].y
	for i, p := range places {
		xs[i] = p.x
		top, bottom = min(top, p.y), max(bottom, p.y)
	}
	slices.Sort(xs)
	left, right := xs[0], xs[len(xs)-1]
	widest := left + 1 - right + 0.2
	for i := 1; i < len(xs); i++ {
		if gap := xs[i] - xs[i-1]; gap > widest {
			widest, left, right = gap, xs[i], xs[i-1]+1
		}
	}
	x := (left + right) / 2
	return vertex{x - math.Floor(x), (top + bottom) / 2}, right - left, bottom - top
}

// most bounds how many places count.
const most = 1000

// positions returns where the places of the data lie, on the square from 0 to 1. What has no usable position is left out.
func positions(data json.RawMessage) []vertex {
	var found struct {
		Places []position `json:"places"`
	}
	if json.Unmarshal(data, &found) != nil {
		return nil
	}
	var all []vertex
	for _, p := range found.Places[:min(len(found.Places), most)] {
		latitude, longitude := float64(p.latitude), float64(p.longitude)
		if math.Abs(latitude) <= 90 && math.Abs(longitude) <= 180 {
			all = append(all, project(longitude, latitude))
		}
	}
	return all
}

// position is where an entry lies; degrees that are no numbers are NaN.
type position struct{ latitude, longitude degrees }

// UnmarshalJSON takes whatever an entry is.
func (p *position) UnmarshalJSON(raw []byte) error {
	read := struct {
		Latitude  degrees `json:"latitude"`
		Longitude degrees `json:"longitude"`
	}{degrees(math.NaN()), degrees(math.NaN())}
	if err := json.Unmarshal(raw, &read); err != nil { // it is no object
		read.Latitude = degrees(math.NaN())
	}
	p.latitude, p.longitude = read.Latitude, read.Longitude
	return nil
}

type degrees float64

// UnmarshalJSON takes whatever stands in the field.
func (d *degrees) UnmarshalJSON(raw []byte) error {
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil {
		f = math.NaN()
	}
	*d = degrees(f)
	return nil
}

// project returns where web Mercator has a position, as the widget does.
func project(longitude, latitude float64) vertex {
	angle := max(-85, min(85, latitude)) * math.Pi / 180
	return vertex{longitude/360 + 0.5, 0.5 - math.Log(math.Tan(math.Pi/4+angle/2))/(2*math.Pi)}
}
