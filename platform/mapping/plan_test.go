package mapping_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"berth/platform"
	"berth/platform/mapping"
)

// A list without entries may be a null, as programs in Go and others write it; not so beside or below what tells of a failure. What is
// told of the answer's places says the same.
func TestNullIsAnEmptyList(t *testing.T) {
	t.Parallel()
	m, _ := mapping.Parse(json.RawMessage(`{"each":"/a/b","item":{"title":{"from":"/name"}}}`))
	plan, problems := mapping.Compile(m, layouts(t)["cards"].Shape, nil)
	if problems != nil {
		t.Fatal(problems)
	}
	for answer, empty := range map[string]bool{
		`{"a":{"b":null}}`: true, `{"a":{"b":null},"error":null,"errors":[]}`: true, `{"error":false,"a":{"b":null}}`: true, `{"error":"","a":{"b":null}}`: true,
		`{"error":0,"a":{"b":null}}`: true,
		`{"a":{}}`:                   false, `{"a":null}`: false, `{}`: false, `null`: false, `{"error":"no such key","a":{"b":null}}`: false, `{"errors":[{"message":"x"}],"a":{"b":null}}`: false,
		`{"error":true,"a":{"b":null}}`: false, `{"error":{},"a":{"b":null}}`: false,
		`{"a":{"b":null,"error":"rate limited"}}`: false, `{"Error":"x","a":{"b":null}}`: false, `{"ERRORS":{"q":"x"},"a":{"b":null}}`: false, `{"Error":"","a":{"b":null}}`: true,
		`{"success":false,"message":"Invalid key","a":{"b":null}}`: false, `{"a":{"Ok":false,"b":null}}`: false, `{"success":true,"message":"","a":{"b":null}}`: true,
		`{"status":"error","a":{"b":null}}`: false, `{"Status":"FAIL","a":{"b":null}}`: false, `{"status":"failure","a":{"b":null}}`: false,
		`{"status":"success","a":{"b":null}}`: true, `{"code":40001,"msg":"x","a":{"b":null}}`: false, `{"code":401,"message":"x","a":{"b":null}}`: false,
		`{"code":0,"msg":"ok","a":{"b":null}}`: true, `{"code":200,"msg":"success","a":{"b":null}}`: true, `{"code":10115,"a":{"b":null}}`: true,
		`{"a":{"b":null},"c":{"error":"x"}}`: true,
	} {
		for name, from := range map[string]any{"as JSON": platform.Encoded(answer), "decoded": decode(t, answer)} {
			got, err := plan.Apply(from)
			if empty && (err != nil || fmt.Sprint(fields(t, got)["items"]) != "[]") || !empty && !platform.IsCode(err, platform.CodeExecution) {
				t.Errorf("%s %s: %v", answer, name, err)
			}
			if got := m.Reads(from)[0]; got.Empty != empty {
				t.Errorf("%s %s: read as %+v", answer, name, got)
			}
		}
	}
}
