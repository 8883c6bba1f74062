package search

import (
	_ "embed" // words.txt
	"strings"
	"sync"
)

//go:embed words.txt
var wordLines string

var lists = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(wordLines) {
		if name, words, ok := strings.Cut(line, ":"); ok && line[0] != '#' {
			all[name] = strings.TrimSpace(words)
		}
	}
	return all
})

// listed returns the words of a list of words.txt, separated by single spaces.
func listed(name string) string { return lists()[name] }
