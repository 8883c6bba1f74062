package mcpedge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"berth/platform"
	"berth/platform/appkit"
	"berth/platform/mcpedge/wire"
)

// callResult has the members of CallToolResult in the order in which mcp-go writes them, except for the last one,
// structuredContent, which is encoded once and appended.
type callResult struct {
	Meta          json.RawMessage   `json:"_meta,omitempty"`
	Content       []mcp.Content     `json:"content"`
	InputRequests mcp.InputRequests `json:"inputRequests,omitempty"`
	IsError       bool              `json:"isError,omitempty"`
	RequestState  string            `json:"requestState,omitempty"`
	ResultType    mcp.ResultType    `json:"resultType,omitempty"`
}

// appendResult appends the result of a tool to b as mcp-go would encode and decorate it, in one pass.
func appendResult(b []byte, serverInfo json.RawMessage, r appkit.Result, modern bool) []byte {
	if body, ok := plainResult(b, serverInfo, r, modern); ok {
		return body
	}
	return append(b, anyResult(serverInfo, r, modern)...)
}

func anyResult(serverInfo json.RawMessage, r appkit.Result, modern bool) []byte {
	converted := toolResult(r)
	meta, err := encodeMeta(serverInfo, r.Meta, modern)
	out := callResult{
		Meta: meta, Content: converted.Content, InputRequests: converted.InputRequests, IsError: converted.IsError,
		RequestState: converted.RequestState,
	}
	if modern {
		if out.ResultType = mcp.ResultTypeComplete; converted.ResultType != "" {
			out.ResultType = converted.ResultType
		}
	}
	body, err2 := wire.Encode(out)
	if err != nil || err2 != nil {
		body, _ = wire.Encode(callResult{Content: textContent("The tool's answer could not be read."), IsError: true}) // always encodes
		return body
	}
	if structured := converted.RawStructuredContent; len(structured) > 0 {
		body = append(body[:len(body)-1], `,"structuredContent":`...)
		body = append(body, structured...)
		body = append(body, '}')
	}
	return body
}

// plainResult is appendResult for the results of most tools: data with at most one text.
func plainResult(b []byte, serverInfo json.RawMessage, r appkit.Result, modern bool) (body []byte, ok bool) {
	if len(r.Content) > 1 || len(r.Content) == 1 && r.Content[0].Type != "text" || needsMore(r) {
		return nil, false
	}
	structured, err := structuredContent(r.Structured)
	if err != nil || len(structured)+len(r.Content) == 0 {
		return nil, false
	}
	b = append(b, '{')
	if modern || len(r.Meta) > 0 {
		b = append(b, `"_meta":`...)
		if b, err = appendMeta(b, serverInfo, r.Meta, modern); err != nil {
			return nil, false
		}
		b = append(b, ',')
	}
	b = append(b, `"content":[{`...)
	said := len(r.Content) == 1
	if !said || repeats(r.Content[0].Text, structured) {
		b = append(b, `"annotations":{"audience":["assistant"]},`...)
	}
	b = append(b, `"type":"text","text":`...)
	if said {
		b = wire.AppendText(b, r.Content[0].Text)
	} else {
		b = wire.AppendText(b, structured)
	}
	b = append(b, "}]"...)
	if r.IsError {
		b = append(b, `,"isError":true`...)
	}
	if modern {
		b = append(b, `,"resultType":"complete"`...)
	}
	if len(structured) > 0 {
		b = append(append(b, `,"structuredContent":`...), structured...)
	}
	return append(b, '}'), true
}

// encodeMeta returns the _meta of a result, nil for none.
func encodeMeta(serverInfo json.RawMessage, own map[string]any, modern bool) ([]byte, error) {
	if !modern && len(own) == 0 {
		return nil, nil
	}
	all := maps.Clone(own)
	if _, named := own[mcp.MetaKeyServerInfo]; modern && !named {
		if all == nil {
			all = map[string]any{}
		}
		all[mcp.MetaKeyServerInfo] = serverInfo
	}
	return wire.Encode(all)
}

// appendMeta appends what encodeMeta returns, without reflection if all members are texts.
func appendMeta(b []byte, serverInfo json.RawMessage, own map[string]any, modern bool) ([]byte, error) {
	var few [8]string
	keys := few[:0]
	for key, value := range own {
		if _, isText := value.(string); !isText {
			encoded, err := encodeMeta(serverInfo, own, modern)
			return append(b, encoded...), err
		}
		keys = append(keys, key)
	}
	if _, named := own[mcp.MetaKeyServerInfo]; modern && !named {
		keys = append(keys, mcp.MetaKeyServerInfo)
	}
	slices.Sort(keys)
	for i, key := range keys {
		b = append(wire.AppendText(append(b, "{,"[min(i, 1)]), key), ':')
		if value, ok := own[key]; ok {
			b = wire.AppendText(b, value.(string))
		} else {
			b = append(b, serverInfo...)
		}
	}
	return append(b, '}'), nil
}

// toolResult converts an app's result. A result that cannot be encoded becomes a failure that says so.
func toolResult(r appkit.Result) *mcp.CallToolResult {
	out := &mcp.CallToolResult{IsError: r.IsError}
	if r.Meta != nil {
		out.Meta = mcp.NewMetaFromMap(maps.Clone(r.Meta))
	}
	structured, err := structuredContent(r.Structured)
	if err != nil {
		return &mcp.CallToolResult{Content: textContent("The tool's answer could not be read."), IsError: true}
	}
	out.RawStructuredContent = structured
	for _, c := range r.Content {
		out.Content = append(out.Content, content(c, structured))
	}
	if out.Content == nil {
		out.Content = []mcp.Content{}
		if structured != nil {
			out.Content = append(out.Content, content(appkit.Content{Type: "text", Text: string(structured)}, structured))
		}
	}
	if needsMore(r) {
		out.ResultType = mcp.ResultTypeInputRequired
		out.RequestState = r.RequestState
		out.InputRequests, err = inputRequests(r.InputRequests)
		if err != nil {
			return &mcp.CallToolResult{Content: textContent("The tool asked for input in a form that cannot be sent."), IsError: true}
		}
	}
	return out
}

func structuredContent(v any) (json.RawMessage, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case platform.Encoded:
		return json.RawMessage(v), nil
	case json.RawMessage:
		if len(v) == 0 {
			return nil, nil
		}
		var compact bytes.Buffer
		compact.Grow(len(v))
		if err := json.Compact(&compact, v); err != nil {
			return nil, err
		}
		return wire.UnescapeHTML(compact.Bytes()), nil
	}
	return wire.Encode(v)
}

func textContent(s string) []mcp.Content { return []mcp.Content{mcp.NewTextContent(s)} }

// repeats reports whether a text is nothing but the data again, or the list or object that is all of the data, which people have in the
// widget: it is for the model alone.
func repeats(text string, structured json.RawMessage) bool {
	before := len(structured) - len(text) - 1 // of {"tasks":[…]}
	if before < len(`{"":`) || text == "" || text[0] != '[' && text[0] != '{' {
		return len(structured) > 0 && text == string(structured)
	}
	name, all := structured[:before], structured[before:len(structured)-1]
	return string(all) == text && bytes.HasPrefix(name, []byte(`{"`)) && bytes.HasSuffix(name, []byte(`":`)) && bytes.Count(name, []byte(`"`)) == 2
}

// content converts a block of a result with that structured content.
func content(c appkit.Content, structured json.RawMessage) mcp.Content {
	switch c.Type {
	case "image":
		return mcp.NewImageContent(base64Of(c.Data), c.MIMEType)
	case "audio":
		return mcp.NewAudioContent(base64Of(c.Data), c.MIMEType)
	case "resource":
		if c.Resource != nil {
			return mcp.NewEmbeddedResource(resourceContents(*c.Resource))
		}
	}
	out := mcp.NewTextContent(c.Text)
	if repeats(c.Text, structured) {
		out.Annotations = &mcp.Annotations{Audience: []mcp.Role{mcp.RoleAssistant}}
	}
	return out
}

func resourceContents(r appkit.ResourceContents) mcp.ResourceContents {
	if r.Blob != nil {
		return mcp.BlobResourceContents{URI: r.URI, MIMEType: r.MIMEType, Blob: base64Of(r.Blob)}
	}
	return mcp.TextResourceContents{URI: r.URI, MIMEType: r.MIMEType, Text: r.Text}
}

func needsMore(r appkit.Result) bool { return len(r.InputRequests) > 0 || r.RequestState != "" }

func inputRequests(in map[string]appkit.InputRequest) (mcp.InputRequests, error) {
	out := mcp.InputRequests{}
	for id, request := range in {
		raw, err := json.Marshal(map[string]any{"method": request.Method, "params": request.Params})
		if err != nil {
			return nil, fmt.Errorf("encode input request: %w", err)
		}
		var converted mcp.InputRequest
		if err := json.Unmarshal(raw, &converted); err != nil {
			return nil, fmt.Errorf("convert input request: %w", err)
		}
		out[id] = converted
	}
	return out, nil
}
