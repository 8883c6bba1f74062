package llm

import (
	"fmt"
	"strings"
)

const (
	modelFast    = "fast"
	modelGood    = "good"
	answerLayout = "layout"
	answerText   = "text"

	defaultTokens      = 2048
	defaultTemperature = 0.2
	defaultKnowledge   = 8
)

// handler is the author's part of a tool.
type handler struct {
	Model           string     `json:"model,omitempty" jsonschema:"enum=fast,enum=good" doc:"null: good."`
	Temperature     *float64   `json:"temperature,omitempty" jsonschema:"minimum=0,maximum=1" doc:"null: 0.2."`
	MaxOutputTokens int        `json:"maxOutputTokens,omitempty" jsonschema:"minimum=1,maximum=4096" doc:"null: 2048."`
	Answer          string     `json:"answer,omitempty" jsonschema:"enum=layout,enum=text" doc:"Data for the layout, or a text; null: as the tool has a layout or none."`
	Knowledge       *knowledge `json:"knowledge,omitempty" doc:"Rows that the model is shown, those that fit the message best."`
}

// knowledge is a table whose rows a model is shown, those that fit the message best.
type knowledge struct {
	Table string `json:"table" jsonschema:"required,pattern=^[a-z][a-z0-9_]{0\\,62}$" doc:"The name of a table of the app."`
	Limit int    `json:"limit,omitempty" jsonschema:"minimum=1,maximum=50" doc:"How many at most; null: 8."`
}

func (h handler) tokens() int {
	if h.MaxOutputTokens > 0 {
		return h.MaxOutputTokens
	}
	return defaultTokens
}

func (h handler) temperature() *float64 {
	if h.Temperature != nil {
		return h.Temperature
	}
	t := defaultTemperature
	return &t
}

func (k knowledge) limit() int {
	if k.Limit > 0 {
		return k.Limit
	}
	return defaultKnowledge
}

// inWords says what a handler does.
func (h handler) inWords() string {
	parts := []string{"ask the " + modelGood + " model"}
	if h.Model == modelFast {
		parts[0] = "ask the fast model"
	}
	if k := h.Knowledge; k != nil {
		parts = append(parts, fmt.Sprintf("knowing %s, at most %d rows", k.Table, k.limit()))
	}
	return strings.Join(append(parts, fmt.Sprintf("at temperature %g", *h.temperature()), fmt.Sprintf("at most %d tokens", h.tokens())), "; ")
}
