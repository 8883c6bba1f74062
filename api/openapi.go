package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// strictHuma sets two switches that huma keeps in package variables: field names are compared exactly, and lists are
// never null.
var strictHuma = sync.OnceFunc(func() {
	huma.ValidateStrictCasing = true
	huma.DefaultArrayNullable = false
})

func (a *API) config() huma.Config {
	strictHuma()
	c := huma.DefaultConfig("Berth", a.Version)
	c.Info.Description = "Create apps, publish them as MCP servers, and manage who may do so. " +
		"Each person may make so many calls a minute of those that count as costly; beyond them: 429, with Retry-After."
	c.OpenAPIPath, c.DocsPath, c.SchemasPath = "", "", ""
	c.CreateHooks = nil // they would add a $schema field to every body
	c.Transformers = []huma.Transformer{a.translate}
	c.Components.Schemas = huma.NewMapRegistry(components, schemaName)
	a.parts(c.Components.Schemas)
	c.Servers = []*huma.Server{{URL: prefix}}
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"apiKey": {Type: "http", Scheme: "bearer", Description: "An API key of one workspace. It acts as the person who made it."},
		"session": {Type: "apiKey", In: "cookie", Name: a.cookies.name(),
			Description: "The cookie of a signed-in browser. Berth-Workspace names the workspace; the default is the person's first."},
	}
	return c
}

// schemaName names a schema after its Go type without the suffix that tells bodies from outputs.
func schemaName(t reflect.Type, hint string) string {
	return strings.TrimSuffix(huma.DefaultSchemaNamer(t, hint), "Body")
}

func (a *API) failures() *huma.Response {
	return &huma.Response{Description: "Failure", Content: map[string]*huma.MediaType{
		"application/problem+json": {Schema: a.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[failure](), true, "Problem")},
	}}
}

// document serves the OpenAPI document.
func (a *API) document() {
	for _, unused := range []string{"ErrorModel", "ErrorDetail"} { // huma's own shape of errors, which never leaves translate
		delete(a.huma.OpenAPI().Components.Schemas.Map(), unused)
	}
	a.spec = sync.OnceValue(a.written)
	a.access["GET "+prefix+"/openapi.json"] = anybody
	a.v1.Get("/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json")
		_, _ = w.Write(a.spec()) // the client may be gone
	})
}

// written returns the document, indented.
func (a *API) written() []byte {
	raw, err := json.Marshal(a.huma.OpenAPI())
	if err != nil {
		panic("api: OpenAPI document: " + err.Error())
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		panic("api: OpenAPI document: " + err.Error())
	}
	b.WriteByte('\n')
	return b.Bytes()
}
