package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// othersNames are variables that other programs read: the commands that talk to a server, and deploy/Caddyfile.
var othersNames = []string{"BERTH_URL", "BERTH_KEY", "BERTH_UPSTREAMS"}

// injected matches the variables that container platforms make of a service's name. Those of a service whose name begins
// with "berth-" have more in between.
var injected = regexp.MustCompile(`^BERTH(_SERVICE_.*|_PORT|_PORT_.*|_.+_SERVICE_(HOST|PORT(_.+)?)|_.+_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$`)

// knownNames returns the environment variables of all flags, and othersNames.
func knownNames(app *kong.Application) []string {
	names := slices.Clone(othersNames)
	for _, group := range app.AllFlags(false) {
		for _, flag := range group {
			names = append(names, flag.Envs...)
		}
	}
	return names
}

// unknownNames finds BERTH_ variables in the environment that nobody reads: each is probably a known name, mistyped.
func unknownNames(environ, known []string) (errs []error) {
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, "BERTH_") || slices.Contains(known, name) || injected.MatchString(name) ||
			strings.HasSuffix(name, "_PORT") && strings.Contains(value, "://") { // the address of a service, tcp://10.0.0.1:5432
			continue
		}
		errs = append(errs, fmt.Errorf("%s: no such setting; the nearest is %s", name, nearest(name, known)))
	}
	return errs
}

// nearest returns the name with the smallest distance in edits of one character.
func nearest(name string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int { return edits(name, a) - edits(name, b) })
}

// edits returns the Levenshtein distance, in bytes.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
