package schema

import (
	"regexp"
	"runtime"
	"sync"
	"weak"
)

// pattern compiles a regular expression, or returns the one that was compiled of the same text as long as somebody uses it: schemas of
// layouts have three patterns in three dozen places, and copies of an app have the same. It is safe for concurrent use.
func pattern(s string) (*regexp.Regexp, error) {
	if known, ok := patternsInUse.Load(s); ok {
		if same := known.(weak.Pointer[regexp.Regexp]).Value(); same != nil {
			return same, nil
		}
	}
	compiled, err := regexp.Compile(s)
	if err != nil {
		return nil, err
	}
	use := weak.Make(compiled)
	patternsInUse.Store(s, use)
	runtime.AddCleanup(compiled, func(s string) { patternsInUse.CompareAndDelete(s, use) }, s)
	return compiled, nil
}

// patternsInUse has a weak.Pointer[regexp.Regexp] by the text.
var patternsInUse sync.Map
