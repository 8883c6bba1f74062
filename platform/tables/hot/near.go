package hot

import (
	"encoding/json"
	"math"

	"berth/platform/tables"
)

// point is a place in degrees; its latitude is NaN where there is none.
type point struct{ lat, lon float64 }

func (s *segment) points(column int) []point {
	return s.views[column].points.get(func() []point {
		points := make([]point, s.n)
		for i := range points {
			points[i].lat = math.NaN()
			var p struct{ Lat, Lon *float64 }
			if cell := s.cells[column].at(i); len(cell) > 0 && json.Unmarshal(cell, &p) == nil && p.Lat != nil && p.Lon != nil {
				points[i] = point{*p.Lat, *p.Lon}
			}
		}
		s.grown(int64(16 * s.n))
		return points
	})
}

const (
	radius    = 6371.0088 // of the earth on average, in kilometres (IUGG)
	perDegree = radius * math.Pi / 180
)

// near removes the rows that are not in the circle, and returns the keys of the others' distances.
func (s *segment) near(fits set, column int, circle tables.Near) []uint64 {
	points, distances := s.points(column), make([]uint64, s.n)
	band := circle.Km/perDegree + 1e-9 // of latitudes, which are cheap to compare
	fits.keep(func(i int) bool {
		p := points[i]
		if !(math.Abs(p.lat-circle.Lat) <= band) { // nor NaN
			return false
		}
		km := distance(p, point{circle.Lat, circle.Lon})
		distances[i] = floatKey(km)
		return km <= circle.Km
	})
	return distances
}

// distance returns the length of the great circle between two places in kilometres, by the haversine formula, which is exact
// for small distances too.
func distance(a, b point) float64 {
	const rad = math.Pi / 180
	sinLat, sinLon := math.Sin((b.lat-a.lat)*rad/2), math.Sin((b.lon-a.lon)*rad/2)
	h := sinLat*sinLat + math.Cos(a.lat*rad)*math.Cos(b.lat*rad)*sinLon*sinLon
	return 2 * radius * math.Asin(math.Min(1, math.Sqrt(h)))
}
