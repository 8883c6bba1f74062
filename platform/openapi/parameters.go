package openapi

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"berth/platform"
	"berth/platform/request"
)

// parameters lists the parameters of the operation and of its path, those of the path and those that are required first.
func (b *building) parameters() []part {
	byName := map[string]part{}
	for _, list := range []part{b.item.in("parameters"), b.at.in("parameters")} {
		for _, p := range list.list() {
			if p = b.follow(p); text(p.object()["name"]) != "" {
				byName[text(p.object()["in"])+" "+text(p.object()["name"])] = p
			}
		}
	}
	all := make([]part, 0, len(byName))
	for _, key := range slices.Sorted(maps.Keys(byName)) {
		all = append(all, byName[key])
	}
	rank := func(p part) int {
		switch {
		case text(p.object()["in"]) == "path":
			return 0
		case yes(p.object()["required"]):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(all, func(a, b part) int { return cmp.Compare(rank(a), rank(b)) })
	return all
}

// parameter adds a parameter, and returns the path with its placeholder.
func (b *building) parameter(p part, path string) string {
	o := p.object()
	name, required := text(o["name"]), yes(o["required"])
	s := p.in("schema")
	if s.value == nil {
		s = part{object{"type": "string"}, p.at}
		if child(o, "content") != nil {
			b.say(p.at+"/content", "is JSON within a parameter, which is taken as a text")
		}
	}
	s = described(s, o)
	switch text(o["in"]) {
	case "path":
		if n := b.schema(s, nil); slices.Contains(n.types, "array") {
			s = b.joined(n, name, ",", true)
		}
		if strings.Contains(path, "{"+name+"}") && name != "" {
			path = strings.ReplaceAll(path, "{"+name+"}", "{{args."+b.add(s, name, "path", true)+"}}")
		}
	case "query":
		b.inQuery(p, s, name, required)
	case "header":
		b.inHeader(p, s, name, required)
	case "cookie":
		if required {
			b.say(p.at, "is a cookie, which tools do not send")
		}
	}
	return path
}

// described is a schema with what its parameter says of it.
func described(s part, parameter object) part {
	own := object{}
	for name, value := range s.object() {
		own[name] = value
	}
	if own["description"] == nil {
		own["description"] = parameter["description"]
	}
	if parameter["example"] != nil {
		own["example"] = parameter["example"]
	}
	for _, name := range slices.Sorted(maps.Keys(child(parameter, "examples"))) {
		if e := child(child(parameter, "examples"), name); e["value"] != nil && own["example"] == nil {
			own["example"] = e["value"]
		}
	}
	return part{own, s.at}
}

func (b *building) inQuery(p, s part, name string, required bool) {
	o := p.object()
	n := b.schema(s, nil)
	style, explode := cmp.Or(text(o["style"]), "form"), o["explode"] == nil || yes(o["explode"])
	switch {
	case slices.Contains(n.types, "object") && len(n.props) > 0 && (style == "deepObject" || explode):
		for _, inner := range slices.Sorted(maps.Keys(n.props)) {
			key := inner
			if style == "deepObject" {
				key = name + "[" + inner + "]"
			}
			b.query[key] = "{{args." + b.add(n.props[inner], key, "query", required && n.required[inner]) + "}}"
		}
	case slices.Contains(n.types, "object"):
		b.say(p.at, "is an object in the query, which is left out")
	case slices.Contains(n.types, "array") && (!explode || style != "form"):
		separator := map[string]string{"spaceDelimited": " ", "pipeDelimited": "|"}[style]
		b.query[name] = "{{args." + b.add(b.joined(n, name, cmp.Or(separator, ","), required), name, "query", required) + "}}"
	default:
		b.query[name] = "{{args." + b.add(s, name, "query", required) + "}}"
	}
}

// joined is a text in place of a list whose items stand in one piece of an address.
func (b *building) joined(list node, name, separator string, required bool) part {
	words := cmp.Or(map[string]string{",": "commas", " ": "spaces"}[separator], separator)
	hint := "Several are separated by " + words + "."
	if values, _ := b.schema(list.items, nil).keywords["enum"].([]any); len(values) > 0 {
		hint = "Any of " + line(request.Plain(values), 300) + "; several are separated by " + words + "."
	}
	own := object{"type": "string", "description": strings.TrimSpace(line(list.keywords["description"], 200) + " " + hint)}
	if items, _ := b.exampleOf(list.part, nil, name, 0).([]any); len(items) > 0 && (required || list.keywords["example"] != nil) {
		texts := make([]string, len(items))
		for i, item := range items {
			texts[i] = request.Plain(item)
		}
		own["example"] = strings.Join(texts, separator)
	}
	return part{own, list.at}
}

// inHeader gives a header its one value; it is nobody's to choose who calls.
func (b *building) inHeader(p, s part, name string, required bool) {
	if slices.Contains([]string{"accept", "content-type", "authorization"}, strings.ToLower(name)) {
		return // as OpenAPI says
	}
	n := b.schema(s, nil)
	value := n.keywords["default"]
	if enum, ok := n.keywords["enum"].([]any); ok && len(enum) == 1 {
		value = enum[0]
	}
	if value == nil && required {
		value = n.keywords["example"]
	}
	switch {
	case value != nil && scalar(value):
		b.headers[name] = request.Plain(value)
	case required:
		b.headers[name] = "{{secret." + secretName(name) + "}}"
		b.say(p.at, "is a header that is always sent: set the secret "+secretName(name))
	}
}

// add gives an argument a name that no other has, and returns it.
func (b *building) add(s part, name, place string, required bool) string {
	clean := argumentName(name)
	if _, taken := b.props[clean]; taken {
		other := clean
		if clean = argumentName(place + "_" + clean); b.props[clean] != nil {
			clean = Unused(clean, func(name string) bool { return b.props[name] != nil })
		}
		b.say(s.at, "has the name of another argument, "+other+": that of the "+place+" is called "+clean)
	}
	b.props[clean] = b.argument(s, nil, 1, b.levels)
	if required {
		b.required = append(b.required, clean)
	} else {
		b.argsOnly = append(b.argsOnly, clean)
	}
	if e := b.exampleOf(s, nil, clean, 0); e != nil && (required || b.schema(s, nil).keywords["example"] != nil) {
		b.examples[clean] = e
	}
	return clean
}

// media returns the part of a content map that is JSON, else a form or a text, and its media type.
func media(content part) (found part, kind, name string) {
	rank := func(name string) int {
		name, _, _ = strings.Cut(strings.ToLower(name), ";")
		switch {
		case name == "application/json":
			return 0
		case strings.HasSuffix(name, "+json") || name == "*/*" || name == "application/*":
			return 1
		case name == "application/x-www-form-urlencoded":
			return 2
		case name == "text/plain":
			return 3
		}
		return 9
	}
	names := slices.Sorted(maps.Keys(content.object()))
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	if len(names) == 0 {
		return part{}, "", ""
	}
	kinds := map[int]string{0: "json", 1: "json", 2: "form", 3: "text"}
	return content.in(names[0]), cmp.Or(kinds[rank(names[0])], names[0]), names[0]
}

// requestBody adds what the body holds.
func (b *building) requestBody(body part) {
	m, kind, name := media(body.in("content"))
	required := yes(body.object()["required"])
	switch kind {
	case "":
		return
	case "json", "form":
	case "text":
		b.headers["Content-Type"] = "text/plain"
		b.body = "{{args." + b.add(part{object{"type": "string", "description": body.object()["description"]}, m.at}, "body", "body", required) + "}}"
		return
	default:
		if required {
			b.refuse(m.at, "takes a body of "+platform.Clip(kind, 60)+"; tools send JSON, forms and texts")
		} else {
			b.say(m.at, "is a body of "+platform.Clip(kind, 60)+", which is left out")
		}
		return
	}
	if kind == "form" {
		b.headers["Content-Type"] = "application/x-www-form-urlencoded"
	}
	name, _, _ = strings.Cut(name, ";")
	if strings.HasSuffix(strings.ToLower(name), "+json") && !strings.Contains(name, "*") { // servers that want it take no other
		b.headers["Content-Type"] = name
	}
	s := m.in("schema")
	n := b.schema(s, nil)
	if len(n.types) != 1 || n.types[0] != "object" || len(n.props) == 0 || n.null {
		s = described(s, object{"description": body.object()["description"], "example": m.object()["example"], "examples": m.object()["examples"]})
		b.body = "{{args." + b.add(s, "body", "body", required) + "}}"
		return
	}
	given, _ := b.given(m).(object)
	fields := object{}
	for _, name := range inOrder(n) {
		prop := n.props[name]
		if yes(b.schema(prop, n.refs).keywords["readOnly"]) {
			continue
		}
		if e := given[name]; e != nil {
			prop = described(prop, object{"example": e})
		}
		fields[name] = "{{args." + b.add(prop, name, "body", required && n.required[name]) + "}}"
	}
	b.body = fields
}

// inOrder lists the properties of an object, those that are required first.
func inOrder(n node) []string {
	names := slices.Sorted(maps.Keys(n.props))
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(map[bool]int{true: 0, false: 1}[n.required[a]], map[bool]int{true: 0, false: 1}[n.required[b]])
	})
	return names
}
