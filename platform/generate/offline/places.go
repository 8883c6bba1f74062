package offline

import (
	"math"
	"slices"
	"strings"
)

// home returns the place of things without a location.
func home() city { return city{Lat: 38.722, Lon: -9.139} }

// around returns the i-th place around a city, on a spiral from one to some kilometres, so that no two places are the
// same.
func around(c city, i int) [2]float64 {
	angle, radius := float64(i)*2.4, 0.006+0.0035*math.Sqrt(float64(i))*2
	lat := c.Lat + radius*math.Sin(angle)
	lon := c.Lon + radius*math.Cos(angle)/math.Max(0.2, math.Cos(c.Lat*math.Pi/180))
	return [2]float64{math.Round(lat*1e4) / 1e4, math.Round(lon*1e4) / 1e4}
}

// readCity finds the first place that a description names, and the destination of a journey: "from Zurich to Milan". A
// name with a capital letter after "in" or "near" is a place even when it is unknown.
func (w *wish) readCity() {
	for i := range w.words {
		c, n := w.lex.cityAt(w.words, i)
		if n == 0 || w.words[i].part == partAside {
			continue
		}
		w.city = &c
		if to, m := w.lex.cityAt(w.words, i+n+1); m > 0 && slices.Contains([]string{"to", "and"}, w.folded(i+n)) {
			w.city, w.route = nil, " "+c.Name+" "+w.folded(i+n)+" "+to.Name
			w.places = w.words[i : i+n+1+m]
			return
		}
		w.places, w.toward = w.words[i:i+n], w.folded(i-1) == "to"
		return
	}
	if w.source != nil || w.strange {
		return
	}
	for i := 1; i < len(w.words); i++ {
		if !slices.Contains([]string{"in", "near", "around"}, w.words[i-1].folded) || !w.lex.proper(w.words[i]) {
			continue
		}
		to := i + 1
		for to < len(w.words) && to < i+3 && w.words[to-1].stop == 0 && w.lex.proper(w.words[to]) {
			to++
		}
		var raw []string
		for _, x := range w.words[i:to] {
			raw = append(raw, x.raw)
		}
		c := home()
		c.Name = clip(strings.Join(raw, " "), 40)
		w.city, w.places = &c, w.words[i:to]
		return
	}
}

// cityAt returns the place whose name begins at the i-th word, and the number of its words; 0 for none.
func (l *lexicon) cityAt(ws []word, i int) (city, int) {
	if i >= len(ws) {
		return city{}, 0
	}
	for n := min(4, len(ws)-i); n > 0; n-- {
		parts := make([]string, 0, n)
		for _, x := range ws[i : i+n] {
			parts = append(parts, x.folded)
		}
		if at, ok := l.cities[strings.Join(parts, " ")]; ok {
			return l.Cities[at], n
		}
	}
	return city{}, 0
}

// proper reports whether a word is written like the name of a place: with a capital letter, and neither a month, a
// language nor a known thing.
func (l *lexicon) proper(x word) bool {
	small := strings.ToLower(x.raw)
	return len(x.raw) > 2 && x.raw != small && x.raw != strings.ToUpper(x.raw) && !l.calendar[x.folded] && !l.empty(x)
}
