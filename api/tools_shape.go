package api

import (
	"cmp"
	"encoding/json"

	"berth/platform"
)

// draftToolBody is a tool of a draft as the API shows it.
type draftToolBody struct {
	Name           string                `json:"name"`
	Title          string                `json:"title" doc:"What people read; empty: made from the names."`
	Description    string                `json:"description"`
	Input          json.RawMessage       `json:"input" doc:"JSON Schema of the arguments; null: made from the handler."`
	Handler        json.RawMessage       `json:"handler"`
	Mode           platform.Mode         `json:"mode" enum:"live,mock,live-or-mock"`
	LayoutTemplate *string               `json:"layoutTemplate" doc:"The widget; null: none."`
	MockData       json.RawMessage       `json:"mockData" doc:"null: the layout's sample."`
	ResponseText   string                `json:"responseText"`
	Hints          *platform.HintsDraft  `json:"hints" doc:"null, or one of them absent: derived from the handler."`
	Example        json.RawMessage       `json:"example" doc:"Arguments to try the tool with; null: none."`
	Scopes         []string              `json:"scopes"`
	Visibility     []platform.Visibility `json:"visibility"`
}

func draftToolOf(t platform.ToolDraft) draftToolBody {
	b := draftToolBody{Name: t.Name, Title: t.Title, Description: t.Description, Input: orNull(t.Input), Handler: t.Handler,
		Mode: cmp.Or(t.Mode, platform.ModeLive), LayoutTemplate: textOrNull(t.Layout), MockData: orNull(t.MockData), ResponseText: t.ResponseText,
		Hints: t.Hints, Example: orNull(t.Example), Scopes: append([]string{}, t.Scopes...), Visibility: t.Visibility}
	if len(b.Handler) == 0 {
		b.Handler = json.RawMessage(`{"kind":"` + platform.DefaultKind + `"}`)
	}
	if len(b.Visibility) == 0 {
		b.Visibility = []platform.Visibility{platform.VisibleToModel, platform.VisibleToApp}
	}
	return b
}

func draftToolsOf(d platform.Draft) []draftToolBody {
	all := make([]draftToolBody, len(d.Tools))
	for i, t := range d.Tools {
		all[i] = draftToolOf(t)
	}
	return all
}

func orNull(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	return raw
}

// allowedBody says who may sign in, with empty lists for everybody.
type allowedBody struct {
	Emails  []string `json:"emails"`
	Domains []string `json:"domains"`
}

type grantedBody struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Implies     []string `json:"implies"`
}

func scopesOf(d platform.Draft) []grantedBody {
	all := make([]grantedBody, len(d.Scopes))
	for i, s := range d.Scopes {
		all[i] = grantedBody{Name: s.Name, Description: s.Description, Implies: append([]string{}, s.Implies...)}
	}
	return all
}
