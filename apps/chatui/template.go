package chatui

import (
	"encoding/json"

	"berth/platform"
)

// Template shows a conversation with data alone, for authors who start from this app.
func (app) Template() platform.Draft {
	return platform.Draft{
		Name: "Help desk", Description: "Shows the conversation with a help desk, and what one might ask next.",
		Tools: []platform.ToolDraft{{
			Name: "show_help_desk",
			Description: "Show the conversation with the help desk and suggestions for what to ask next. " +
				"Use this when the person asks for help with an order, a delivery or a return. Needs no further information.",
			Layout:       "chat",
			MockData:     json.RawMessage(templateData),
			ResponseText: "The help desk's conversation is shown: the parcel arrives on Thursday between 9 and 12, and a return is free within 30 days.",
		}},
	}
}

const templateData = `{"title":"Help desk","subtitle":"We answer within a few minutes.","messages":[` +
	`{"role":"user","text":"Where is my order 4812?"},` +
	`{"role":"assistant","name":"Help desk","text":"It left our house this morning and arrives on Thursday between 9 and 12."},` +
	`{"role":"user","text":"And if it does not fit?"},` +
	`{"role":"assistant","name":"Help desk","text":"Then send it back within 30 days. The label is in the parcel, and the return is free."}],` +
	`"suggestions":[{"label":"Change the delivery","prompt":"Can I change the delivery of order 4812 to Friday?"},` +
	`{"label":"Return something","prompt":"I would like to return an article of order 4812."}]}`
