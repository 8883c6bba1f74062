package medical

import (
	"strings"
	"unicode"

	"berth/platform"
)

// patient reads the person whom an appointment is for.
func (a *arguments) patient() platform.Patient {
	p := platform.Patient{Name: a.text("patientName")}
	switch {
	case a.blank("patientName"):
		a.reject("patientName is required: the patient's full name.", "patientName é obrigatório: o nome completo do paciente.")
	case p.Name != "" && letters(p.Name) < 2:
		a.reject("patientName must be the patient's full name.", "patientName deve ser o nome completo do paciente.")
	}
	said := a.text("patientPhone")
	var ok bool
	switch p.Phone, ok = phone(said); {
	case a.blank("patientPhone"):
		a.reject("patientPhone is required: "+phoneForm, "patientPhone é obrigatório: "+phoneFormPortuguese)
	case said != "" && !ok:
		a.reject("patientPhone must be "+phoneForm, "patientPhone deve ser "+phoneFormPortuguese)
	}
	return p
}

const (
	phoneForm           = "a phone number with area code, such as (11) 99999-8888, or with country code, such as +351 912 345 678."
	phoneFormPortuguese = "um telefone com DDD, como (11) 99999-8888, ou com código do país, como +351 912 345 678."
)

func letters(s string) (n int) {
	for _, c := range s {
		if unicode.IsLetter(c) {
			n++
		}
	}
	return n
}

// brazil is Brazil's country code.
const brazil = "55"

// phone reads a number as people write it and returns it in E.164: "+5511999998888". A number without a country code is
// taken as Brazilian.
func phone(said string) (string, bool) {
	digits := strings.Map(func(c rune) rune {
		if strings.ContainsRune(" ()-./\u00a0\u2011\u2013", c) {
			return -1
		}
		return c
	}, said)
	abroad := strings.HasPrefix(digits, "+") || strings.HasPrefix(digits, "00")
	digits = strings.TrimPrefix(strings.TrimPrefix(digits, "+"), "00")
	if digits == "" || strings.ContainsFunc(digits, func(c rune) bool { return c < '0' || c > '9' }) {
		return "", false
	}
	if !abroad {
		digits = strings.TrimPrefix(digits, "0") // the trunk prefix
		if len(digits) < 12 {
			digits = brazil + digits
		} else if !strings.HasPrefix(digits, brazil) {
			return "", false
		}
	}
	if national, ok := strings.CutPrefix(digits, brazil); ok {
		return "+" + digits, brazilian(national)
	}
	const shortest, longest = 8, 15 // E.164, section 6.1, for the longest; no country has shorter ones with its code
	return "+" + digits, digits[0] != '0' && shortest <= len(digits) && len(digits) <= longest
}

// brazilian reports whether a number without country code can be a Brazilian one (Anatel, Resolução 749/2022): area code,
// then nine digits from 9 for mobiles, or eight from 2 to 5.
func brazilian(national string) bool {
	const areas = " 11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 " +
		"71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99 "
	switch len(national) {
	case 11:
		return national[2] == '9' && strings.Contains(areas, " "+national[:2]+" ")
	case 10:
		return '2' <= national[2] && national[2] <= '5' && strings.Contains(areas, " "+national[:2]+" ")
	}
	return false
}

// shown writes a Brazilian number without its country code, as the document does, and any other with it.
func shown(phone string) string {
	if national, ok := strings.CutPrefix(phone, "+"+brazil); ok {
		return national
	}
	return phone
}
