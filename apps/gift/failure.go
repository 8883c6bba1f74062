package gift

import (
	"strings"

	"berth/platform"
	"berth/platform/appkit"
)

// The document's texts.
const (
	noDescription = "Please provide a description of the gift recipient."
	noService     = "Unable to fetch recommendations. Please try again."
	noMatch       = "No strong matches found. Here are some popular gift ideas..."
	notFound      = "Gift not found. It may have been removed from our catalog."
	noID          = "Invalid gift ID format."

	// Where the document has no text.
	noDetails    = "Unable to fetch gift details. Please try again."
	badArguments = "The arguments are not valid."

	// severalInOne says what to do with more past gifts than there may be items.
	severalInOne = "; one item may hold several gifts, with semicolons between them"
)

// noGifts is the structured content of a refusal of recommendations, noGift that of one of details.
type (
	noGifts struct {
		Gifts []listed `json:"gifts"` // none, never null
		Error string   `json:"error"`
	}
	noGift struct {
		Gift  *detailed `json:"gift" jsonschema:"nullable"`
		Error string    `json:"error"`
	}
)

// refusal returns a failure in the document's shape.
func refusal(tool, code, text string) appkit.Result {
	var structured any = noGifts{[]listed{}, code}
	if tool == details {
		structured = noGift{nil, code}
	}
	return appkit.Result{Structured: structured, Content: appkit.Text(text), IsError: true}
}

// refuse puts a failure that the platform found into words.
func refuse(tool string, failure *platform.Error) appkit.Result {
	if failure.Code == platform.CodeInvalidInput {
		return refusal(tool, "invalid_input", invalid(tool, failure.Fields))
	}
	if tool == details {
		return refusal(tool, "service_error", noDetails)
	}
	return refusal(tool, "service_error", noService)
}

// invalid says what is wrong with the arguments. It has the document's words when the tool's one required argument is wrong,
// and lists the problems unless those words say all.
func invalid(tool string, problems []platform.Problem) string {
	needed, text := "recipient_description", noDescription
	if tool == details {
		needed, text = "gift_id", noID
	}
	var lines strings.Builder
	about := false
	for _, p := range problems {
		about = about || p.Location == needed
		lines.WriteString("\n- " + p.Location + ": " + p.Message)
		if p.Location == "past_gifts" && strings.Contains(p.Message, "at most") {
			lines.WriteString(severalInOne)
		}
	}
	if !about {
		return badArguments + lines.String()
	}
	if len(problems) == 1 && !strings.Contains(problems[0].Message, "at most") {
		return text
	}
	return text + lines.String()
}
