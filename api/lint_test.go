package api_test

import (
	"testing"
)

func TestLint(t *testing.T) {
	t.Parallel()
	w := setup(t)
	ann, _, _ := w.person("ann@example.com")
	bad := ann.do("POST", "/api/v1/lint", `{"toolName":"order","toolDescription":"Order stuff"}`).is(200)
	score, _ := bad.at("score").(float64)
	finding, _ := asList(bad.at("findings"))[0].(map[string]any)
	if score > 30 || finding["rule"] == nil || finding["severity"] == nil || finding["message"] == nil || finding["suggestion"] == nil {
		t.Errorf("lint: %s", bad.body)
	}
	ann.do("POST", "/api/v1/lint", `{"toolName":"order"}`).fails(422, "INVALID_CONFIG")
}
