package search

import (
	_ "embed" // words.txt
	"iter"
	"strings"
	"sync"
)

// entries returns the lines of a data file that are neither empty nor comments, without the space around them.
func entries(file string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(file) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

//go:embed words.txt
var wordLines string

var lists = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range entries(wordLines) {
		name, words, _ := strings.Cut(line, ": ")
		all[name] = words
	}
	return all
})

// listed returns the words of a list of words.txt, separated by single spaces.
func listed(name string) string { return lists()[name] }
