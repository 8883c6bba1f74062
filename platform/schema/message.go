package schema

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"berth/platform"
)

// maxListed bounds how many allowed values or fields a message lists.
const maxListed = 30

// maxWords bounds what a message repeats of a description, in bytes.
const maxWords = 200

// message says what the schema expects. It repeats no value of the data, since that may be a secret.
func message(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Type:
		return typeMessage(k.Got, k.Want)
	case *kind.Enum:
		return "must be " + oneOf(k.Want)
	case *kind.Const:
		return "must be " + oneOf([]any{k.Want})
	case *kind.Format:
		return "must be " + formatName(k.Want)
	case *kind.MinLength:
		if k.Want == 1 {
			return "must not be empty"
		}
		return fmt.Sprintf("must have at least %s, not %d", platform.Count(k.Want, "character"), k.Got)
	case *kind.MaxLength:
		return fmt.Sprintf("must have at most %s, not %d", platform.Count(k.Want, "character"), k.Got)
	case *kind.MinItems:
		return fmt.Sprintf("must have at least %s, not %d", platform.Count(k.Want, "item"), k.Got)
	case *kind.MaxItems:
		return fmt.Sprintf("must have at most %s, not %d", platform.Count(k.Want, "item"), k.Got)
	case *kind.MinProperties:
		return fmt.Sprintf("must have at least %s, not %d", platform.Count(k.Want, "field"), k.Got)
	case *kind.MaxProperties:
		return fmt.Sprintf("must have at most %s, not %d", platform.Count(k.Want, "field"), k.Got)
	case *kind.UniqueItems:
		return fmt.Sprintf("must have no item twice, but items %d and %d are equal", k.Duplicates[0], k.Duplicates[1])
	case *kind.Minimum:
		return "must be at least " + number(k.Want)
	case *kind.Maximum:
		return "must be at most " + number(k.Want)
	case *kind.ExclusiveMinimum:
		return "must be greater than " + number(k.Want)
	case *kind.ExclusiveMaximum:
		return "must be less than " + number(k.Want)
	case *kind.MultipleOf:
		return "must be a multiple of " + number(k.Want)
	case *kind.AdditionalItems:
		return fmt.Sprintf("must not have its last %s", platform.Count(k.Count, "item"))
	case *kind.Contains:
		return "must have at least one item of the required form"
	case *kind.MinContains:
		return fmt.Sprintf("must have at least %s of the required form", platform.Count(k.Want, "item"))
	case *kind.MaxContains:
		return fmt.Sprintf("must have at most %s of that form", platform.Count(k.Want, "item"))
	case *kind.OneOf:
		return "must have exactly one of the allowed forms, but fits more than one"
	case *kind.Not:
		return "has a form that is not allowed"
	case *kind.RefCycle:
		return "cannot be checked: the schema refers to itself without end"
	}
	return "does not fit the schema"
}

// patternMessage says in the words of the schema what a pattern asks for, where it has any: few people read patterns.
func patternMessage(k *kind.Pattern, wanted string) string {
	if wanted == "" {
		return "must match the pattern " + k.Want
	}
	return fmt.Sprintf("must match the pattern %s (%s)", k.Want, platform.Clip(wanted, maxWords))
}

func typeMessage(got string, want []string) string {
	names := make([]string, 0, len(want)+1)
	for _, w := range want {
		if w != "null" {
			names = append(names, typeName(w))
		}
	}
	if len(names) < len(want) {
		names = append(names, typeName("null"))
	}
	if got == "number" && slices.Contains(want, "integer") { // it has a fraction
		return "must be " + listed(names, "or")
	}
	return fmt.Sprintf("must be %s, not %s", listed(names, "or"), typeName(got))
}

func typeName(t string) string {
	switch t {
	case "string", "number":
		return "a " + t
	case "integer":
		return "a whole number"
	case "object", "array":
		return "an " + t
	case "boolean":
		return "true or false"
	}
	return t
}

func formatName(format string) string {
	switch format {
	case "date":
		return "a date such as 2026-01-31"
	case "time":
		return "a time such as 14:30:00Z"
	case "date-time":
		return "a date and time such as 2026-01-31T14:30:00Z"
	case "email", "idn-email":
		return "an e-mail address"
	case "uri", "iri":
		return "an absolute URL"
	case "uuid":
		return "a UUID"
	case "regex":
		return fmt.Sprintf("a regular expression (RE2 syntax) of at most %d bytes", maxPattern)
	}
	return "of the format " + format
}

func oneOf(values []any) string {
	names := make([]string, 0, min(len(values), maxListed+1))
	for i, v := range values {
		if i == maxListed {
			names = append(names, "…")
			break
		}
		raw, err := json.Marshal(v)
		if err != nil {
			raw = []byte("…")
		}
		names = append(names, platform.Clip(string(raw), maxKey))
	}
	if len(names) == 1 {
		return names[0]
	}
	return "one of " + strings.Join(names, ", ")
}

func unknownField(known []string) string {
	if len(known) == 0 {
		return "is not a known field"
	}
	names := make([]string, 0, len(known))
	for i, k := range known {
		if i == maxListed {
			names = append(names, "…")
			break
		}
		names = append(names, platform.Clip(k, maxKey))
	}
	return platform.StrangeField + strings.Join(names, ", ")
}

func listed(names []string, word string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " " + word + " " + names[n-1]
	}
	return strings.Join(names, "")
}

func number(r *big.Rat) string {
	if r.IsInt() {
		return platform.Clip(r.Num().String(), maxKey)
	}
	f, _ := r.Float64()
	return fmt.Sprintf("%g", f)
}
