// Package directory holds the invented doctors of the medical app, and finds them by name, specialty and city. It knows
// nothing about times and tools. What it returns is shared and must not be changed.
package directory

import (
	"bytes"
	"embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"berth/platform/text"
)

//go:embed *.csv
var data embed.FS

// Doctor is one doctor.
type Doctor struct {
	ID        string // a UUID, made from the name, so that it is the same everywhere and never changes
	Name      string // with the title: "Dra. Ana Silva"
	Specialty *Specialty
	Address   string
	City      *City
	Latitude  float64 // WGS 84, degrees
	Longitude float64
	Image     string // the address of a picture, at first a data: URI that loads nothing

	words []string // of the name, folded, without the title
}

// Specialty is a field of medicine, with the names for those who work in it.
type Specialty struct {
	English, Portuguese string

	names []string // folded: every name that it goes by
	words []string // of those names
}

// City is where doctors work.
type City struct {
	Name, State string // "São Paulo", "SP"

	names  []string // folded
	states []string // folded
}

// Directory holds all doctors. It is safe for concurrent use.
type Directory struct {
	doctors     []*Doctor
	specialties []*Specialty
	cities      []*City
	byID        map[string]*Doctor
}

// space is the UUID namespace of doctors.
var space = uuid.MustParse("0b6f2b0e-6d51-4c0f-9f0c-5b1f7a3c8e42")

// Load reads the doctors that ship inside.
func Load() (*Directory, error) {
	d := &Directory{byID: map[string]*Doctor{}}
	for name, read := range map[string]func([]string) error{"specialties": d.readSpecialty, "cities": d.readCity} {
		if err := each(name, read); err != nil {
			return nil, err
		}
	}
	return d, each("doctors", d.readDoctor)
}

// each calls read for every row of a file below its heading row.
func each(name string, read func(row []string) error) error {
	file, err := data.ReadFile(name + ".csv")
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	rows, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	for i, row := range rows[1:] {
		if err := read(row); err != nil {
			return fmt.Errorf("read %s, row %d: %w", name, i+2, err)
		}
	}
	return nil
}

func (d *Directory) readSpecialty(row []string) error {
	s := &Specialty{English: row[0], Portuguese: row[1]}
	for _, name := range append(row[:4:4], strings.Split(row[4], ";")...) {
		words := wordsOf(name)
		s.names = append(s.names, strings.Join(words, " "))
		s.words = append(s.words, words...)
	}
	d.specialties = append(d.specialties, s)
	return nil
}

func (d *Directory) readCity(row []string) error {
	c := &City{Name: row[0], State: row[1], names: []string{text.Fold(row[0])}, states: []string{text.Fold(row[1]), text.Fold(row[2])}}
	if row[3] != "" {
		c.names = append(c.names, text.Fold(row[3]))
	}
	d.cities = append(d.cities, c)
	return nil
}

func (d *Directory) readDoctor(row []string) error {
	doctor := &Doctor{ID: uuid.NewSHA1(space, []byte(row[0])).String(), Name: row[0], Address: row[3], words: wordsOf(row[0])[1:]}
	if i := slices.IndexFunc(d.specialties, func(s *Specialty) bool { return s.English == row[1] }); i >= 0 {
		doctor.Specialty = d.specialties[i]
	}
	if i := slices.IndexFunc(d.cities, func(c *City) bool { return c.Name == row[2] }); i >= 0 {
		doctor.City = d.cities[i]
	}
	if doctor.Specialty == nil || doctor.City == nil {
		return fmt.Errorf("%s has no specialty or city that we know", row[0])
	}
	var err error
	if doctor.Latitude, err = strconv.ParseFloat(row[4], 64); err != nil {
		return err
	}
	if doctor.Longitude, err = strconv.ParseFloat(row[5], 64); err != nil {
		return err
	}
	if d.byID[doctor.ID] != nil {
		return fmt.Errorf("%s stands twice", row[0])
	}
	doctor.Image = portrait(row[0], doctor.ID)
	d.byID[doctor.ID] = doctor
	d.doctors = append(d.doctors, doctor)
	return nil
}

// Doctor returns the doctor with that id, in upper or lower case; nil when there is none.
func (d *Directory) Doctor(id string) *Doctor { return d.byID[strings.ToLower(id)] }

// Doctors returns all doctors.
func (d *Directory) Doctors() []*Doctor { return slices.Clone(d.doctors) }

// Specialties returns all specialties, by their English names.
func (d *Directory) Specialties() []*Specialty { return slices.Clone(d.specialties) }

// Cities returns all cities, by name.
func (d *Directory) Cities() []*City { return slices.Clone(d.cities) }
