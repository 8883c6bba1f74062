package appkit

import (
	"encoding/json"

	"berth/platform/schema/form"
)

// Output returns the output schema of a tool whose structured content is one of these structs, with the tags of package form.
// The failures of a Failer belong to them, since clients hold results with isError against the schema too; those in the
// platform's shape are added by OrFailure. It panics for what is no struct, and for structs that write one field in two forms.
func Output(results ...any) json.RawMessage {
	forms := make([]form.Schema, len(results))
	for i, r := range results {
		forms[i] = form.Written(r)
	}
	return form.Either(forms...).JSON()
}
