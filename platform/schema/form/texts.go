package form

import (
	"reflect"
	"strconv"
	"strings"
)

// Text is a text in a struct, whose length its tags limit.
type Text struct {
	Name  string // of its field in JSON
	Value string
	Max   int  // characters
	Lines bool // it may have several; the tag lines says "1" of one that may not
}

// Texts returns the texts of a struct that are limited by maxLength, in the order of their fields.
func Texts(v any) []Text {
	s := reflect.ValueOf(v)
	var all []Text
	for i := range s.NumField() {
		f := s.Type().Field(i)
		if f.Type.Kind() != reflect.String {
			continue
		}
		for rule := range strings.SplitSeq(f.Tag.Get("jsonschema"), ",") {
			limit, ok := strings.CutPrefix(rule, "maxLength=")
			if most, err := strconv.Atoi(limit); ok && err == nil {
				all = append(all, Text{Name: nameOf(f), Value: s.Field(i).String(), Max: most, Lines: f.Tag.Get("lines") != "1"})
			}
		}
	}
	return all
}
