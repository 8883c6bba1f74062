package transcript

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// neutral writes a response as transcripts show it: without what only one era has, with names for what differs between
// runs.
func (s *session) neutral(status int, body []byte) string {
	shown := map[string]any{}
	if status != 200 {
		shown["status"] = json.Number(strconv.Itoa(status))
	}
	var notifications []any
	for _, raw := range messages(body) {
		v, err := decode(raw)
		m, ok := v.(map[string]any)
		switch {
		case err != nil:
			shown["body"] = raw
		case !ok || m["jsonrpc"] == nil:
			shown["body"] = v
		case m["method"] != nil:
			delete(m, "jsonrpc")
			notifications = append(notifications, m)
		case m["error"] != nil:
			shown["error"] = m["error"]
		default:
			shown["result"] = m["result"]
		}
	}
	if notifications != nil {
		shown["notifications"] = notifications
	}
	if result, ok := shown["result"].(map[string]any); ok {
		dropEra(result)
	}
	return encode(s.name("", shown))
}

// dropEra removes what every result of the modern era has (specification 2026-07-28, basic).
func dropEra(result map[string]any) {
	if result["resultType"] == "complete" {
		delete(result, "resultType")
	}
	delete(result, "ttlMs")
	delete(result, "cacheScope")
	if meta, ok := result["_meta"].(map[string]any); ok {
		delete(meta, "io.modelcontextprotocol/serverInfo")
		if len(meta) == 0 {
			delete(result, "_meta")
		}
	}
}

// messages takes an event stream apart; any other body is one message.
func messages(body []byte) []string {
	text := strings.TrimSpace(string(body))
	if text == "" {
		return nil
	}
	if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
		return []string{text}
	}
	var found []string
	for line := range strings.Lines(text) {
		if data, ok := strings.CutPrefix(line, "data:"); ok {
			found = append(found, strings.TrimSpace(data))
		}
	}
	if found == nil {
		return []string{text}
	}
	return found
}

// name replaces what differs between runs below v, which stands under key.
func (s *session) name(key string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		if text, ok := v["text"].(string); ok && v["type"] == "text" {
			if inner, err := decode(text); err == nil && (strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")) {
				v["text"] = map[string]any{"$json": inner}
			}
		}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			v[k] = s.name(k, v[k])
		}
		return v
	case []any:
		for i := range v {
			v[i] = s.name(key, v[i])
		}
		return v
	case json.Number:
		if group, ok := s.Numbers[key]; ok {
			return s.nameNumber(group, string(v))
		}
	case string:
		if slices.Contains(s.Times, key) {
			if _, err := time.Parse(time.RFC3339Nano, v); err == nil {
				return "${time}"
			}
		}
		return s.nameVars(v)
	}
	return v
}

func (s *session) nameNumber(group, number string) any {
	if s.literals[number] {
		return json.Number(number) // the transcript made it up, not the server
	}
	known := group + " " + number
	if s.names[known] == "" {
		s.count[group]++
		name := group + strconv.Itoa(s.count[group])
		s.names[known], s.numbers[name] = name, number
	}
	return "${" + s.names[known] + "}"
}

func (s *session) nameVars(text string) string {
	for _, name := range slices.Sorted(maps.Keys(s.Vars)) {
		if value := s.Vars[name]; value != "" {
			text = strings.ReplaceAll(text, value, "${"+name+"}")
		}
	}
	return text
}

// canonical lays out an expected response as neutral does, so that only its content counts. What is no JSON stays.
func canonical(want string) string {
	v, err := decode(want)
	if err != nil {
		return want
	}
	return encode(v)
}

func decode(text string) (any, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err.Error() // what was decoded from JSON always encodes
	}
	return b.String()
}
