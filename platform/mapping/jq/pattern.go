package jq

import (
	"errors"
	"regexp"
	"regexp/syntax"
)

// maxPattern bounds a regular expression, in bytes.
const maxPattern = 256

// patterns matches regular expressions. Programs may use those that they spell out alone, so that what is kept of them is bounded.
type patterns struct {
	meter *meter
	known map[[2]string]*pattern
}

type pattern struct {
	*regexp.Regexp
	all  bool // look for every match
	cost int  // of one character
}

// compilePattern reads a regular expression with the flags of jq.
func compilePattern(text, flags string) (*pattern, error) {
	if len(text) > maxPattern {
		return nil, errors.New("a regular expression may have at most 256 bytes")
	}
	p := &pattern{}
	for _, flag := range flags {
		switch flag {
		case 'g':
			p.all = true
		case 'i':
			text = "(?i)" + text
		case 's':
			text = "(?s)" + text
		default:
			return nil, errors.New("a regular expression takes the flags g, i and s")
		}
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, err
	}
	p.cost = 8 * len(program.Inst)
	p.Regexp, err = regexp.Compile(text)
	return p, err
}

// find returns the pattern and the text that it is asked of.
func (p *patterns) find(input any, args []any) (*pattern, string, error) {
	s, ok := input.(string)
	text, isText := args[0].(string)
	if !ok || !isText {
		return nil, "", errors.New("only a text matches a regular expression")
	}
	flags, _ := args[1].(string)
	key := [2]string{text, flags}
	found, ok := p.known[key]
	if !ok {
		var err error
		if found, err = compilePattern(text, flags); err != nil {
			return nil, "", err
		}
		if p.known == nil {
			p.known = map[[2]string]*pattern{}
		}
		p.known[key] = found
	}
	if !p.meter.spend(1+len(s), found.cost) {
		return nil, "", errSpent
	}
	return found, s, nil
}

func (p *patterns) tests(input any, args []any) any {
	found, s, err := p.find(input, args)
	if err != nil {
		return err
	}
	return found.MatchString(s)
}

// pieces takes a text apart: {matches: [{before, text, groups, named}], rest}.
func (p *patterns) pieces(input any, args []any) any {
	found, s, err := p.find(input, args)
	if err != nil {
		return err
	}
	most := 1
	if found.all {
		most = len(s) + 1
	}
	names := found.SubexpNames()
	each := 8*len(names) + 6*pairCost + (nodeCost+2*pairCost)*len(names)
	most = min(most, max(p.meter.left, 0)/each+1)
	matches, end := []any{}, 0
	for _, at := range found.FindAllStringSubmatchIndex(s, most) {
		if !p.meter.spend(1, each) {
			return errSpent
		}
		groups, named := make([]any, 0, len(names)), make(map[string]any, len(names))
		for i := 1; i < len(names); i++ {
			var text any
			if from, to := at[2*i], at[2*i+1]; from >= 0 {
				text = s[from:to]
			}
			groups = append(groups, text)
			if names[i] != "" {
				named[names[i]] = text
			}
		}
		matches = append(matches, map[string]any{"before": s[end:at[0]], "text": s[at[0]:at[1]], "groups": groups, "named": named})
		end = at[1]
	}
	return map[string]any{"matches": matches, "rest": s[end:]}
}
