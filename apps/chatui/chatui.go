// Package chatui is the app of display tools (spec 001): a model hands it what it wants to show, and the result appears
// in a widget. Its tools change nothing and keep nothing. It must not know HTTP, MCP libraries or the database.
package chatui

import (
	"context"
	"fmt"
	"time"

	"berth/platform"
	"berth/platform/appkit"
)

const slug = "chatui"

type app struct{}

var _ appkit.Templater = app{}

// New makes the app. It is safe for concurrent use.
func New() appkit.App { return app{} }

func (app) Slug() string { return slug }

func (app) Handlers() map[string]appkit.ToolFunc {
	return map[string]appkit.ToolFunc{
		"display_chat":           display(chat),
		"display_search_results": display(searchResults),
		"display_table":          display(table),
		"display_demo":           display(demo),
		"display_dashboard":      display(dashboard),
	}
}

// display makes the tool that shows the result of show. It closes the widget afterwards when the request's _meta asks for
// it.
func display[In any](show func(call appkit.Call, in In) appkit.Result) appkit.ToolFunc {
	return appkit.Typed(func(_ context.Context, call appkit.Call, in In) (appkit.Result, error) {
		result := show(call, in)
		if appkit.Hint[bool](call, "openai/closeWidget") {
			if result.Meta == nil {
				result.Meta = map[string]any{}
			}
			result.Meta["openai/closeWidget"] = true
		}
		return result, nil
	})
}

type chatInput struct {
	SeedMessage string `json:"seedMessage"`
}

type chatOutput struct {
	SeedMessage string `json:"seedMessage"`
	Locale      string `json:"locale"`
}

func chat(call appkit.Call, in chatInput) appkit.Result {
	said := "The chat interface is open and begins with the given message."
	meta := map[string]any{}
	if in.SeedMessage == "" {
		said = "The chat interface is open. It greets the user and offers ways to begin."
		meta["conversation"] = welcome(locale(call))
	}
	client := map[string]any{}
	if agent := appkit.Hint[string](call, "openai/userAgent"); agent != "" {
		client["userAgent"] = agent
	}
	if where := location(call); where != nil {
		client["location"] = where
	}
	meta["clientInfo"] = client
	return appkit.Result{Content: appkit.Text(said), Structured: chatOutput{in.SeedMessage, locale(call)}, Meta: meta}
}

type searchInput struct {
	Query   string         `json:"query"`
	Results []searchResult `json:"results"`
}

// searchResult goes out as it came in: what is a pointer may be empty and yet there.
type searchResult struct {
	Description *string   `json:"description,omitempty"`
	ID          any       `json:"id" jsonschema:"anyof_type=string;number"`
	Tags        *[]string `json:"tags,omitempty"`
	Title       string    `json:"title"`
	URL         *string   `json:"url,omitempty"`
}

type searchOutput struct {
	Query   string         `json:"query"`
	Results []searchResult `json:"results"`
	Locale  string         `json:"locale"`
}

func searchResults(call appkit.Call, in searchInput) appkit.Result {
	search := map[string]any{"timestamp": call.Now.UTC().Format(time.RFC3339)}
	if where := location(call); where != nil {
		search["location"] = where
	}
	return appkit.Result{
		Content:    appkit.Text(fmt.Sprintf("Showing %s for “%s”.", platform.Count(len(in.Results), "result"), in.Query)),
		Structured: searchOutput{in.Query, in.Results, locale(call)},
		Meta:       map[string]any{"searchContext": search},
	}
}

type tableInput struct {
	Title   string           `json:"title"`
	Columns []string         `json:"columns"`
	Rows    []map[string]any `json:"rows"`
}

type tableOutput struct {
	Title   string           `json:"title,omitempty"`
	Columns []string         `json:"columns"`
	Data    []map[string]any `json:"data"`
	Locale  string           `json:"locale"`
}

func table(call appkit.Call, in tableInput) appkit.Result {
	said := fmt.Sprintf("Showing a table with %s.", platform.Count(len(in.Rows), "row"))
	if in.Title != "" {
		said = fmt.Sprintf("Showing the table “%s” with %s.", in.Title, platform.Count(len(in.Rows), "row"))
	}
	return appkit.Result{
		Content: appkit.Text(said), Structured: tableOutput{in.Title, in.Columns, in.Rows, locale(call)},
		Meta: map[string]any{"tableContext": map[string]any{"generatedAt": call.Now.UTC().Format(time.RFC3339)}},
	}
}

type demoOutput struct {
	Demo bool `json:"demo"`
}

func demo(appkit.Call, struct{}) appkit.Result {
	return appkit.Result{Content: appkit.Text("Demo widget displayed"), Structured: demoOutput{true}}
}

// dashboardOutput is the form of the sample that dashboard returns.
type dashboardOutput struct {
	Dashboard   bool         `json:"dashboard"`
	HeaderText  string       `json:"headerText,omitempty"`
	Stats       []figure     `json:"stats,omitempty"`
	RecentChats []recentChat `json:"recentChats,omitempty"`
}

type figure struct {
	Label  string `json:"label"`
	Value  string `json:"value"`
	Change string `json:"change"`
}

type recentChat struct {
	ID    any    `json:"id" jsonschema:"anyof_type=string;number"`
	Title string `json:"title"`
	Model string `json:"model"`
	Time  string `json:"time"`
}

// dashboard returns an example, since the tool has no source of real figures.
func dashboard(appkit.Call, struct{}) appkit.Result {
	return appkit.Result{Content: appkit.Text("Dashboard displayed"), Structured: sample(dashboardWidget)}
}

// locale returns the client's locale, "en" when it names none.
func locale(call appkit.Call) string {
	const longest = 35 // BCP 47, section 4.4.1: every well-formed tag in use fits
	if l := appkit.Hint[string](call, "openai/locale"); l != "" && len(l) <= longest {
		return l
	}
	return "en"
}

func location(call appkit.Call) map[string]any {
	return appkit.Hint[map[string]any](call, "openai/userLocation")
}
