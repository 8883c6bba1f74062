package mapping_test

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/mapping"
)

// fieldOf maps one value to the title of a card, "–" where it is none of the kind.
func fieldOf(t *testing.T, kind, value string) string {
	t.Helper()
	m, problems := mapping.Parse(json.RawMessage(`{"item":{"title":{"from":"/v","fallback":"–",` + kind + `}}}`))
	if problems != nil {
		t.Fatal(problems)
	}
	plan, problems := mapping.Compile(m, layouts(t)["cards"].Shape, nil)
	if problems != nil {
		t.Fatal(problems)
	}
	got, err := plan.Apply(platform.Encoded(`[{"v":` + value + `}]`))
	if err != nil {
		t.Fatalf("%s: %v", value, err)
	}
	title, _ := fields(t, got)["items"].([]any)[0].(map[string]any)["title"].(string)
	return title
}

// Moments are read as programs write them, where they have one meaning.
func TestMoments(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		`"2026-01-15T10:00:00+0200"`:                "2026-01-15T10:00:00+02:00", // Java, Jira
		`"2026-01-15T10:00:00.123+0000"`:            "2026-01-15T10:00:00Z",
		`"2026-01-15 10:00:00+02"`:                  "2026-01-15T10:00:00+02:00", // PostgreSQL
		`"2026-01-15 10:00:00.5+02:00"`:             "2026-01-15T10:00:00+02:00",
		`"2026-01-15 10:00:00 +0200"`:               "2026-01-15T10:00:00+02:00", // Ruby
		`"2026-01-15 10:00:00 UTC"`:                 "2026-01-15T10:00:00Z",
		`"2026-01-15T10:00Z"`:                       "2026-01-15T10:00:00Z",
		`"Thu, 15 Jan 2026 10:00:00 GMT"`:           "2026-01-15T10:00:00Z", // HTTP
		`"Mon, 5 Jan 2026 10:00:00 -0500"`:          "2026-01-05T10:00:00-05:00",
		`"Thu, 15 Jan 2026 10:00:00 EST"`:           "–", // of New York or of Brisbane
		`1768471200`:                                "2026-01-15T10:00:00Z",
		`1768471200.75`:                             "2026-01-15T10:00:00Z", // Python
		`1.7684712E9`:                               "2026-01-15T10:00:00Z",
		`1768471200000`:                             "2026-01-15T10:00:00Z",
		`-1`:                                        "–",
		`1e300`:                                     "–",
		`"01/02/2026"`:                              "–", // a day of January or of February
		`"` + strings.Repeat("2026-01-15", 2) + `"`: "–",
		`"2026-01-15T10:00:00.123456789+02:00"`:     "2026-01-15T10:00:00+02:00",
		`"2026-01-15T10:00:00.` + strings.Repeat("1", 1000) + `Z"`: "–", // as long as no moment is
	} {
		if got := fieldOf(t, `"as":"datetime"`, value); got != want {
			t.Errorf("%s is %s, want %s", value, got, want)
		}
	}
}

// Amounts are written for people, however a program has written the number.
func TestAmounts(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		`1.23456789E7`: "€12,345,678.90", `1e3`: "€1,000.00", `-1.5E+3`: "−€1,500.00", `5E-2`: "€0.05", `"1.0E4"`: "€10,000.00", `0.0012e3`: "€1.20",
		`-0`: "€0.00", `-0.0`: "€0.00", `0E0`: "€0.00", `-0.5`: "−€0.50", `12.5`: "€12.50", `1e300`: "€1e300",
		`59.97000000000001`: "€59.97", `0.30000000000000004`: "€0.30", `-19.990000000000002`: "−€19.99", `1234567.8900000001`: "€1,234,567.89",
		`0.000000123`: "€0.000000123", `1.23456789`: "€1.23456789", `12345678901234567890.12`: "€12,345,678,901,234,567,890.12",
		`99.99999999999986`: "€100.00", `0.29999999999999999`: "€0.30", `1234567890.1200001`: "€1,234,567,890.12", `5.9970000000000006e1`: "€59.97",
		`"0.123456789012345678"`: "€0.123456789012345678", `"1.000000000000000001"`: "€1.000000000000000001", `5e-16`: "€0.0000000000000005",
		`5.5e-15`: "€0.0000000000000055", `1234567890123456.1234567`: "€1,234,567,890,123,456.1234567", `1000000000000000.5`: "€1,000,000,000,000,000.50",
	} {
		if got := fieldOf(t, `"as":"money","currency":"EUR"`, value); got != want {
			t.Errorf("%s is %s, want %s", value, got, want)
		}
	}
	if got := fieldOf(t, `"as":"money"`, `-1.5e3`); got != "-1,500.00" {
		t.Errorf("without a currency: %s", got)
	}
}
