package openapi

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"berth/platform"
)

var unfit = regexp.MustCompile(`[^A-Za-z0-9_]+`)

// argumentName is a name as an argument may have it.
func argumentName(s string) string {
	s = strings.Trim(unfit.ReplaceAllString(s, "_"), "_")
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		s = "a_" + s
	}
	return strings.TrimRight(s[:min(len(s), 60)], "_")
}

func secretName(s string) string {
	s = strings.Trim(strings.ToUpper(strings.Join(split(s), "_")), "_")
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		s = strings.TrimRight("KEY_"+s, "_")
	}
	return s[:min(len(s), 60)]
}

// Unused appends the first number that makes a name of its own.
func Unused(name string, taken func(string) bool) string {
	if !taken(name) {
		return name
	}
	for i := 2; ; i++ {
		if numbered := name[:min(len(name), platform.MaxToolName-5)] + "_" + strconv.Itoa(i); !taken(numbered) {
			return numbered
		}
	}
}

// split takes a name apart into its words, in lower case: listPets, list-pets, ListPETs → list pets.
func split(name string) (words []string) {
	runes := []rune(name)
	start := 0
	cut := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(string(runes[start:end])))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case r >= 0x80 || !unicode.IsLetter(r) && !unicode.IsDigit(r):
			cut(i)
			start = i + 1
		case i > start && unicode.IsUpper(r) && (unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			cut(i)
		}
	}
	cut(len(runes))
	return words
}

var verbs = strings.Fields("get list search find fetch read show retrieve query lookup browse count check validate calculate estimate compare download export " +
	"create add insert post register submit send upload book order reserve start open place make generate " +
	"update edit change set replace put patch modify rename move copy merge assign enable disable mark apply " +
	"delete remove cancel close archive stop end revoke unassign clear reset confirm approve reject accept decline pay refund buy subscribe unsubscribe " +
	"follow unfollow star unstar like invite join leave")

// noise says nothing in a name.
var noise = regexp.MustCompile(`^(v\d+|api|rest|controller|endpoint|handler|resource|using(get|post|put|patch|delete)|using)$`)

// toolName names a tool after an action and what it works on.
func (op *Operation) toolName(id string) string {
	words := slices.DeleteFunc(split(id), noise.MatchString)
	if len(words) > 1 && slices.Contains([]string{"perform", "do", "run", "execute", "handle"}, words[0]) {
		words = words[1:]
	}
	switch at := slices.IndexFunc(words, isVerb); {
	case at == 0 && len(words) > 1:
	case at == 0 && len(words) == 1:
		words = append(words, nouns(op.Path, words[0], op.Method)...)
	case at > 0: // users/list-followers, PetsController_findAll
		of, rest := words[:at], words[at+1:]
		if len(rest) == 0 || rest[0] == "all" || rest[0] == "one" || rest[0] == "by" || rest[0] == "for" {
			words = slices.Concat([]string{words[at]}, of, rest)
		} else {
			words = slices.Concat([]string{words[at]}, rest)
		}
		words = slices.DeleteFunc(words, func(w string) bool { return w == "all" || w == "one" })
	case len(words) > 0 && op.reads():
		words = append([]string{"get"}, words...)
	default:
		words = nil
	}
	if len(words) < 2 {
		verb := map[string]string{"GET": "get", "HEAD": "check", "POST": "create", "PUT": "update", "PATCH": "update", "DELETE": "delete"}[op.Method]
		if op.reads() && !strings.HasSuffix(op.Path, "}") && plural(last(steps(op.Path))) {
			verb = "list"
		}
		if said := split(op.Summary); len(said) > 1 && isVerb(said[0]) && !op.reads() {
			verb = said[0]
		}
		words = append([]string{verb}, nouns(op.Path, verb, op.Method)...)
	}
	if words = slices.Compact(words); len(words) == 1 {
		words = append(words, "items")
	}
	op.verb = words[0]
	for len(strings.Join(words, "_")) > platform.MaxToolName-4 && len(words) > 2 {
		words = words[:len(words)-1]
	}
	return argumentName(platform.Clip(strings.Join(words, "_"), platform.MaxToolName-4))
}

func isVerb(word string) bool { return slices.Contains(verbs, word) }

// steps lists the steps of a path that are no variables, nor versions.
func steps(path string) (all []string) {
	for step := range strings.SplitSeq(path, "/") {
		words := slices.DeleteFunc(split(variables.ReplaceAllString(step, "")), noise.MatchString)
		if len(words) > 0 {
			all = append(all, strings.Join(words, "_"))
		}
	}
	return all
}

// nouns are what a path works on, in words: /owners/{id}/pets/{pet} → pet.
func nouns(path, verb, method string) []string {
	all := steps(path)
	if len(all) == 0 {
		return []string{"root"}
	}
	noun := last(all)
	one := strings.HasSuffix(path, "}") || method == "POST"
	if slices.Contains([]string{"get", "create", "update", "delete", "add", "set", "find", "fetch", "send", "buy"}, verb) && one {
		noun = singular(noun)
	}
	if len(all) > 1 && strings.Count(path, "{") > 0 && !strings.HasSuffix(path, "}") {
		return []string{singular(all[len(all)-2]), noun}
	}
	return []string{noun}
}

func last(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

func plural(noun string) bool { return singular(noun) != noun }

func singular(noun string) string {
	switch {
	case strings.HasSuffix(noun, "ies") && len(noun) > 4:
		return strings.TrimSuffix(noun, "ies") + "y"
	case strings.HasSuffix(noun, "sses") || strings.HasSuffix(noun, "xes") || strings.HasSuffix(noun, "ches") || strings.HasSuffix(noun, "shes"):
		return strings.TrimSuffix(noun, "es")
	case len(noun) > 3 && strings.HasSuffix(noun, "s") && !slices.ContainsFunc([]string{"ss", "us", "is", "news"}, func(end string) bool { return strings.HasSuffix(noun, end) }):
		return strings.TrimSuffix(noun, "s")
	}
	return noun
}

// humanized is a name or a path in words.
func humanized(name string) string {
	s := strings.Join(split(name), " ")
	if s == "" {
		return "Call"
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

var sentence = regexp.MustCompile(`^(.{20,}?[.!?])(\s|$)`)

// describe says what a tool does, when it is used, and what it needs.
func (b *building) describe() string {
	what, more := b.Summary, line(b.at.object()["description"], 300)
	if found := sentence.FindString(more); found != "" && len(more) > 220 {
		more = strings.TrimSpace(found)
	}
	if what == "" || len(strings.Fields(what)) < 3 && more != "" && !strings.EqualFold(what, more) {
		what = cmp.Or(more, humanized(strings.ReplaceAll(b.toolWords(), "_", " ")))
	} else if more != "" && !strings.EqualFold(strings.TrimRight(more, "."), strings.TrimRight(what, ".")) {
		what = strings.TrimRight(what, ".") + ". " + more
	}
	when := "Use this when somebody wants to " + strings.ReplaceAll(b.toolWords(), "_", " ") + "."
	needs := ""
	if len(b.required) > 0 {
		needs = " Requires " + strings.Join(b.required[:min(len(b.required), 6)], ", ") + "."
	}
	if !strings.HasSuffix(what, ".") && !strings.HasSuffix(what, "…") {
		what += "."
	}
	return platform.Shorten(what, 500) + " " + when + needs
}

func (op *Operation) toolWords() string {
	return strings.TrimSuffix(strings.TrimRight(strings.TrimRight(op.name, "0123456789"), "_"), "_by_id")
}
