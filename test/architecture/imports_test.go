package architecture_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "berth"

// pkg is one package of the build, without its tests.
type pkg struct {
	ImportPath string
	Standard   bool
	Imports    []string
}

// graph returns every package of this module and everything below, by import path.
var graph = sync.OnceValues(func() (map[string]pkg, error) {
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Standard,Imports", "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	packages := map[string]pkg{}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages[p.ImportPath] = p
	}
})

func packages(t *testing.T) map[string]pkg {
	t.Helper()
	all, err := graph()
	if err != nil {
		t.Fatalf("list packages: %v", err)
	}
	return all
}

// matches reports whether path is pattern, or below it when pattern ends in "/...".
func matches(pattern, path string) bool {
	base, below := strings.CutSuffix(pattern, "...")
	base = strings.TrimSuffix(base, "/")
	return path == base || below && (base == "" || strings.HasPrefix(path, base+"/"))
}

func matchesAny(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, path) })
}

// own returns the path of a package within this module.
func own(importPath string) (string, bool) {
	if importPath == module {
		return "", true
	}
	return strings.CutPrefix(importPath, module+"/")
}

// chain returns the shortest way from a package to a target through imports, nil when there is none.
func chain(all map[string]pkg, from, target string) []string {
	came := map[string]string{from: ""}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		for _, next := range all[queue[0]].Imports {
			if _, seen := came[next]; seen {
				continue
			}
			came[next] = queue[0]
			if matches(target, next) {
				way := []string{}
				for at := next; at != ""; at = came[at] {
					way = append([]string{at}, way...)
				}
				return way
			}
			queue = append(queue, next)
		}
	}
	return nil
}

func TestNobodyReachesWhatIsFencedOff(t *testing.T) {
	t.Parallel()
	all := packages(t)
	for _, r := range rules {
		inside := func(path string) bool { // packages inside the target may import each other
			return matches(r.target, module+"/"+path)
		}
		for importPath, p := range all {
			path, ours := own(importPath)
			if !ours || inside(path) && !strings.HasPrefix(path, "apps/") {
				continue
			}
			switch way := chain(all, importPath, r.target); {
			case way == nil || matchesAny(r.direct, path):
			case slices.ContainsFunc(p.Imports, func(i string) bool { return matches(r.target, i) }):
				t.Errorf("%s imports %s: %s", path, way[len(way)-1], r.reason)
			case !matchesAny(r.reach, path):
				t.Errorf("%s reaches %s through %s: %s", path, way[len(way)-1], strings.Join(way[1:len(way)-1], " → "), r.reason)
			}
		}
	}
}

// A rule whose target or allowed importer no longer exists would always pass and protect nothing.
func TestRulesSpeakOfWhatExists(t *testing.T) {
	t.Parallel()
	all := packages(t)
	exists := func(pattern string) bool {
		for importPath := range all {
			if matches(pattern, importPath) {
				return true
			}
		}
		return false
	}
	for _, r := range rules {
		if !exists(r.target) {
			t.Errorf("nothing imports %s any more: drop its rule, or find what took its place", r.target)
		}
		for _, pattern := range slices.Concat(r.direct, r.reach) {
			if !exists(module + "/" + pattern) {
				t.Errorf("the rule for %s lets in %s, which does not exist", r.target, pattern)
			}
		}
	}
	for _, r := range rooms {
		if !exists(module + "/" + r.room) {
			t.Errorf("room %s does not exist", r.room)
		}
	}
}

func TestRoomsImportOnlyTheirNeighbours(t *testing.T) {
	t.Parallel()
	used := map[string]bool{} // "room may" for what a package of the room imports
	for importPath, p := range packages(t) {
		path, ours := own(importPath)
		if !ours {
			continue
		}
		r, known := roomOf(path)
		if !known {
			t.Errorf("%s belongs to no room: say in rules_test.go and ARCHITECTURE.md what it may import", path)
			continue
		}
		for _, i := range p.Imports {
			target, ours := own(i)
			if ours && !matchesAny(r.may, target) {
				t.Errorf("%s imports %s; it may import %v", path, target, r.may)
			}
			for _, pattern := range r.may {
				used[r.room+" "+pattern] = used[r.room+" "+pattern] || ours && matches(pattern, target)
			}
		}
	}
	for _, r := range rooms {
		for _, pattern := range r.may {
			if !used[r.room+" "+pattern] {
				t.Errorf("%s may import %s, and nothing there does: take it out", r.room, pattern)
			}
		}
	}
}

func roomOf(path string) (found neighbours, known bool) {
	for _, r := range rooms {
		if matches(r.room, path) && (r.room == path || len(r.room) > len(found.room) && found.room != path) {
			found, known = r, true
		}
	}
	return found, known
}

// The vocabulary and the rooms that embed files import the standard library only.
func TestFoundationsUseTheStandardLibraryAlone(t *testing.T) {
	t.Parallel()
	all := packages(t)
	for _, room := range []string{"platform", "sql", "templates", "web"} {
		for _, i := range all[module+"/"+room].Imports {
			if p := all[i]; !p.Standard {
				t.Errorf("%s imports %s: it must stand on the standard library alone", room, i)
			}
		}
	}
}
