package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// othersNames are variables that programs beside the server read: the commands that talk to one, and deploy/Caddyfile.
var othersNames = []string{"BERTH_URL", "BERTH_KEY", "BERTH_UPSTREAMS"}

// injected are the names that container platforms make of a service's name. Those of one whose name begins with "berth-" have more in
// between.
var injected = regexp.MustCompile(`^BERTH(_SERVICE_.*|_PORT|_PORT_.*|_.+_SERVICE_(HOST|PORT(_.+)?)|_.+_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$`)

// knownNames are the environment variables of all flags.
func knownNames(app *kong.Application) []string {
	names := slices.Clone(othersNames)
	for _, group := range app.AllFlags(false) {
		for _, flag := range group {
			names = append(names, flag.Envs...)
		}
	}
	return names
}

// unknownNames finds the variables of ours in the environment that nobody reads: each is probably a known one, mistyped.
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

// nearest is the name that takes the fewest edits of one character to come from.
func nearest(name string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int { return edits(name, a) - edits(name, b) })
}

// edits is the Levenshtein distance, in bytes.
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
