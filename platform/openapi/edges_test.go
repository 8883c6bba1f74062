package openapi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"berth/platform/openapi"
	"berth/platform/outbound"
	"berth/test/shipped"
)

// one reads a document with one operation, as a tool, what it asks, and what is said of it.
func one(t *testing.T, servers, operation, more string) (input, request, said string) {
	t.Helper()
	document := `{"openapi":"3.1.0","servers":[` + servers + `],"paths":{"/things/{ids}":` + operation + `}` + more + `}`
	allow, err := outbound.ParseAllow([]string{"api.internal"})
	if err != nil {
		t.Fatal(err)
	}
	set := shipped.Layouts(t)
	d, problems := openapi.Read(openapi.Source{Data: []byte(document), Layouts: set.Layout, Refusal: allow.Refusal})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	all, err := d.Operations(t.Context())
	if err != nil || len(all) != 1 || all[0].Tool == nil {
		t.Fatalf("%v, %+v", err, all)
	}
	whole(t, all[0], set)
	var handler struct{ Request json.RawMessage }
	if err := json.Unmarshal(all[0].Tool.Handler, &handler); err != nil {
		t.Fatal(err)
	}
	return string(all[0].Tool.Input), string(handler.Request), fmt.Sprint(all[0].Problems)
}

const (
	public = `{"url":"https://api.example.com"}`
	plain  = `{"get":{"parameters":[{"name":"ids","in":"path","required":true,"schema":{"type":"string"}}]}}`
)

// Of several servers a tool asks the first that it may.
func TestServers(t *testing.T) {
	t.Parallel()
	for servers, want := range map[string][2]string{
		`{"url":"http://localhost:3000"},{"url":"https://api.example.com/v1"}`: {"https://api.example.com/v1/", ""},
		`{"url":"http://api.internal/v1"},` + public:                           {"http://api.internal/v1/", ""},
		`{"url":"http://api.example.com/v1"}`:                                  {"https://api.example.com/v1/", "which is asked by https"},
		`{"url":"http://10.0.0.1"},{"url":"http://localhost"}`:                 {"http://10.0.0.1/", "must be a public server"},
		`{"url":"http://api.example.com:8080"}`:                                {"http://api.example.com:8080/", "must begin with https://"},
	} {
		_, request, said := one(t, servers, plain, "")
		if !strings.Contains(request, `"url":"`+want[0]+`things/`) || !strings.Contains(said, want[1]) || want[1] == "" && said != "[]" {
			t.Errorf("%s: %s, %s", servers, request, said)
		}
	}
}
