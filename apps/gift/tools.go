package gift

import (
	"context"
	"strings"

	"berth/apps/gift/search"
	"berth/platform/appkit"
)

// defaultLimit is how many gifts are recommended when the caller does not say.
const defaultLimit = 5

type recommendArguments struct {
	Description string   `json:"recipient_description"`
	Past        []string `json:"past_gifts"`
	Starred     []string `json:"starred_gift_ids"`
	Limit       int      `json:"limit"`
}

type detailsArguments struct {
	ID string `json:"gift_id"`
}

// listed is a gift as the model sees it in a list.
type listed struct {
	ID         string   `json:"id" jsonschema:"format=uuid"`
	Name       string   `json:"name"`
	Brief      string   `json:"brief_description"`
	Relevance  float64  `json:"relevance_score" jsonschema:"minimum=0,maximum=1"`
	PriceRange string   `json:"price_range" jsonschema:"enum=budget,enum=moderate,enum=premium"`
	Categories []string `json:"categories"`
}

// full is a gift of a list as the widget gets it.
type full struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"full_description"`
	Price       string   `json:"price"` // in figures: "$25-75"
	PriceRange  string   `json:"price_range"`
	Categories  []string `json:"categories"`
	Occasions   []string `json:"occasions"`
	Guidance    string   `json:"purchasing_guidance"`
}

// detailed is a gift by itself.
type detailed struct {
	ID          string   `json:"id" jsonschema:"format=uuid"`
	Name        string   `json:"name"`
	Description string   `json:"full_description"`
	PriceRange  string   `json:"price_range" jsonschema:"enum=budget,enum=moderate,enum=premium"`
	Categories  []string `json:"categories"`
	Occasions   []string `json:"occasions"`
	Recipients  []string `json:"recipient_types"`
	Guidance    string   `json:"purchasing_guidance"`
}

type queryContext struct {
	Searched int  `json:"total_searched"`
	Above    int  `json:"above_threshold"`
	Starred  bool `json:"starred_boost_applied"`
	Fallback bool `json:"fallback_used"`
}

type recommended struct {
	Gifts    []listed     `json:"gifts"`
	Fallback bool         `json:"fallback,omitempty"`
	Context  queryContext `json:"query_context"`
}

type found struct {
	Gift *detailed `json:"gift" jsonschema:"nullable"` // null in noGift
}

func (a *App) recommend(ctx context.Context, _ appkit.Call, in recommendArguments) (appkit.Result, error) {
	if strings.TrimSpace(in.Description) == "" {
		return refusal(recommendations, "invalid_input", noDescription), nil
	}
	if in.Limit == 0 {
		in.Limit = defaultLimit
	}
	engine, err := a.engine()
	if err != nil {
		return appkit.Result{}, err
	}
	answer := engine.Recommend(ctx, search.Request{Description: in.Description, Past: in.Past, Starred: in.Starred, Limit: in.Limit})
	out := recommended{Gifts: []listed{}, Fallback: answer.Fallback, Context: queryContext{answer.Searched, answer.Above, answer.Starred, answer.Fallback}}
	widget := make([]full, len(answer.Hits))
	for i, h := range answer.Hits {
		widget[i] = full{h.ID(), h.Name, h.Description, dollars(h.Price), h.PriceRange(), h.Categories, h.Occasions, h.Guidance}
		if !answer.Fallback {
			out.Gifts = append(out.Gifts, listed{h.ID(), h.Name, h.Brief, h.Relevance, h.PriceRange(), h.Categories})
		}
	}
	return appkit.Result{Structured: out, Content: appkit.Text(summary(answer)), Meta: map[string]any{"gifts": widget}}, nil
}

func (a *App) details(_ context.Context, _ appkit.Call, in detailsArguments) (appkit.Result, error) {
	engine, err := a.engine()
	if err != nil {
		return appkit.Result{}, err
	}
	g, ok := engine.Gift(in.ID)
	if !ok {
		return refusal(details, "not_found", notFound), nil
	}
	out := found{&detailed{g.ID(), g.Name, g.Description, g.PriceRange(), g.Categories, g.Occasions, g.Recipients, g.Guidance}}
	return appkit.Result{Structured: out, Content: appkit.Text(page(g)), Meta: map[string]any{"price": dollars(g.Price)}}, nil
}
