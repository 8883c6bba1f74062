package directory

import (
	"slices"
	"strings"
	"unicode"

	"berth/platform/text"
)

// Query is what is known about a doctor; empty fields match all.
type Query struct {
	Name, Specialty, City string
}

// rank says how well something fits: the lower, the better.
type rank int

const (
	whole    rank = iota // exactly as written
	begins               // the beginnings of words, or a form of the same word
	within               // a part of a word
	misspelt             // one typing mistake away
	no                   // not at all
)

// Search returns the doctors who match all of the query, those whose name fits best first. A match with a typing mistake
// counts only where there is no other.
func (d *Directory) Search(q Query) []*Doctor {
	name, specialties, cities := nameWords(q.Name), d.specialtiesOf(q.Specialty), d.citiesOf(q.City)
	if strings.TrimSpace(q.Name) != "" && len(wordsOf(q.Name)) == 0 {
		return nil
	}
	ranks := make([][]*Doctor, no)
	for _, doctor := range d.doctors {
		r := rankName(doctor.words, name)
		if r < no && slices.Contains(specialties, doctor.Specialty) && slices.Contains(cities, doctor.City) {
			ranks[r] = append(ranks[r], doctor)
		}
	}
	if found := slices.Concat(ranks[:misspelt]...); len(found) > 0 {
		return found
	}
	return ranks[misspelt]
}

// Named returns the doctors whose name fits best, without typing mistakes. suggestions are the doctors who might have
// been meant when there is none.
func (d *Directory) Named(name, specialty string) (found, suggestions []*Doctor) {
	words := nameWords(name)
	if len(words) == 0 {
		return nil, nil
	}
	all := d.Search(Query{Name: name, Specialty: specialty})
	best := no
	for _, doctor := range all {
		switch r := rankName(doctor.words, words); {
		case r == misspelt:
			suggestions = append(suggestions, doctor)
		case r < best:
			best, found = r, []*Doctor{doctor}
		case r == best:
			found = append(found, doctor)
		}
	}
	// A whole name does not also mean doctors whose name is longer or shorter.
	if i := slices.IndexFunc(found, func(doctor *Doctor) bool { return slices.Equal(significant(doctor.words), words) }); i >= 0 {
		found = found[i : i+1]
	}
	if len(found) == 0 && len(suggestions) == 0 && specialty != "" {
		return nil, d.Search(Query{Name: name})
	}
	return found, suggestions
}

// MayName reports whether a name may be that of the doctor: no other doctor has it, or fits it better.
func (d *Directory) MayName(doctor *Doctor, name string) bool {
	if len(nameWords(name)) == 0 { // nothing but a title, or no name at all
		return slices.Contains(d.Search(Query{Name: name}), doctor)
	}
	found, misspelt := d.Named(name, "")
	if len(found) == 0 {
		found = misspelt
	}
	return slices.Contains(found, doctor)
}

// Practises reports whether the text may mean the doctor's specialty.
func (d *Directory) Practises(doctor *Doctor, specialty string) bool {
	return slices.Contains(d.specialtiesOf(specialty), doctor.Specialty)
}

// wordsOf cuts a text into its folded words and numbers.
func wordsOf(s string) []string {
	return strings.FieldsFunc(text.Fold(s), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// nameWords returns the words that distinguish doctors.
func nameWords(name string) []string { return significant(wordsOf(name)) }

func significant(words []string) []string {
	var kept []string
	for _, w := range words {
		switch w {
		case "dr", "dra", "drs", "doutor", "doutora", "doctor", "doc", "prof", "medico", "medica", "de", "da", "do", "das", "dos", "e":
		default:
			kept = append(kept, w)
		}
	}
	return kept
}

// rankName returns how well the wanted words, in any order, fit a name: the rank of the word that fits worst.
func rankName(words, wanted []string) rank {
	worst := whole
	for _, w := range wanted {
		best := no
		for _, have := range words {
			best = min(best, rankWord(have, w))
		}
		worst = max(worst, best)
	}
	return worst
}

func rankWord(have, wanted string) rank {
	const shortestWithSlip = 4
	switch {
	case have == wanted:
		return whole
	case strings.HasPrefix(have, wanted):
		return begins
	case strings.Contains(have, wanted):
		return within
	case len(wanted) >= shortestWithSlip && text.OneTypo(have, wanted):
		return misspelt
	}
	return no
}

// specialtiesOf returns the specialties that the text means: those that fit exactly, otherwise by their beginning or
// another form, otherwise with a typing mistake. It returns all when the text is empty.
func (d *Directory) specialtiesOf(specialty string) []*Specialty {
	words := wordsOf(specialty)
	if len(words) == 0 && strings.TrimSpace(specialty) == "" {
		return d.specialties
	}
	return bestOf(d.specialties, func(s *Specialty) rank {
		if slices.Contains(s.names, strings.Join(words, " ")) {
			return whole
		}
		return s.rank(withoutFillers(words))
	})
}

func withoutFillers(words []string) []string {
	var kept []string
	for _, w := range words {
		switch w {
		case "dr", "dra", "doctor", "doctors", "medico", "medica", "medicos", "medicas", "specialist", "specialists", "especialista", "especialistas",
			"in", "em", "of", "de", "do", "da", "the", "a", "o", "and", "e", "for", "para":
		default:
			kept = append(kept, w)
		}
	}
	return kept
}

func (s *Specialty) rank(wanted []string) rank {
	if len(wanted) == 0 {
		return no
	}
	worst := whole
	for _, w := range wanted {
		best := no
		for _, have := range s.words {
			best = min(best, rankForm(have, w))
		}
		worst = max(worst, best)
	}
	return worst
}

// rankForm compares two words, one of which may be a form of the other: cardio, cardiológico and cardiologistas are all
// forms of cardiologista.
func rankForm(have, wanted string) rank {
	const shortestBeginning, shortestStem, longestEnding, shortestWithSlip = 3, 5, 4, 6
	stem := 0
	for stem < min(len(have), len(wanted)) && have[stem] == wanted[stem] {
		stem++
	}
	switch {
	case have == wanted:
		return whole
	case len(wanted) >= shortestBeginning && stem == len(wanted),
		stem >= shortestStem && len(have)-stem <= longestEnding && len(wanted)-stem <= longestEnding:
		return begins
	case len(wanted) >= shortestWithSlip && text.OneTypo(have, wanted):
		return misspelt
	}
	return no
}

// citiesOf returns the cities that the text means: a city, otherwise all of a state, otherwise by the beginning of a
// city's name, otherwise with a typing mistake. It returns all when the text is empty.
func (d *Directory) citiesOf(city string) []*City {
	words := wordsOf(city)
	if len(words) == 0 && strings.TrimSpace(city) == "" {
		return d.cities
	}
	if last := len(words) - 1; last >= 0 && (words[last] == "brasil" || words[last] == "brazil") {
		if words = words[:last]; last == 0 {
			return d.cities
		}
	}
	return bestOf(d.cities, func(c *City) rank { return c.rank(words) })
}

// rank returns how well the words fit the city: a state fits less well than the city of that name.
func (c *City) rank(words []string) rank {
	said := strings.Join(words, " ")
	short := said
	for _, state := range c.states {
		short = strings.TrimSpace(strings.TrimSuffix(said, " "+state))
		if short != said {
			break
		}
	}
	switch {
	case said == "":
		return no
	case slices.Contains(c.names, said), slices.Contains(c.names, short):
		return whole
	case slices.Contains(c.states, said):
		return begins
	case len(short) >= 3 && strings.HasPrefix(c.names[0], short):
		return within
	case len(short) >= 5 && text.OneTypo(c.names[0], short):
		return misspelt
	}
	return no
}

// bestOf returns the elements with the best rank, none when no element fits.
func bestOf[T any](all []T, rank func(T) rank) []T {
	best := no
	var found []T
	for _, one := range all {
		switch r := rank(one); {
		case r < best:
			best, found = r, []T{one}
		case r == best && r < no:
			found = append(found, one)
		}
	}
	return found
}
