package mcpedge

import (
	"encoding/json"

	"berth/platform"
	"berth/platform/mcpedge/wire"
)

// schemesKey is the member of a tool, and of its _meta, that says who may call it, for hosts that sign people in tool by tool.
const schemesKey = "securitySchemes"

// scheme is one way to be allowed to call a tool: without a token, or with one that has the scopes.
type scheme struct {
	Type   string   `json:"type"`
	Scopes []string `json:"scopes,omitempty"`
}

var (
	noAuth = scheme{Type: "noauth"}
	oauth  = scheme{Type: "oauth2"}
)

// schemes returns the ways to be allowed to call a tool at an address of an app with that access.
func schemes(access platform.Access, spec *platform.ToolSpec, asksAlways bool) []scheme {
	switch {
	case access == platform.AccessPublic:
		return []scheme{noAuth}
	case len(spec.Scopes) > 0:
		return []scheme{{Type: oauth.Type, Scopes: spec.Scopes}}
	case access == platform.AccessPerson || asksAlways:
		return []scheme{oauth}
	case spec.Personal:
		return []scheme{noAuth, oauth}
	}
	return []scheme{noAuth}
}

// withSchemes adds to the result of tools/list how each tool may be called. mcp-go's tools have no room for it.
func (a *app) withSchemes(r *release, result []byte, asksAlways bool) []byte {
	found := map[string][]byte{}
	for i := range r.Tools {
		found[r.Tools[i].Name], _ = json.Marshal(schemes(a.access, &r.Tools[i], asksAlways)) // texts always encode
	}
	return rewritten(result, func(key string, value []byte) []byte {
		if key != "tools" {
			return value
		}
		var tools []json.RawMessage
		if json.Unmarshal(value, &tools) != nil {
			return value
		}
		out := []byte{'['}
		for i, one := range tools {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, withScheme(one, found)...)
		}
		return append(out, ']')
	})
}

// withScheme adds what is found under a tool's name, at its end and at the end of its _meta.
func withScheme(one []byte, found map[string][]byte) []byte {
	var own []byte
	hasMeta := false
	wire.Members(one, func(key string, value []byte) {
		switch key {
		case "name":
			name, _ := wire.Text(value)
			own = found[name]
		case "_meta":
			hasMeta = true
		}
	})
	if own == nil {
		return one
	}
	out := rewritten(one, func(key string, value []byte) []byte {
		if key == "_meta" {
			return withMember(value, schemesKey, own)
		}
		return value
	})
	if !hasMeta {
		out = withMember(out, "_meta", withMember([]byte("{}"), schemesKey, own))
	}
	return withMember(out, schemesKey, own)
}

// rewritten returns an object with the values that change returns, in the order of the members.
func rewritten(object []byte, change func(key string, value []byte) []byte) []byte {
	out := make([]byte, 0, len(object)+256)
	out = append(out, '{')
	wire.Members(object, func(key string, value []byte) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(wire.AppendText(out, key), ':'), change(key, value)...)
	})
	return append(out, '}')
}

// withMember appends a member to an object that has none of that name.
func withMember(object []byte, key string, value []byte) []byte {
	out := append([]byte{}, object[:len(object)-1]...)
	if len(out) > 1 {
		out = append(out, ',')
	}
	return append(append(append(wire.AppendText(out, key), ':'), value...), '}')
}
