package chatui

import (
	"encoding/json"

	"berth/platform"
	"berth/platform/appkit"
)

const dashboardWidget = "dashboard-widget"

// Manifest follows the document: names, descriptions, annotations and _meta are the document's own, to the letter. The
// schemas that it leaves implicit are closed against unknown fields.
func (app) Manifest() platform.Manifest {
	return platform.Manifest{
		Name: "Chat UI", ServerName: "chatui", ServerVersion: "1.0.0",
		Description:  "Shows a chat, search results, a table, a dashboard or a demo as a widget.",
		Instructions: "Display tools: they show what you hand them and change nothing. Do not repeat in text what the widget shows.",
		Access:       platform.AccessPublic, Tools: tools(), Views: views(),
	}
}

func tools() []platform.ToolSpec {
	specs := []platform.ToolSpec{
		{
			Name: "display_chat", Title: "Display chat", View: "chat-view",
			Description: "Use this when the user wants a conversation-style interaction or needs a dedicated chat view. This tool only renders a UI and does not modify external data.",
			Input:       object(`"seedMessage":{"type":"string","description":"Optional initial message to seed the chat conversation."}`),
			Output:      appkit.Output(chatOutput{}),
			Example:     json.RawMessage(`{"seedMessage":"What can I cook with aubergines?"}`),
			Meta:        meta("Opening chat interface...", "Chat interface ready"),
		},
		{
			Name: "display_search_results", Title: "Display search results", View: "search-results",
			Description: "Use this when presenting multiple search results or recommendations the user needs to scan. This tool only renders results and does not perform searches.",
			Input: object(`"query":{"type":"string","description":"What was searched for."},"results":{"type":"array","description":"The results to show, best first.","items":`+result+`}`,
				"query", "results"),
			Output:  appkit.Output(searchOutput{}),
			Example: json.RawMessage(`{"query":"pizza","results":[{"id":1,"title":"Dough that rests overnight","description":"Flour, water, salt, a pinch of yeast and twelve hours in the fridge.","url":"https://example.com/dough","tags":["Recipe"]},{"id":2,"title":"How hot must the oven be?","description":"Home ovens reach 250 °C.","url":"https://example.com/oven"}]}`),
			Meta:    meta("Preparing search results...", "Search results displayed"),
		},
		{
			Name: "display_table", Title: "Display table", View: "pizzaz-table",
			Description: "Use this when presenting structured tabular data (comparisons, schedules, lists).",
			Input: object(`"title":{"type":"string","description":"Heading above the table."},"columns":{"type":"array","description":"Column names, in order.","items":{"type":"string"}},`+
				`"rows":{"type":"array","description":"One object a row, keyed by column name.","items":{"type":"object"}}`, "columns", "rows"),
			Output:  appkit.Output(tableOutput{}),
			Example: json.RawMessage(`{"title":"Lunch this week","columns":["day","dish","price"],"rows":[{"day":"Monday","dish":"Lentil soup with bread","price":6.5},{"day":"Tuesday","dish":"Mushroom risotto","price":9}]}`),
			Meta:    meta("Preparing table...", "Table displayed"),
		},
		{
			Name: "display_demo", Title: "Display demo", View: "kitchen-sink-lite",
			Description: "Use this for testing or demonstrating the widget system (kitchen-sink widget). Read-only.",
			Input:       object(``), Output: appkit.Output(demoOutput{}),
			Meta: meta("Loading demo...", "Demo widget ready"),
		},
		{
			Name: "display_dashboard", Title: "Display dashboard", View: dashboardWidget,
			Description: "Use this when the user wants a dashboard-style overview. This tool only renders a UI and does not modify external data.",
			Input:       object(``), Output: appkit.Output(dashboardOutput{}),
			Meta: meta("Opening dashboard...", "Dashboard ready"),
		},
	}
	for i := range specs {
		s := &specs[i]
		s.Hints = platform.Hints{ReadOnly: true, Idempotent: true}
		s.Handler = platform.HandlerRef{Kind: "native", Ref: slug + "/" + s.Name}
		var err error
		if s.Output, err = appkit.OrFailure(s.Output); err != nil {
			panic("chatui: output schema of " + s.Name + ": " + err.Error()) // constants of this file, seen by every test
		}
	}
	return specs
}

const result = `{"type":"object","properties":{"id":{"type":["string","number"]},"title":{"type":"string"},"description":{"type":"string"},` +
	`"url":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}}},"required":["id","title"],"additionalProperties":false}`

// object is the schema of an object with these properties and no others.
func object(properties string, required ...string) json.RawMessage {
	if required == nil {
		required = []string{}
	}
	names, _ := json.Marshal(required) // plain strings always encode
	return json.RawMessage(`{"type":"object","properties":{` + properties + `},"required":` + string(names) + `,"additionalProperties":false}`)
}

// meta returns the document's tool _meta; outputTemplate is added when the release is served.
func meta(invoking, invoked string) map[string]json.RawMessage {
	text := func(s string) json.RawMessage {
		raw, _ := json.Marshal(s) // plain strings always encode
		return raw
	}
	return map[string]json.RawMessage{
		"securitySchemes":                json.RawMessage(`[{"type":"noauth"}]`),
		"openai/widgetAccessible":        json.RawMessage(`false`),
		"openai/visibility":              text("public"),
		"openai/toolInvocation/invoking": text(invoking),
		"openai/toolInvocation/invoked":  text(invoked),
		"openai/fileParams":              json.RawMessage(`[]`),
	}
}

// views returns the document's nine widgets. Most are layouts that authors can choose too, under another name.
func views() []platform.ViewSpec {
	specs := []platform.ViewSpec{
		{Name: "chat-view", Layout: "chat", Title: "Chat", Description: "A conversation that the person can go on with."},
		{Name: dashboardWidget, Layout: "dashboard", Title: "Dashboard", Description: "Figures with their change, and recent chats."},
		{Name: "search-results", Layout: "search-results", Title: "Search results", Description: "Results to scan, each with a link and tags."},
		{Name: "pizzaz-table", Layout: "table", Title: "Table", Description: "A table that can be sorted by each column."},
		{Name: "kitchen-sink-lite", Layout: "kitchen-sink-lite", Title: "Widget demo", Description: "Shows what the widget system can do in this client."},
		{Name: "pizzaz-carousel", Layout: "carousel", Title: "Carousel", Description: "A few things side by side, to leaf through."},
		{Name: "pizzaz-gallery", Layout: "gallery", Title: "Gallery", Description: "Pictures that open large."},
		{Name: "pizzaz-markdown", Layout: "markdown", Title: "Text", Description: "Formatted text."},
		{Name: "solar-system", Layout: "solar-system", Title: "Solar system", Description: "The planets on their way around the sun."},
	}
	for i := range specs {
		s := &specs[i]
		s.URI = "ui://widget/" + s.Name + ".html"
		s.PrefersBorder = true
		s.Sample = sample(s.Name)
		s.CSP = platform.CSP{Resource: []string{"https://web-sandbox.oaiusercontent.com"}}
		s.OpenAICSP = &platform.CSP{Resource: []string{"web-sandbox.oaiusercontent.com"}}
	}
	return specs
}
