package search

import (
	"slices"

	"berth/apps/gift/inplace"
)

// records writes what is known of each gift to w, or reads it from r: with the same list of fields, which stands in one place.
type records struct {
	w      *inplace.Writer // nil = it reads
	r      *inplace.Reader
	lists  []uint16  // what has been read: the lists of all gifts are parts of one
	floats []float64 // by their numbers: few differ
}

func writeProfiles(w *inplace.Writer, profiles []profile, bounds []bounds) {
	n := 0
	for i := range profiles {
		for _, list := range profiles[i].lists() {
			n += len(*list)
		}
	}
	w.Number(len(profiles))
	w.Number(n)
	c := records{w: &inplace.Writer{}}
	for i := range profiles {
		c.profile(&profiles[i], &bounds[i])
	}
	w.Number(len(c.floats))
	for _, x := range c.floats {
		w.Float(x)
	}
	w.Text(string(c.w.Data))
}

func readProfiles(r *inplace.Reader) ([]profile, []bounds) {
	n := r.Number()
	profiles, all := make([]profile, n), make([]bounds, n)
	c := records{lists: make([]uint16, 0, r.Number()), floats: make([]float64, r.Number())}
	for i := range c.floats {
		c.floats[i] = r.Float()
	}
	c.r = &inplace.Reader{Rest: r.Text()}
	for i := range profiles {
		c.profile(&profiles[i], &all[i])
	}
	return profiles, all
}

func (p *profile) lists() []*[]uint16 {
	return []*[]uint16{&p.categories, &p.about, &p.gears, &p.assumes, &p.sorts}
}

func (c *records) profile(p *profile, b *bounds) {
	number(c, &b.cheapest)
	number(c, &b.dearest)
	number(c, &b.youngest)
	number(c, &b.oldest)
	for _, bits := range []*uint64{&p.whom, &p.foremost, &p.occasions, &p.mainly, &p.best.whom, &p.best.occasions, &p.dull.whom, &p.dull.occasions} {
		number(c, bits)
	}
	c.flags(&p.work, &p.romance, &p.men, &p.women, &p.special, &p.contains, &p.personal, &p.kitchen)
	c.float(&p.fewness)
	next := p.interest + 1 // from 0
	number(c, &next)
	p.interest = next - 1
	number(c, &p.interests)
	for _, list := range p.lists() {
		c.list(list)
	}
	n := len(p.burdens)
	if number(c, &n); c.w == nil && n > 0 {
		p.burdens = make([]burden, n)
	}
	for i := range p.burdens {
		number(c, &p.burdens[i].situation)
		c.float(&p.burdens[i].fit)
	}
}

func number[T ~int | ~int16 | ~int32 | ~uint16 | ~uint64](c *records, n *T) {
	if c.w == nil {
		*n = T(c.r.Number())
		return
	}
	c.w.Number(int(*n))
}

// flags are the bits of one number.
func (c *records) flags(all ...*bool) {
	n := 0
	for bit, is := range all {
		if *is {
			n |= 1 << bit
		}
	}
	number(c, &n)
	for bit, is := range all {
		*is = n&(1<<bit) != 0
	}
}

func (c *records) float(x *float64) {
	if c.w == nil {
		*x = c.floats[c.r.Number()]
		return
	}
	n := slices.Index(c.floats, *x)
	if n < 0 {
		n, c.floats = len(c.floats), append(c.floats, *x)
	}
	c.w.Number(n)
}

func (c *records) list(list *[]uint16) {
	n := len(*list)
	if number(c, &n); c.w == nil && n > 0 {
		from := len(c.lists)
		c.lists = c.lists[:from+n]
		*list = c.lists[from : from+n : from+n]
	}
	for i := range *list {
		number(c, &(*list)[i])
	}
}
