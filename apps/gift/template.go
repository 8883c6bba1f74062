package gift

import (
	"encoding/json"

	"berth/platform"
)

// Template returns a draft that shows a few gifts of the catalogue as plain data, for authors who start from this app.
func (a *App) Template() platform.Draft {
	return platform.Draft{
		Name: "Gift ideas", Description: "Shows a hand-picked list of gift ideas, each with what it costs and for whom it is.",
		Tools: []platform.ToolDraft{{
			Name: "show_gift_ideas",
			Description: "Show a hand-picked list of gift ideas, each with what it costs and for whom it is. " +
				"Use this when the person looks for a present or asks for ideas. Needs no further information.",
			Layout:   "cards",
			MockData: json.RawMessage(templateData),
			ResponseText: "Here are four gift ideas: a Japanese pull saw ($28-55), a star map of the night you met ($35-75), " +
				"a live sourdough starter ($10-20) and a tabletop telescope ($180-350).",
		}},
	}
}

const templateData = `{"title":"Gift ideas","subtitle":"Four that have made people happy","items":[` +
	`{"id":"japanese-pull-saw","title":"Japanese pull saw","description":"A thin blade that cuts on the pull: fine joints with little effort.","price":"$28-55","tags":["Woodworking"]},` +
	`{"id":"star-map-of-the-night","title":"Star map of the night you met","description":"The sky exactly as it stood over that car park.","price":"$35-75","badge":"For couples","tags":["Love"]},` +
	`{"id":"sourdough-starter-and-crock","title":"Live sourdough starter in a jar","description":"A bubbling, well-travelled starter with a feeding guide and a linen lid.","price":"$10-20","tags":["Baking"]},` +
	`{"id":"tabletop-telescope-on-a-swivelling-base","title":"Tabletop telescope on a swivelling base",` +
	`"description":"A wide-mouthed reflector that stands on a garden table and shows Saturn's rings.","price":"$180-350","tags":["Astronomy"]}],` +
	`"actions":[{"label":"Find something else","prompt":"Suggest a gift for somebody else: ask me who it is for."}]}`
