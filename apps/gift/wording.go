package gift

import (
	"fmt"
	"strings"

	"berth/apps/gift/catalogue"
	"berth/apps/gift/search"
)

// notEnglish asks for what the search understands best.
const notEnglish = "The description is not in English, so much of it may not have been understood: describe the person in English for a better list."

// summary returns the text about a list that the model reads. It describes the person in words of ours, never in those of
// the description, which anybody may have written.
func summary(a search.Answer) string {
	text := noMatch
	if !a.Fallback {
		text = fmt.Sprintf("Here are %d gift recommendations for %s", len(a.Hits), whom(a.Person))
		if len(a.Hits) == 1 {
			text = "Here is 1 gift recommendation for " + whom(a.Person)
		}
		if !a.Beyond {
			text += within(a.Budget)
		}
		text += ":"
	}
	text += entries(a.Hits)
	if a.Beyond {
		text += fmt.Sprintf("\n\nNothing that fits costs at most $%d: these cost least above it.", a.Budget.High)
	}
	if a.Foreign {
		text += "\n\n" + notEnglish
	}
	return text
}

func entries(hits []search.Hit) string {
	var b strings.Builder
	for i, h := range hits {
		fmt.Fprintf(&b, "\n%d. %s (%s): %s", i+1, h.Name, dollars(h.Price), h.Brief)
	}
	return b.String()
}

// whom says whom the gifts are for, as the document does: "your dad who loves woodworking".
func whom(p search.Person) string {
	who, verb := p.Word, " who loves "
	if who == "" {
		who = "this person"
	}
	if strings.HasSuffix(who, "s") && !strings.HasSuffix(who, "ss") {
		verb = " who love "
	}
	switch n := len(p.Loves); n {
	case 0:
		return who
	case 1:
		return who + verb + p.Loves[0]
	default:
		loves := p.Loves[:min(3, n)]
		return who + verb + strings.Join(loves[:len(loves)-1], ", ") + " and " + loves[len(loves)-1]
	}
}

func within(budget *search.Span) string {
	switch {
	case budget == nil:
		return ""
	case budget.High >= search.NoLimit:
		return fmt.Sprintf(", from $%d", budget.Low)
	case budget.Low == 0:
		return fmt.Sprintf(", up to $%d", budget.High)
	}
	return fmt.Sprintf(", $%d-%d", budget.Low, budget.High)
}

// page returns the text about one gift that the model reads, in Markdown.
func page(g catalogue.Gift) string {
	return fmt.Sprintf("**%s** (%s)\n\n%s\n\n*Where to find*: %s", g.Name, dollars(g.Price), g.Description, g.Guidance)
}

// dollars returns a price as the document writes it: "$25-75".
func dollars(price [2]int) string {
	if price[0] == price[1] {
		return fmt.Sprintf("$%d", price[0])
	}
	return fmt.Sprintf("$%d-%d", price[0], price[1])
}
