package gift

import (
	"encoding/json"

	"berth/apps/gift/catalogue"
	"berth/platform"
	"berth/platform/appkit"
)

// The tools and widgets of the document.
const (
	recommendations = "get_recommendations"
	details         = "get_gift_details"
	listWidget      = "gift-list"
	detailsWidget   = "gift-details"
)

const instructions = `Recommends gifts from a curated catalogue of ideas. Describe the person to get_recommendations in the user's own words: who they are to the user, age, interests, what they hate or must avoid, occasion, budget with its currency; in English, whatever language the user speaks. Put what they were given before into past_gifts, where one item may hold several with semicolons between them. The user can star gifts in the widget; pass the ids of starred gifts to get more like them. get_gift_details tells everything about one gift, by the id of a recommendation. The catalogue holds ideas, not offers: it knows no shops, stock or exact prices.`

// Manifest implements appkit.App.
func (a *App) Manifest() platform.Manifest {
	return platform.Manifest{
		Name:         "Gift ideas",
		Description:  "Personal gift ideas: say who it is for, star what you like, refine, look closer.",
		Instructions: instructions,
		Access:       platform.AccessPublic,
		Tools:        tools(),
		Views: []platform.ViewSpec{
			{
				Name: listWidget, URI: "ui://widget/gift-list.html", Layout: "gift-list", Title: "Gift ideas",
				Description:   "The recommended gifts, to star, to refine by what is starred and to open. There is no need to repeat them in text.",
				PrefersBorder: true,
			},
			{
				Name: detailsWidget, URI: "ui://widget/gift-details.html", Layout: "gift-details", Title: "Gift details",
				Description:   "Everything about one gift, with a star and a way back to the list. There is no need to repeat it in text.",
				PrefersBorder: true,
			},
		},
	}
}

// The tools of the document, in its order. Names, descriptions and input schemas are the document's own, to the letter; what the
// search needs from the model is said after the description.
func tools() []platform.ToolSpec {
	return []platform.ToolSpec{
		{
			Name: recommendations, Title: "Get gift recommendations", View: listWidget,
			Description: "Returns gift recommendations based on who the recipient is, optionally refined by starred gifts from previous results. " +
				"Write recipient_description in English, translated if need be. To see other gifts, put the names of those already shown into past_gifts, " +
				"several in one item with semicolons between them.",
			Input: json.RawMessage(recommendationsInput), Output: appkit.Output(recommended{}, noGifts{}),
			Example: json.RawMessage(`{"recipient_description":"My sister, 34: she sails, bakes and reads crime novels. About 50 euros."}`),
			Hints:   platform.Hints{ReadOnly: true, Idempotent: true}, Handler: native(recommendations),
			Meta: meta("Finding gift recommendations...", "Gift recommendations ready"),
		},
		{
			Name: details, Title: "Get gift details", View: detailsWidget,
			Description: "Returns full details for a gift by ID, including extended description and purchasing guidance.",
			Input:       json.RawMessage(detailsInput), Output: appkit.Output(found{}, noGift{}),
			Example: json.RawMessage(`{"gift_id":"` + catalogue.Gift{Key: "bath-tray-bamboo"}.ID() + `"}`),
			Hints:   platform.Hints{ReadOnly: true, Idempotent: true}, Handler: native(details),
			Meta: meta("Loading gift details...", "Gift details ready"),
		},
	}
}

func native(tool string) platform.HandlerRef {
	return platform.HandlerRef{Kind: "native", Ref: slug + "/" + tool}
}

// meta lets both the model and the widget call a tool, and sets the text that is shown during the call: under the
// document's key, and under those that ChatGPT reads.
func meta(invoking, invoked string) map[string]json.RawMessage {
	quote := func(s string) json.RawMessage {
		raw, _ := json.Marshal(s) // plain strings always encode
		return raw
	}
	return map[string]json.RawMessage{
		"openai/widgetAccessible":        json.RawMessage(`true`),
		"openai/invocationMessage":       quote(invoking),
		"openai/toolInvocation/invoking": quote(invoking),
		"openai/toolInvocation/invoked":  quote(invoked),
		"ui":                             json.RawMessage(`{"visibility":["model","app"]}`),
	}
}

const recommendationsInput = `{"type":"object","properties":{` +
	`"recipient_description":{"type":"string","description":"Description of the gift recipient including interests, age, relationship, etc.","minLength":3,"maxLength":2000},` +
	`"past_gifts":{"type":"array","items":{"type":"string","maxLength":200},"maxItems":20,"description":"List of gifts previously given to this person (to avoid duplicates)","default":[]},` +
	`"starred_gift_ids":{"type":"array","items":{"type":"string","format":"uuid"},"maxItems":20,"description":"IDs of gifts starred from previous recommendations (to refine results)","default":[]},` +
	`"limit":{"type":"integer","minimum":3,"maximum":10,"default":5,"description":"Number of recommendations to return"}},` +
	`"required":["recipient_description"],"additionalProperties":false}`

const detailsInput = `{"type":"object","properties":{` +
	`"gift_id":{"type":"string","format":"uuid","description":"The ID of the gift to get details for"}},` +
	`"required":["gift_id"],"additionalProperties":false}`
