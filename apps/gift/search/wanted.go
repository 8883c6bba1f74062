package search

// wanted is a recipient or an occasion, with how much it counts as a meaning of its own.
type wanted struct {
	value        string
	weight, part float64
}

// people returns the recipients whom the gift may be for.
func (q *query) people() (all []wanted) {
	for c, w := range q.want {
		if c.Facet == "recipient" {
			all = append(all, wanted{value: c.Value, weight: w})
		}
	}
	return all
}

// occasions returns the occasions that the gift may be for; part is how much an occasion counts that needs no gifts of
// its own.
func (q *query) occasions(part float64) (all []wanted) {
	for c, w := range q.want {
		if c.Facet == "occasion" {
			o := wanted{c.Value, w, part}
			switch {
			case feast(c.Value):
				o.part = max(part, feastShare)
			case special(c.Value):
				o.part = max(part, specialShare)
			}
			all = append(all, o)
		}
	}
	return all
}

// special reports whether a likely occasion needs gifts of its own.
func (q *query) special() bool {
	for c, w := range q.want {
		if c.Facet == "occasion" && w >= 0.6 && special(c.Value) {
			return true
		}
	}
	return false
}

// feast reports whether an occasion is a feast that not everybody celebrates.
func feast(occasion string) bool {
	switch occasion {
	case "easter", "diwali", "eid", "hanukkah", "lunar-new-year":
		return true
	}
	return false
}

// special reports whether an occasion needs gifts of its own.
func special(occasion string) bool {
	switch occasion {
	case "sympathy", "get-well", "wedding", "engagement", "baby-shower", "christening", "housewarming", "retirement", "graduation",
		"farewell", "new-job", "teacher-thank-you", "host-thank-you", "stocking-filler", "secret-santa", "valentines", "easter", "diwali", "eid",
		"hanukkah", "lunar-new-year":
		return true
	}
	return false
}
