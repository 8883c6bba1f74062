package atlas

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

func dataOf(places ...[2]float64) json.RawMessage {
	var list []map[string]any
	for _, p := range places {
		list = append(list, map[string]any{"name": "A", "latitude": p[0], "longitude": p[1]})
	}
	raw, _ := json.Marshal(map[string]any{"places": list})
	return raw
}

// shared is an atlas for tests that do not mind what others have drawn.
var shared = New(nil)

func ground(t *testing.T, data json.RawMessage) Ground {
	t.Helper()
	meta := shared.meta(data)
	raw, ok := meta[Key].(json.RawMessage)
	if !ok {
		t.Fatalf("%s: no ground: %v", data, meta)
	}
	if len(raw) > 40<<10 {
		t.Errorf("%.80s: %d bytes", data, len(raw))
	}
	var g Ground
	if err := json.Unmarshal(raw, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

var pathForm = regexp.MustCompile(`^(M-?\d+[ -]\d+l-?\d+[ -][\d -]*z?)*$`)

// holds reports whether a position is on the land of a sheet, by the rule evenodd.
func (s Sheet) holds(t *testing.T, latitude, longitude float64) bool {
	t.Helper()
	p := project(longitude, latitude)
	x, y := p.x-s.X, (p.y-s.Y+s.Side/2)/s.Side*float64(s.Grid)
	x = (x - math.Round(x) + s.Side/2) / s.Side * float64(s.Grid)
	in := false
	for _, ring := range corners(s.Land) {
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			if (a.y > y) != (b.y > y) && x < (b.x-a.x)*(y-a.y)/(b.y-a.y)+a.x {
				in = !in
			}
		}
	}
	return in
}

var numbers = regexp.MustCompile(`-?\d+`)

func corners(path string) (rings [][]vertex) {
	for _, ring := range strings.Split(path, "M")[1:] {
		var all []vertex
		var x, y float64
		found := numbers.FindAllString(ring, -1)
		for i := 0; i+1 < len(found); i += 2 {
			dx, _ := strconv.ParseFloat(found[i], 64)
			dy, _ := strconv.ParseFloat(found[i+1], 64)
			x, y = x+dx, y+dy
			all = append(all, vertex{x, y})
		}
		rings = append(rings, all)
	}
	return rings
}

// Known places are on the right side of the coast, wherever the map is.
func TestLandAndWater(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		places      [][2]float64
		land, water [][2]float64
	}{
		{"berlin", [][2]float64{{52.52, 13.4}, {52.53, 13.42}}, [][2]float64{{52.5, 13.4}, {51.05, 13.7}, {53.55, 10.2}}, nil},
		{"lisbon", [][2]float64{{38.7167, -9.1405}, {38.7093, -9.1531}}, [][2]float64{{38.75, -9.2}, {39, -8.5}}, [][2]float64{{38.7, -9.8}, {38.3, -9.4}}},
		{"channel", [][2]float64{{51.1, 1.3}, {50.9, 1.9}}, [][2]float64{{51.2, 1}, {50.7, 1.9}}, [][2]float64{{51, 1.55}}},
		{"fiji", [][2]float64{{-18.1, 178.4}, {-13.8, -171.8}, {-36.8, 174.8}}, [][2]float64{{-38.5, 176}, {-43.5, 171}}, [][2]float64{{-20, -179}, {-20, 179}}},
		{"world", [][2]float64{{59.9, 10.7}, {37.8, -122.4}, {-33.9, 151.2}}, [][2]float64{{40, -100}, {-25, 134}, {0, 25}, {-80, 20}}, [][2]float64{{-30, -140}, {40, -30}, {42, 51}}},
		{"bering", [][2]float64{{65.6, -168.1}, {66.2, -169.9}}, [][2]float64{{65.5, -166}, {66.3, -172}}, [][2]float64{{65.9, -168.6}}},
		{"pole", [][2]float64{{90, 0}}, nil, [][2]float64{{84.9, 0}}},
		{"south", [][2]float64{{-90, 0}}, [][2]float64{{-84.8, 1}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for i, s := range ground(t, dataOf(c.places...)).Sheets {
				if !pathForm.MatchString(s.Land) || !pathForm.MatchString(s.Borders) {
					t.Errorf("sheet %d is no path: %.100s %.100s", i, s.Land, s.Borders)
				}
				if i > 0 {
					break // too coarse for some of these
				}
				for _, p := range c.land {
					if !s.holds(t, p[0], p[1]) {
						t.Errorf("sheet %d (%g): %v is in water", i, s.Side, p)
					}
				}
				for _, p := range c.water {
					if s.holds(t, p[0], p[1]) {
						t.Errorf("sheet %d (%g): %v is on land", i, s.Side, p)
					}
				}
			}
		})
	}
}

// Wherever places are, all of them are on each sheet, with room, and the answer stays within its budget.
func TestSheetsHoldPlaces(t *testing.T) {
	t.Parallel()
	for latitude := -90.0; latitude <= 90; latitude += 30 {
		for longitude := -180.0; longitude <= 180; longitude += 45 {
			for _, apart := range []float64{0, 0.0005, 0.5, 9, 60} {
				a, b := [2]float64{latitude, longitude}, [2]float64{max(-90, latitude-apart), longitude + apart}
				if b[1] > 180 {
					b[1] -= 360
				}
				for _, s := range ground(t, dataOf(a, b)).Sheets {
					for _, p := range [][2]float64{a, b} {
						v := project(p[1], p[0])
						dx := v.x - s.X
						dx -= math.Round(dx)
						if s.Side < 1 && max(math.Abs(dx), math.Abs(v.y-s.Y)) > s.Side*0.3 {
							t.Errorf("%v of %v, %v is at the edge of the sheet %g %g %g", p, a, b, s.X, s.Y, s.Side)
						}
					}
				}
			}
		}
	}
}

// The many islands and fjords of a coast take no more than the budget, and are still drawn.
func TestRuggedCoasts(t *testing.T) {
	t.Parallel()
	for _, p := range [][2]float64{{62, 5.5}, {-50, -74}, {58, -134}, {1, 104}, {75, -95}, {38, 25}, {60, 22}} {
		for _, side := range []float64{0, 2, 8, 20, 45} {
			for i, s := range ground(t, dataOf(p, [2]float64{p[0] + side/2, p[1] + side})).Sheets {
				if n := len(s.Land) + len(s.Borders); n < 500 {
					t.Errorf("%v %g: sheet %d has %d bytes", p, side, i, n)
				}
			}
		}
	}
}

// Whatever an answer holds where places should be, nothing fails, and what has a position counts.
func TestHostileData(t *testing.T) {
	t.Parallel()
	meta := New(&Tiles{URL: "u"}).Supplement().Meta
	for _, data := range []string{
		``, `null`, `3`, `"x"`, `[]`, `{}`, `{"places":{}}`, `{"places":null}`, `{"places":[]}`, `{"places":[null,3,"x",[],{}]}`,
		`{"places":[{"latitude":"48.1","longitude":"11.5"},{"latitude":1e308,"longitude":0},{"latitude":-122,"longitude":37},{"latitude":1e999,"longitude":1}]}`,
		`{"places":[{"latitude":{},"longitude":[]},{"latitude":null,"longitude":null},{"latitude":true,"longitude":false},{"latitude":1}]}`,
	} {
		if got := meta(json.RawMessage(data)); got != nil {
			t.Errorf("%s: %v", data, got)
		}
	}
	if got := positions(json.RawMessage(`{"places":[null,{"latitude":1e999,"longitude":1},{"latitude":-1.5e1,"longitude":2}]}`)); len(got) != 1 || got[0] != project(2, -15) {
		t.Errorf("positions = %v", got)
	}
	if got := positions(json.RawMessage(`{"places":[` + strings.Repeat(`{"latitude":1,"longitude":2},`, 5000) + `{}]}`)); len(got) != most {
		t.Errorf("%d positions", len(got))
	}
}

// Many calls at once, and those of one region, share sheets.
func TestShared(t *testing.T) {
	t.Parallel()
	a := New(nil)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() { a.meta(dataOf([2]float64{48.1 + float64(i)/1000, 11.5})) })
	}
	wg.Wait()
	first := a.meta(dataOf([2]float64{48.1, 11.5}))
	if got, want := fmt.Sprint(a.meta(dataOf([2]float64{48.11, 11.51}))), fmt.Sprint(first); got != want {
		t.Errorf("places of one city have different grounds: %.300s, %.300s", got, want)
	}
}

func TestParseTiles(t *testing.T) {
	t.Parallel()
	for _, good := range []struct{ address, origin string }{
		{"https://tile.example.org/{z}/{x}/{y}.png", "https://tile.example.org"},
		{"https://Tiles.example.org:8443/a/{z}/{y}/{x}@2x.webp?key=a-b_c", "https://tiles.example.org:8443"},
	} {
		got, err := ParseTiles(good.address, " © Example contributors ")
		if err != nil || *got != (Tiles{URL: good.address, Attribution: "© Example contributors", Origin: good.origin}) {
			t.Errorf("%s: %+v, %v", good.address, got, err)
		}
	}
	for _, bad := range []string{
		"http://tile.example.org/{z}/{x}/{y}.png", "https://tile.example.org/{z}/{x}.png", "https://tile.example.org/{z}/{x}/{y}/{y}.png",
		"https://{x}.example.org/{z}/{y}.png", "https://{s}.example.org/{z}/{x}/{y}.png", "https://user:secret@tile.example.org/{z}/{x}/{y}.png",
		"https://tile.example.org/{z}/{x}/{y}.png#a", "https:///{z}/{x}/{y}.png", "https://tile.example.org;script-src/{z}/{x}/{y}", "tiles/{z}/{x}/{y}",
		"https://tile.example.org/{z}/{x}/{y}.png\n", "https://täst.example/{z}/{x}/{y}.png", "https://*.example.org/{z}/{x}/{y}.png",
		"https://tile.example.org/{z}/{x}/{y}.png?" + strings.Repeat("a", 500), `https://tile.example.org/{z}/{x}/{y}".png`, "https://tile.example.org?{z}{x}{y}\\",
	} {
		if got, err := ParseTiles(bad, "©"); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %+v, %v", bad, got, err)
		}
	}
	for _, bad := range []string{"", "  ", "a\nb", strings.Repeat("©", 101)} {
		if _, err := ParseTiles("https://tile.example.org/{z}/{x}/{y}.png", bad); err == nil || !strings.Contains(err.Error(), "BERTH_MAP_ATTRIBUTION") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func BenchmarkRegion(b *testing.B) {
	data := dataOf([2]float64{38.7, -9.1}, [2]float64{60, 25})
	for b.Loop() {
		New(nil).meta(data)
	}
}

func BenchmarkWorld(b *testing.B) {
	for b.Loop() {
		sheet(0.5, 0.5, 1, budgets[0])
	}
}

func BenchmarkAgain(b *testing.B) {
	data := dataOf([2]float64{38.7, -9.1}, [2]float64{60, 25})
	for b.Loop() {
		shared.meta(data)
	}
}
