package api

import (
	"bytes"
	"encoding/json"
	"reflect"

	"berth/platform"
	"berth/platform/schema/form"
)

// proposalFields are what POST /apps/generate answers besides the fields of a draft.
type proposalFields struct {
	Tables    []platform.TableDraft `json:"tables" doc:"The tables that the app is to have, with their first rows: what was pasted, to the digit, or examples that say so."`
	Questions []platform.Question   `json:"questions" doc:"What the description leaves open, at most two. A choice is a prompt that settles it."`
	MadeBy    platform.Maker        `json:"madeBy" enum:"rules,model" jsonschema:"enum=rules,enum=model" doc:"Whether rules or the configured model made the draft."`
}

// withProposal adds those fields to the form of a draft, which takes them back.
func withProposal(draft form.Schema) form.Schema {
	more := form.Sent(proposalFields{})
	for _, name := range more.Fields() {
		draft = draft.With(name, more.Field(name))
	}
	return draft
}

// unproposed returns the fields of a draft in the body, and the tables that stand beside them. Questions and the maker are
// for people. A proposal, which names its maker, says of its first tool in two ways what it says of all: where both say the
// same, one is left out.
func (a *API) unproposed(body json.RawMessage) (draft json.RawMessage, tables []platform.TableDraft, problems []platform.Problem) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(body, &fields) != nil || fields == nil {
		return body, nil, nil // whoever reads the draft says what it should be
	}
	tables, problems = a.Apps.ReadTables(fields["tables"])
	_, proposed := fields["madeBy"]
	for name := range reflect.TypeFor[proposalFields]().Fields() {
		delete(fields, name.Tag.Get("json"))
	}
	var tools []map[string]json.RawMessage
	if proposed && json.Unmarshal(fields["tools"], &tools) == nil && len(tools) > 0 {
		for name, field := range platform.FlatFields() {
			if own, ok := fields[name]; ok && sameJSON(own, tools[0][field]) {
				delete(fields, name)
			}
		}
	}
	return encoded(fields), tables, problems
}

func sameJSON(a, b json.RawMessage) bool {
	decode := func(raw json.RawMessage) (v any) {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		if d.Decode(&v) != nil {
			return raw
		}
		return v
	}
	return reflect.DeepEqual(decode(a), decode(b))
}
