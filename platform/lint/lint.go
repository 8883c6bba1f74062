// Package lint judges a tool's name and description by the practices of the builder document (spec 002, "Dynamic Tool
// Naming"): the name is an action and an object, the description says what, when and which information. Its rules are
// pure and know English.
package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"berth/platform"
)

// Severity says how much a finding matters: an error keeps the app from being published, a warning makes models choose
// wrongly, an info is a matter of polish.
type Severity string

// The severities, the most serious first.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Finding is one practice that the tool does not follow.
type Finding struct {
	Rule       string
	Severity   Severity
	Message    string
	Suggestion string
}

// Report is the judgement of one tool. Score is 100 without findings and never below 0; Findings are in the order of
// the rules, name first.
type Report struct {
	Score    int
	Findings []Finding
}

const (
	goodName         = 40  // a longer name is hard to tell apart in a list of tools
	shortDescription = 60  // what, when and which information do not fit in less
	longDescription  = 700 // models weigh the beginning most
)

// Tool judges a tool.
func Tool(name, description string) Report {
	r := reporter{}
	subject := r.name(name)
	r.description(strings.TrimSpace(description), subject)
	return Report{Score: max(0, 100-r.lost), Findings: r.findings}
}

type reporter struct {
	findings []Finding
	lost     int
}

func (r *reporter) add(weight int, f Finding) {
	r.findings = append(r.findings, f)
	r.lost += weight
}

// name judges the name and returns the object that it names, in words, for suggestions.
func (r *reporter) name(name string) (subject string) {
	if name == "" {
		r.add(50, Finding{"name.empty", Error, "The tool has no name.", "Name it after an action and an object, for example search_products."})
		return "…"
	}
	words := split(name)
	subject = object(words)
	if !platform.ValidToolName(name) {
		r.add(50, Finding{"name.format", Error, fmt.Sprintf("The name may have letters, digits, _ and -, at most %d of them.", platform.MaxToolName),
			"Use " + snake(words) + "."})
	} else if style(name) > 1 {
		r.add(3, Finding{"name.style", Info, "The name mixes ways to separate its words.", "Use " + snake(words) + "."})
	}
	switch {
	case len(words) == 0:
		r.add(40, Finding{"name.action", Warning, "The name has no words.", "Name it after an action and an object, for example search_products."})
		return "…"
	case !isVerb(words[0]):
		r.add(20, Finding{"name.action", Warning, fmt.Sprintf("The name does not begin with an action: %q is none.", words[0]),
			fmt.Sprintf("Begin with a verb, for example get_%s or search_%s.", snake(words), snake(words))})
	case len(words) == 1:
		r.add(20, Finding{"name.object", Warning, fmt.Sprintf("The name does not say what it will %s.", words[0]),
			fmt.Sprintf("Add the object: %s_ and the thing that it works on.", words[0])})
	}
	if vague := vagueIn(words); vague != "" {
		r.add(10, Finding{"name.vague", Warning, fmt.Sprintf("%q says little.", vague), "Name the thing that the tool works on."})
	}
	if utf8.RuneCountInString(name) > goodName {
		r.add(5, Finding{"name.length", Info, fmt.Sprintf("The name is longer than %d characters.", goodName), "Keep the action and the object; move the rest to the description."})
	}
	return subject
}

// Each pattern matches phrases that say when to use the tool, which information it needs, or that tell the model to push
// other tools aside. Sentences for customers, such as "always call ahead", must not match. A pattern is compiled when it
// is used: lint runs once per edit, not per call.
const (
	whenPattern = `(?i)\b(use (this|it|the tool)?\s*(when|whenever|if|for|to|after|before|once)|` +
		`when(ever)? (a|an|the|someone|people|you|they|users?|customers?|asked)\b|for (questions|requests) (about|on)|if (a|an|the) (user|customer|person))`
	needsPattern = `(?i)\b(requires?|required|needs?|takes?|accepts?|expects?|provide|pass|given|inputs?|parameters?|arguments?|` +
		`(no|without|any) (further |other |more )?(input|information|arguments?|parameters?)|based on)\b`
	pushyPattern = `(?i)\b((always|must|should always) (use|call|prefer|choose) ((this|it)( (tool|app|first|before|for|when|whenever|instead)\b|[.!,;]|$)|the tool|[a-z]+_[a-z_]+)|` +
		`prefer this (tool|app)|best tool|(tool|app) must (always )?be (used|called|preferred)|instead of (any )?other (tools?|apps?)|` +
		`ignore (all |any )*(other|previous) (tools?|apps?|instructions?|messages?|prompts?)\b)`
)

func (r *reporter) description(text, subject string) {
	if text == "" {
		r.add(50, Finding{"description.empty", Error, "The tool has no description.",
			fmt.Sprintf("Say what it does, when to use it and what it needs: “Retrieve %s. Use when a customer asks about it. Requires …”", subject)})
		return
	}
	length := utf8.RuneCountInString(text)
	words := split(text)
	switch {
	case length > platform.MaxToolDescription:
		r.add(50, Finding{"description.length", Error,
			fmt.Sprintf("The description has %d characters; %d are allowed.", length, platform.MaxToolDescription), "Keep what, when and which information."})
	case length > longDescription:
		r.add(5, Finding{"description.length", Info,
			fmt.Sprintf("The description has %d characters; models weigh the first sentences most.", length), "Put what and when first, and shorten the rest."})
	case length < shortDescription:
		r.add(15, Finding{"description.length", Warning,
			fmt.Sprintf("The description has only %d characters.", length), "Two or three sentences: what it does, when to use it, what it needs."})
	}
	if !saysWhat(words) {
		r.add(15, Finding{"description.what", Warning, "The description does not begin with what the tool does.",
			fmt.Sprintf("Begin with a verb: “Retrieve %s …”, “Search %s …”.", subject, subject)})
	}
	if !regexp.MustCompile(whenPattern).MatchString(text) {
		r.add(15, Finding{"description.when", Warning, "The description does not say when to use the tool.",
			fmt.Sprintf("Add a sentence such as “Use when a customer asks about %s.”", subject)})
	}
	if !regexp.MustCompile(needsPattern).MatchString(text) {
		r.add(10, Finding{"description.needs", Warning, "The description does not say which information is needed.",
			"Add a sentence that begins with “Requires …”, or “Needs no further information.”"})
	}
	if vague := vagueIn(words); vague != "" {
		r.add(10, Finding{"description.vague", Warning, fmt.Sprintf("%q says little.", vague), fmt.Sprintf("Name what is meant by %q.", vague)})
	}
	if pushy := regexp.MustCompile(pushyPattern).FindString(text); pushy != "" {
		r.add(10, Finding{"description.pushy", Warning,
			fmt.Sprintf("%q tries to push other tools aside; stores refuse that.", pushy), "Say when the tool fits, and leave the choice to the model."})
	}
}

// saysWhat looks for a verb at the beginning of a sentence: "Retrieve …", "Retrieves …", "This tool searches …".
func saysWhat(words []string) bool {
	if len(words) < 4 {
		return false
	}
	for _, w := range words[:min(len(words), 5)] {
		if isVerb(w) || isVerb(strings.TrimSuffix(w, "s")) || isVerb(strings.TrimSuffix(w, "es")) {
			return true
		}
		if !slices.Contains([]string{"this", "the", "a", "tool", "app", "it", "quickly", "can", "lets", "you", "helps", "users"}, w) {
			return false
		}
	}
	return false
}

// split cuts text into lower-case words, also at the humps of camelCase.
func split(text string) []string {
	var words []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	lower := false
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			lower = false
			continue
		}
		if unicode.IsUpper(r) && lower {
			flush()
		}
		lower = unicode.IsLower(r) || unicode.IsDigit(r)
		word.WriteRune(r)
	}
	flush()
	return words
}

// snake spells words as a tool name.
func snake(words []string) string {
	s := []byte(strings.Join(words, "_"))
	s = slices.DeleteFunc(s, func(c byte) bool { return !platform.ValidToolName(string(c)) })
	if len(s) == 0 {
		return "search_products"
	}
	return string(s[:min(len(s), platform.MaxToolName)])
}

// style returns the number of ways in which a name separates its words.
func style(name string) int {
	n := 0
	if strings.Contains(name, "_") {
		n++
	}
	if strings.Contains(name, "-") {
		n++
	}
	for i := 1; i < len(name); i++ {
		if unicode.IsLower(rune(name[i-1])) && unicode.IsUpper(rune(name[i])) {
			return n + 1
		}
	}
	return n
}

func object(words []string) string {
	if len(words) > 1 && isVerb(words[0]) {
		words = words[1:]
	}
	if len(words) == 0 {
		return "…"
	}
	return "the " + strings.Join(words[:min(len(words), 6)], " ")
}

func vagueIn(words []string) string {
	for _, w := range words {
		if isVague(w) {
			return w
		}
	}
	return ""
}
