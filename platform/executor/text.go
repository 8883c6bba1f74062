package executor

import (
	"encoding/json"
	"fmt"

	"berth/platform"
	"berth/platform/request"
	"berth/platform/schema"
)

// ParseText reads a tool's text for the model, and returns what is wrong with its placeholders, located at "responseText". They stand
// for arguments, the data of the answer, and how many entries it has.
func ParseText(responseText string) (request.Text, []platform.Problem) {
	text, found := request.ParseText(responseText, request.Args, request.Data, request.Count)
	return text, schema.Under("responseText", found)
}

// TextMissing returns which arguments a tool's text names that its calls never have: with one that is missing, the whole text is.
func TextMissing(text string, input json.RawMessage) []platform.Problem {
	var takes struct {
		Properties           map[string]json.RawMessage `json:"properties"`
		PatternProperties    json.RawMessage            `json:"patternProperties"`
		AdditionalProperties json.RawMessage            `json:"additionalProperties"`
	}
	if json.Unmarshal(input, &takes) != nil || string(takes.AdditionalProperties) != "false" || takes.PatternProperties != nil {
		return nil
	}
	var found []platform.Problem
	parsed, _ := ParseText(text) // what is wrong with it is found with the tool
	for _, one := range parsed.Placeholders() {
		if one.Source != request.Args || len(one.Path) == 0 {
			continue
		}
		if _, ok := takes.Properties[one.Path[0]]; !ok {
			found = append(found, platform.Problem{Location: "responseText", Message: fmt.Sprintf("names %s, which is no property of the tool's input", one)})
		}
	}
	return found
}
