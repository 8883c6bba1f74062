package openapi

import (
	"cmp"
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"

	"berth/platform"
)

const (
	maxOperations  = 2000
	maxRecommended = 5
	leastScore     = 45 // of what is recommended
)

// Operations lists the operations, best first, each as a tool with the names of the others in mind. The error is that of ctx.
func (d *Document) Operations(ctx context.Context) ([]Operation, error) {
	var all []*Operation
	paths := part{d.root, "#"}.in("paths")
	ids := map[string]int{}
	for _, path := range slices.Sorted(maps.Keys(paths.object())) {
		item, fault := d.follow(paths.in(path))
		if fault != "" || !strings.HasPrefix(path, "/") {
			continue
		}
		for _, method := range methods {
			if at := item.in(method); at.object() != nil && len(all) < maxOperations {
				op := &Operation{Method: strings.ToUpper(method), Path: path, Summary: line(at.object()["summary"], 200), obsolete: yes(at.object()["deprecated"])}
				op.Problems = []platform.Problem{}
				op.ID = platform.Clip(text(at.object()["operationId"]), 200)
				ids[op.ID]++
				op.resource = cmp.Or(append(steps(path), "")[0], "root")
				all = append(all, op)
			}
		}
	}
	taken := map[string]bool{}
	for _, op := range all {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		named := op.ID
		if op.ID == "" || ids[op.ID] > 1 {
			op.ID = strings.ToLower(op.Method) + " " + platform.Clip(op.Path, 300)
		}
		name := op.toolName(named)
		op.name = Unused(name, func(name string) bool { return taken[name] })
		taken[op.name] = true
		item, _ := d.follow(paths.in(op.Path))
		at := item.in(strings.ToLower(op.Method))
		d.build(op, at, item)
		if op.Tool != nil {
			op.Tool.Name = op.name
		}
		if name != op.name {
			op.Problems = append(op.Problems, platform.Problem{Location: at.at, Message: "has the name of another operation, " + name + ": its tool is called " + op.name})
		}
		if op.Summary == "" {
			op.Summary = humanized(op.name)
		}
	}
	judge(all)
	out := make([]Operation, len(all))
	for i, op := range all {
		out[i] = *op
	}
	return out, nil
}

// inner are the words of what keeps a system running and is nobody's question.
var inner = regexp.MustCompile(`(?i)\b(health|healthz|ping|ready|live|metrics|login|logout|token|tokens|oauth|auth|session|sessions|password|webhook|webhooks|hook|hooks|callback|callbacks|admin|internal|debug|config|configuration|settings|upload|batch|bulk|schema|openapi|version|batches|permission|permissions|role|roles|audit|migrate|migrations|secret|secrets|key|keys|certificate|certificates|license|licenses|code|codes|gitignore|emojis|meta|zen|octocat|rate|limit|sso|scim|saml|mfa|2fa|domains|test|tests|helpers)\b`)

// judge gives every operation its score, puts the best first, and recommends a few of them, of as many resources as there are: none that
// deletes, which is ticked in the builder otherwise before anybody has thought of it.
func judge(all []*Operation) {
	weight := map[string]int{}
	for _, op := range all {
		weight[op.resource]++
	}
	most := 1
	for _, n := range weight {
		most = max(most, n)
	}
	for _, op := range all {
		op.score()
		if op.Tool != nil {
			op.Score = min(100, max(1, op.Score+10*weight[op.resource]/most))
		}
	}
	slices.SortStableFunc(all, func(a, b *Operation) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(len(a.Path), len(b.Path)), cmp.Compare(a.Path, b.Path))
	})
	for range maxRecommended {
		var best *Operation
		for _, op := range all {
			fits := op.Tool != nil && !op.obsolete && !strings.EqualFold(op.Method, "delete") && op.Score >= leastScore
			if !op.Recommended && fits && (best == nil || op.beside(all) > best.beside(all)) {
				best = op
			}
		}
		if best == nil {
			return
		}
		best.Recommended = true
	}
	offer(all)
}

// beside is the score of an operation beside those that are recommended: what is like one of them adds little.
func (op *Operation) beside(all []*Operation) int {
	s := op.Score
	for _, other := range all {
		switch {
		case !other.Recommended:
		case op.resource != other.resource:
			if op.writes() && other.writes() {
				s -= 10
			}
		case op.writes() == other.writes() && op.lists == other.lists:
			s -= 18
		default:
			s -= 6
		}
	}
	return s
}

// reads reports whether an operation only reads, by its method.
func (op *Operation) reads() bool { return op.Method == "GET" || op.Method == "HEAD" } //nolint:usestdlibvars // net/http is not known here

// writes reports whether an operation changes something.
func (op *Operation) writes() bool {
	return !op.reads() && op.Tool != nil && op.Tool.Hints == nil
}

// offer puts the best that makes something in the place of the last that was recommended, where nothing that is changes anything.
func offer(all []*Operation) {
	last := -1
	for i, op := range all {
		if op.Recommended && op.writes() {
			return
		} else if op.Recommended {
			last = i
		}
	}
	i := slices.IndexFunc(all, func(op *Operation) bool {
		return strings.EqualFold(op.Method, "post") && op.writes() && op.Score >= leastScore && !op.obsolete && !strings.Contains(op.Path, "{")
	})
	if last >= 0 && i >= 0 {
		all[last].Recommended, all[i].Recommended = false, true
	}
}

// score says how well an operation answers what somebody may ask.
func (op *Operation) score() {
	if op.Tool == nil {
		op.Score = 0
		return
	}
	s := 40
	s += map[string]int{"GET": 20, "POST": 4, "HEAD": -20, "DELETE": -15, "PUT": -5, "PATCH": -5}[op.Method]
	if !op.reads() && op.Tool.Hints != nil {
		s += 11 // it only asks
	}
	if op.Summary != "" {
		s += 4
	}
	if op.lists {
		s += 8
	}
	switch {
	case op.Tool.Layout != "":
		s += 8
	case op.reads() && len(op.Tool.MockData) < 3: // nothing is known of what it answers
		s -= 12
	}
	if slices.Contains([]string{"search", "find", "list", "query", "browse"}, op.verb) {
		s += 4
		if op.verb == "search" {
			s += 10
		}
	}
	if op.takes > 8 {
		s -= 3
	}
	if op.writes() {
		s -= 2 * max(0, op.needs-3)
	} else {
		s -= 5 * max(0, op.needs-1)
	}
	s -= 4 * max(0, len(steps(op.Path))-2)
	s -= 3 * max(0, strings.Count(op.Path, "{")-1)
	if strings.Contains(strings.TrimSuffix(op.Path, "}"), "}") {
		s -= 8 // it asks for something of another thing
	}
	if op.obsolete {
		s -= 40
	}
	if inner.MatchString(strings.Join(append(steps(op.Path), split(op.name)...), " ")) || inner.MatchString(strings.ReplaceAll(strings.Join(steps(op.Path), " "), "_", " ")) {
		s -= 25
	}
	op.Score = min(100, max(1, s))
}
