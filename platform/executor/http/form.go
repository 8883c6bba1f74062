package http

import (
	"encoding/json"
	"slices"

	"berth/platform"
	"berth/platform/mapping"
	"berth/platform/mapping/jq"
	"berth/platform/request"
	"berth/platform/request/outgoing"
	"berth/platform/schema"
)

const defaultTimeout = 10 // seconds

// handler is the author's part of a tool. What is not in JSON is set by parse.
type handler struct {
	Request        template        `json:"request" jsonschema:"required" doc:"What is asked. Strings may hold {{args.x}}, {{secret.NAME}}, {{user.id}}, {{user.email}}, {{app.slug}} and {{now}}."`
	Result         json.RawMessage `json:"result,omitempty" jsonschema:"type=object" doc:"A field map {each?, where?, take?, item, data} from the answer to the layout, or {\"jq\": \"…\"}; null: the answer as it is."`
	CacheSeconds   int             `json:"cacheSeconds,omitempty" jsonschema:"minimum=0,maximum=86400" doc:"How long answers to GET are kept; null: not at all."`
	Shared         bool            `json:"shared,omitempty" doc:"What is kept is the same for everybody; else each person has their own."`
	TimeoutSeconds int             `json:"timeoutSeconds,omitempty" jsonschema:"minimum=1,maximum=45" doc:"How long the whole may take; null: 10."`

	request *outgoing.Request
	result  result
}

// template is what outgoing.Parse reads.
type template struct {
	Method  string          `json:"method,omitempty" jsonschema:"enum=GET,enum=HEAD,enum=POST,enum=PUT,enum=PATCH,enum=DELETE" doc:"null: GET."`
	URL     string          `json:"url" jsonschema:"required,minLength=1,maxLength=8000" doc:"Such as https://api.example.com/items/{{args.id}}; the host has no placeholders."`
	Query   json.RawMessage `json:"query,omitempty" jsonschema:"type=object" doc:"By name."`
	Headers json.RawMessage `json:"headers,omitempty" jsonschema:"type=object" doc:"By name."`
	Body    json.RawMessage `json:"body,omitempty" doc:"Sent as JSON."`
}

// sources are the placeholders of a request.
func sources() []request.Source {
	return []request.Source{request.Args, request.Secret, request.User, request.App, request.Now}
}

// parse reads what a handler says of the request and of its answer, and returns what is wrong beyond its form.
func (h *handler) parse() (problems []platform.Problem) {
	var found []platform.Problem
	if h.Request.URL != "" {
		h.request, found = outgoing.Parse(encode(h.Request), sources()...)
		problems = schema.Under("request", found)
	}
	if h.Result != nil {
		h.result, found = readResult(h.Result)
		problems = append(problems, schema.Under("result", found)...)
	}
	if h.request == nil {
		return problems
	}
	if h.CacheSeconds > 0 && h.request.Method() != "GET" {
		problems = append(problems, platform.Problem{Location: "cacheSeconds", Message: "must be 0: only what GET answers is kept, not " + h.request.Method()})
	}
	if h.Shared && slices.ContainsFunc(h.request.Placeholders(), func(one request.Placeholder) bool { return one.Source == request.User }) {
		problems = append(problems, platform.Problem{Location: "shared", Message: "must be false: the request says who calls, so that its answers are for one person alone"})
	}
	return problems
}

// result is what an author says of the answer: at most one of its fields is set.
type result struct {
	fields  *mapping.Map
	program *jq.Program
}

// readResult reads a field map or a jq program.
func readResult(raw json.RawMessage) (result, []platform.Problem) {
	if program, isProgram, problems := jq.Parse(raw); isProgram {
		return result{program: program}, problems
	}
	m, problems := mapping.Parse(raw)
	return result{fields: m}, problems
}
