package offline

import "math"

// home is where things are of which nobody says where.
func home() city { return city{Lat: 38.722, Lon: -9.139} }

// around is the i-th of the places about a city: on a spiral of one to some kilometres, so that no two are on one spot.
func around(c city, i int) [2]float64 {
	angle, radius := float64(i)*2.4, 0.006+0.0035*math.Sqrt(float64(i))*2
	lat := c.Lat + radius*math.Sin(angle)
	lon := c.Lon + radius*math.Cos(angle)/math.Max(0.2, math.Cos(c.Lat*math.Pi/180))
	return [2]float64{math.Round(lat*1e4) / 1e4, math.Round(lon*1e4) / 1e4}
}
