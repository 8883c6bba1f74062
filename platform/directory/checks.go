package directory

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/lint"
)

// The limits of the directories: in characters, resultTokens in tokens.
const (
	displayName      = 30 // ChatGPT
	shortDescription = 30 // ChatGPT
	longDescription  = 4000
	promptBeginning  = 512   // the part of the instructions that ChatGPT is sure to read
	reviewedText     = 200   // reviewers of ChatGPT's directory have asked about longer descriptions of tools
	resultTokens     = 5_000 // a longer answer takes up too much of a conversation
	bytesPerToken    = 4
)

// argumentName is what the API behind Claude takes for the name of an argument.
var argumentName = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)

// served checks the address.
func (c *checker) served() {
	a := c.app
	c.add(Item{ID: "public-address", Client: Both, Title: "A public https address", Status: Todo,
		Detail: "The server's address is " + a.PublicURL + ". A directory needs one that starts with https:// and can be reached from everywhere (BERTH_PUBLIC_URL)."},
		Public(a.PublicURL), "The server is reached at "+a.PublicURL+".")
	field := ""
	if len(a.Problems) > 0 {
		field, _, _ = strings.Cut(strings.TrimPrefix(a.Problems[0].Location, "body."), ".")
	}
	c.add(Item{ID: "checks", Client: Both, Title: "The draft passes its checks", Status: Todo, Field: field,
		Detail: platform.Count(len(a.Problems), "problem") + " to solve before the app can be published."}, len(a.Problems) == 0, "There are no problems.")
	if a.Live && a.Ahead {
		c.add(Item{ID: "published", Client: Both, Title: "Published", Status: Warning, Detail: "The draft is ahead of what is live: publish it before you submit."}, false, "")
	} else {
		c.add(Item{ID: "published", Client: Both, Title: "Published", Status: Todo, Detail: "Reviewers call the live app: publish it."}, a.Live, "The app is live.")
	}
	c.add(Item{ID: "example-data", Client: Both, Title: "Data of your own", Status: Warning, Field: "exampleData",
		Detail: "The app shows example data, which was invented. Put your own in its place."}, !a.Manifest.Example, "The data is the author's.")
	c.add(Item{ID: "sign-in", Client: Both, Title: "Sign-in", Status: Warning,
		Detail: "People sign in to this app with OAuth. Reviewers need an account that opens it with an e-mail address and a password alone: name one when you submit."},
		a.Manifest.Access == platform.AccessPublic || a.Manifest.Access == "", "Anybody may call the app, so reviewers need no account.")
}

// tools checks what each tool says about itself.
func (c *checker) tools() {
	tools := c.app.Manifest.Tools
	c.each(Item{ID: "tool-name", Client: Both, Title: "Tool names", Status: Todo, Field: "toolName"}, "Each name has 1 to 64 letters, digits, _ and -.",
		func(t platform.ToolSpec) string {
			if platform.ValidToolName(t.Name) {
				return ""
			}
			return "needs a name of 1 to 64 letters, digits, _ and -"
		})
	c.each(Item{ID: "tool-description", Client: Both, Title: "Tool descriptions", Status: Todo, Field: "toolDescription"}, "Each tool says what it does.",
		func(t platform.ToolSpec) string {
			if n := utf8.RuneCountInString(t.Description); strings.TrimSpace(t.Description) == "" || n > platform.MaxToolDescription {
				return fmt.Sprintf("needs a description of at most %d characters", platform.MaxToolDescription)
			}
			return ""
		})
	c.each(Item{ID: "tool-description-length", Client: ChatGPT, Title: "Short tool descriptions", Status: Warning, Field: "toolDescription"},
		fmt.Sprintf("Each has at most %d characters.", reviewedText), func(t platform.ToolSpec) string {
			if n := utf8.RuneCountInString(t.Description); n > reviewedText {
				return fmt.Sprintf("has a description of %d characters; reviewers have asked for at most %d", n, reviewedText)
			}
			return ""
		})
	c.each(Item{ID: "tool-wording", Client: Both, Title: "Wording that models understand", Status: Warning, Field: "toolDescription"},
		"The practices for names and descriptions are kept.",
		func(t platform.ToolSpec) string {
			for _, f := range lint.Tool(t.Name, t.Description).Findings {
				if f.Severity != lint.Info {
					return "could be worded better: " + f.Message
				}
			}
			return ""
		})
	c.each(Item{ID: "argument-names", Client: Claude, Title: "Names of arguments that Claude takes", Status: Todo, Field: "tools"},
		"Each argument has a name of 1 to 64 letters (a–z), digits, _ . and -.", func(t platform.ToolSpec) string {
			var input struct{ Properties map[string]json.RawMessage }
			_ = json.Unmarshal(t.Input, &input) // what is no schema is told elsewhere
			for _, name := range slices.Sorted(maps.Keys(input.Properties)) {
				if !argumentName.MatchString(name) {
					return fmt.Sprintf("has the argument %q; Claude refuses all that it is asked while it has such a tool: use 1 to 64 letters (a–z), digits, _ . and -", platform.Clip(name, 80))
				}
			}
			return ""
		})
	c.each(Item{ID: "output-schema", Client: ChatGPT, Title: "Output schemas", Status: Todo}, "Each tool declares what it answers.", func(t platform.ToolSpec) string {
		if len(t.Output) == 0 {
			return "declares no output schema"
		}
		return ""
	})
	var hints []string
	for _, t := range tools {
		hints = append(hints, t.Name+": "+Hints(t.Hints))
	}
	c.add(Item{ID: "hints", Client: Both, Title: "Honest hints"}, true, "All four are published with every tool. "+strings.Join(hints, "; ")+".")
}

// each adds the item, which is met when complaint returns "" for every tool.
func (c *checker) each(i Item, ok string, complaint func(platform.ToolSpec) string) {
	var all []string
	for _, t := range c.app.Manifest.Tools {
		if text := complaint(t); text != "" {
			name := t.Name
			if name == "" {
				name = "The tool"
			}
			all = append(all, name+" "+text)
		}
	}
	if len(all) > 0 {
		i.Detail = strings.TrimSuffix(strings.Join(all, "; "), ".") + "."
	}
	c.add(i, len(all) == 0, ok)
}

// Hints returns the hints of a tool in words.
func Hints(h platform.Hints) string {
	words := []string{"changes something"}
	if h.ReadOnly {
		words = []string{"only reads"}
	} else if h.Destructive {
		words = []string{"may destroy something"}
	}
	if h.Idempotent {
		words = append(words, "the same when repeated")
	}
	if h.OpenWorld {
		return strings.Join(append(words, "reaches the outside world"), ", ")
	}
	return strings.Join(append(words, "stays within the app"), ", ")
}

// widgets checks what the widgets load and how long the answers are.
func (c *checker) widgets() {
	var origins, wrong []string
	size := 0
	for _, v := range c.app.Manifest.Views {
		size = max(size, len(v.Sample))
		for _, o := range append(append([]string{}, v.CSP.Connect...), v.CSP.Resource...) {
			origins = append(origins, o)
			if !strings.HasPrefix(o, "https://") || strings.ContainsAny(o, "* ;'\"") {
				wrong = append(wrong, o)
			}
		}
	}
	ok := "The widgets load nothing from elsewhere."
	if len(origins) > 0 {
		ok = "Each origin is named: " + strings.Join(origins, ", ") + "."
	}
	c.add(Item{ID: "csp", Client: Both, Title: "An exact content security policy", Status: Todo, Field: "mockData",
		Detail: "Not an exact https origin: " + strings.Join(wrong, ", ") + "."}, len(wrong) == 0, ok)
	tokens := size / bytesPerToken
	c.add(Item{ID: "result-size", Client: Both, Title: "Short answers", Status: Warning, Field: "mockData",
		Detail: fmt.Sprintf("An answer has about %d tokens; beyond %d it crowds the conversation.", tokens, resultTokens)},
		tokens <= resultTokens, fmt.Sprintf("About %d tokens.", tokens))
}

// texts checks what the app says about itself.
func (c *checker) texts() {
	m := c.app.Manifest
	c.add(Item{ID: "name", Client: ChatGPT, Title: "A short name", Status: Todo, Field: "name",
		Detail: fmt.Sprintf("The name has %d characters; ChatGPT's directory shows %d.", utf8.RuneCountInString(m.Name), displayName)},
		utf8.RuneCountInString(m.Name) <= displayName, fmt.Sprintf("It has at most %d characters.", displayName))
	n := utf8.RuneCountInString(strings.TrimSpace(m.Description))
	c.add(Item{ID: "description", Client: Both, Title: "A description", Status: Todo, Field: "description", Detail: "Say what the app does and for whom."},
		n > 0 && n <= longDescription, "The app says what it does.")
	n = utf8.RuneCountInString(m.Instructions)
	c.add(Item{ID: "instructions", Client: ChatGPT, Title: "Instructions", Status: Warning, Field: "systemPrompt",
		Detail: fmt.Sprintf("They have %d characters. Put what matters into the first %d.", n, promptBeginning)}, n <= promptBeginning, "They are short enough to be read whole.")
}

// listing checks what the directory shows.
func (c *checker) listing() {
	l := c.app.Listing
	for _, f := range []struct {
		id, field, title, value, missing string
		client                           Client
	}{
		{"icon", "iconUrl", "An icon", l.IconURL, "Give the address of a square picture.", Both},
		{"privacy", "privacyUrl", "A privacy policy", l.PrivacyURL, "Give the address of your privacy policy.", Both},
		{"support", "supportUrl", "Support", l.SupportURL, "Give the address where people get help.", Both},
		{"website", "websiteUrl", "A website", l.WebsiteURL, "Give the address of your website.", ChatGPT},
		{"company", "company", "A publisher", l.Company, "Say who publishes the app. The directory verifies it.", Both},
		{"category", "category", "A category", l.Category, "Say where in the directory the app belongs.", Both},
		{"tagline", "tagline", "A tagline", l.Tagline, "Say in a few words what the app is for.", Both},
	} {
		c.add(Item{ID: f.id, Client: f.client, Title: f.title, Status: Todo, Detail: f.missing, Field: "listing." + f.field}, f.value != "", f.value)
	}
	n := utf8.RuneCountInString(l.Tagline)
	c.add(Item{ID: "tagline-length", Client: ChatGPT, Title: "A short tagline", Status: Warning, Field: "listing.tagline",
		Detail: fmt.Sprintf("It has %d characters; ChatGPT's directory shows %d.", n, shortDescription)},
		n <= shortDescription, fmt.Sprintf("It has at most %d characters.", shortDescription))
}

// byHand lists the steps that only a person can take.
func (c *checker) byHand() {
	c.items = append(c.items,
		Item{ID: "domain-proof", Client: ChatGPT, Title: "Proof of the domain", Status: Warning,
			Detail: "Not checked here: the directory gives you a token that /.well-known/openai-apps-challenge of the server's host must answer. Serve it from your reverse proxy."},
		Item{ID: "test-cases", Client: ChatGPT, Title: "Test cases", Status: Warning,
			Detail: "Not checked here: write five messages for which the app should be called, and three for which it should not."},
		Item{ID: "screenshots", Client: Claude, Title: "Screenshots", Status: Warning,
			Detail: "Not checked here: take three to five pictures of the widget, at least 1,000 pixels wide."})
}
